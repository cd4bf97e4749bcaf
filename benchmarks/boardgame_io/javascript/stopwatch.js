'use strict';

/* Takes the time of a match from its first turn to its last. */
exports.Stopwatch = class {
  turns = 0; // without the first
  seconds = 0;
  cpu = 0; // microseconds of all threads of this process
  #began;
  #busy;

  /* Look at the `ctx` of boardgame.io after a turn. */
  see({ turn, gameover }) {
    if (turn === 1 || this.gameover) return;
    if (this.#began === undefined) {
      this.#began = performance.now();
      this.#busy = process.cpuUsage();
    }
    if (gameover) {
      const { user, system } = process.cpuUsage(this.#busy);
      this.seconds = (performance.now() - this.#began) / 1000;
      this.cpu = user + system;
      this.turns = turn - 1;
      this.gameover = gameover;
    }
  }
};
