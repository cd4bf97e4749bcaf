'use strict';
/* Tink as a game of boardgame.io. The server checks every move by all rules. An optimistic client does so first, and shows its
own guess of the next state before the server answers: that is boardgame.io's default. */

const { INVALID_MOVE } = require('boardgame.io/core');
const { original } = require('immer');
const { start, refusal, after, result } = require('./rules');

/* boardgame.io calls a move with a draft of Immer, which would double the time of a turn. So the rules get the state behind
it, and make the next one. */
function make({ G }, move) {
  const state = original(G);
  return refusal(state, move) === null ? after(state, move) : INVALID_MOVE;
}

exports.tink = ({ optimistic }) => ({
  name: 'tink',
  minPlayers: 2,
  maxPlayers: 4,
  disableUndo: true,
  setup: ({ ctx }, { first } = { first: 0 }) => start(ctx.numPlayers, first),
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: { first: ({ G }) => G.turn, next: ({ G }) => G.turn },
  },
  moves: {
    place: { move: (context, size, square, spent) => make(context, { size, square, spent }), client: optimistic },
    pass: { move: (context) => make(context, null), client: optimistic },
  },
  endIf: ({ G }) => result(G) ?? undefined,
});
