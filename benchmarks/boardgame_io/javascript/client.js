'use strict';
/* One player of boardgame.io, who makes moves that were fixed in advance. Its input is a line of JSON:

  {"server": ADDRESS, "seat": SEAT, "optimistic": BOOLEAN, "matches": [{"id": ID, "credentials": WORD, "moves": [MOVE, ...]}, ...]}

A move is a list of its name and its arguments. The player plays one match after the other, prints a line with the figures of
all, and ends with its input. */

const readline = require('readline');
const { Client } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');
const { Stopwatch } = require('./stopwatch');
const { tink } = require('./tink');

function play({ server, seat, optimistic }, { id, credentials, moves }) {
  const client = Client({
    game: tink({ optimistic }),
    multiplayer: SocketIO({ server, socketOpts: { transports: ['websocket'] } }),
    matchID: id,
    playerID: String(seat),
    credentials,
    debug: false,
  });
  const watch = new Stopwatch();
  let answered = 0; // the last turn in which this player has moved: an optimistic client is still in it after its move
  let made = 0;
  return new Promise((done) => {
    client.subscribe((state) => {
      if (state === null || watch.gameover) return;
      watch.see(state.ctx);
      if (watch.gameover) {
        client.stop();
        done(watch);
      } else if (state.isActive && state.ctx.turn > answered && everybodyIsHere(client)) {
        answered = state.ctx.turn;
        const [name, ...words] = moves[made++];
        client.moves[name](...words);
      }
    });
    client.start();
  });
}

const everybodyIsHere = ({ matchData }) => matchData?.every(({ isConnected }) => isConnected);

async function main(line) {
  const { matches, ...place } = JSON.parse(line);
  const figures = [];
  for (const match of matches) figures.push(await play(place, match));
  console.log(JSON.stringify(figures));
}

readline.createInterface({ input: process.stdin }).once('line', main).once('close', () => process.exit());
