'use strict';
/* The rules of Tink (spec/games/tink.md, whose clauses are in brackets), with no library.

A state has these fields, all of them JSON:
  stones   for each seat the squares of its stones: {s: [...], m: [...], l: [...]}
  turn     the seat to move
  passes   for each seat the forced passes since its last placement
  lost     the seats that have lost
  placed   the stones placed so far
  first    whether the first stone is still to come
A square is 8 x column + row. A move is {size, square, spent}, where `spent` is null or two squares; null is a pass.

These seats sit until the end: the rules have neither a seat that leaves (6.6) nor a turn time (6.7). */

const SIDE = 8;
const SQUARES = [...Array(SIDE * SIDE).keys()];
const STASH = { s: 5, m: 4, l: 1 };
const STONES = 10;
const PAID_WITH = { s: 'm', m: 's', l: 'm' };
const PLACED_LIMIT = 100;

const columnOf = (square) => Math.floor(square / SIDE);
const rowOf = (square) => square % SIDE;
const isInner = (square) => [columnOf(square), rowOf(square)].every((place) => place >= 2 && place <= 5);
const touch = (one, other) =>
  Math.max(Math.abs(columnOf(one) - columnOf(other)), Math.abs(rowOf(one) - rowOf(other))) === 1;

const NEIGHBOURS = SQUARES.map((square) => SQUARES.filter((other) => touch(square, other)));

/* For each square the lines that begin there, as their three other squares. */
const LINES = SQUARES.map((square) =>
  [[1, 0], [0, 1], [1, 1], [1, -1]]
    .map(([right, up]) => [1, 2, 3].map((step) => [columnOf(square) + step * right, rowOf(square) + step * up]))
    .filter((line) => line.every((places) => places.every((place) => place >= 0 && place < SIDE)))
    .map((line) => line.map(([column, row]) => SIDE * column + row)));

function start(seats, first) {
  return {
    stones: Array.from({ length: seats }, () => ({ s: [], m: [], l: [] })),
    turn: first,
    passes: Array(seats).fill(0),
    lost: [],
    placed: 0,
    first: true,
  };
}

/* The clause that forbids the seat whose turn it is that move; null if it may move so. */
function refusal(state, move) {
  const stones = state.stones[state.turn];
  if (move === null) return canPlace(state, state.turn) ? '5.1' : null;
  const { size, square, spent } = move;
  if (!(size in STASH) || !SQUARES.includes(square)) return '7';
  if (state.first && (size !== 's' || spent || !isInner(square))) return '3.1';
  if (isTaken(state, square)) return '4.1';
  if (!spent) return size !== 's' ? '4.2' : isInStash(stones, size) ? null : '4.5';
  const [one, other] = spent;
  if (one >= other) return '7';
  const payers = counting(stones, PAID_WITH[size]);
  if (!payers.includes(one) || !payers.includes(other)) return '4.2';
  if (!touch(one, square) || !touch(other, square)) return '4.3';
  return isInStash(stones, size) || stones[size].includes(one) || stones[size].includes(other) ? null : '4.5';
}

/* The state after a move that the rules allow. The given state is not changed. */
function after(state, move) {
  const seat = state.turn;
  if (move === null) {
    const passes = replaced(state.passes, seat, state.passes[seat] + 1);
    return handOn({ ...state, passes, lost: passes[seat] === 2 ? [...state.lost, seat] : state.lost });
  }
  return handOn({
    ...state,
    stones: replaced(state.stones, seat, placed(state.stones[seat], move)),
    passes: replaced(state.passes, seat, 0),
    placed: state.placed + 1,
    first: false,
  });
}

/* The stones of a seat after it has placed one. */
function placed(stones, { size, square, spent }) {
  const kept = spent ? without(stones, spent) : stones;
  return { ...kept, [size]: [...kept[size], square] };
}

function without({ s, m, l }, squares) {
  const stays = (square) => !squares.includes(square);
  return { s: s.filter(stays), m: m.filter(stays), l: l.filter(stays) };
}

const replaced = (values, place, value) => values.map((each, here) => (here === place ? value : each));

/* Give the turn to the next seat that has not lost [2.3]. A seat without a move and without a stone loses [5.3]. A finished
game keeps its turn. */
function handOn(state) {
  const seats = state.stones.length;
  for (let seat = (state.turn + 1) % seats; result(state) === null; seat = (seat + 1) % seats) {
    if (state.lost.includes(seat)) continue;
    if (!hasNoStash(state.stones[seat]) || canPlace(state, seat)) return { ...state, turn: seat };
    state = { ...state, lost: [...state.lost, seat] };
  }
  return state;
}

/* The winners and the reason of a finished game; null before [6]. */
function result(state) {
  const seats = [...state.stones.keys()];
  const alive = seats.filter((seat) => !state.lost.includes(seat));
  const lined = seats.find((seat) => hasLine(counting(state.stones[seat], 's')) || hasLine(counting(state.stones[seat], 'm')));
  if (lined !== undefined) return { winners: [lined], reason: 'line' };
  if (alive.length === 1) return { winners: alive, reason: 'last' };
  if (state.placed >= PLACED_LIMIT * seats.length) return { winners: [], reason: 'limit' };
  return alive.some((seat) => canPlace(state, seat)) ? null : { winners: [], reason: 'stuck' };
}

/* Whether the seat has any move but a pass. */
function canPlace(state, seat) {
  const stones = state.stones[seat];
  return isInStash(stones, 's') || Object.keys(STASH).some((size) => canBuy(state, stones, size));
}

function canBuy(state, stones, size) {
  const payers = counting(stones, PAID_WITH[size]);
  return payers.some((one, place) =>
    payers.slice(place + 1).some((other) =>
      (isInStash(stones, size) || stones[size].includes(one) || stones[size].includes(other)) &&
      NEIGHBOURS[one].some((square) => touch(other, square) && !isTaken(state, square))));
}

/* The squares of the stones that count as that size, the large one among them [4.4]. */
const counting = (stones, size) => [...stones[size], ...stones.l];

const isInStash = (stones, size) => stones[size].length < STASH[size];

const hasNoStash = ({ s, m, l }) => s.length + m.length + l.length === STONES;

const isTaken = (state, square) =>
  state.stones.some(({ s, m, l }) => s.includes(square) || m.includes(square) || l.includes(square));

const hasLine = (squares) =>
  squares.length >= 4 && squares.some((square) => LINES[square].some((line) => line.every((each) => squares.includes(each))));

module.exports = { start, refusal, after, result };
