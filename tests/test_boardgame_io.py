"""The benchmark beside boardgame.io plays the same game on both sides, and says so if it cannot run."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from p2pgame.engine.errors import IllegalMove
from p2pgame.engine.events import Drawn, Played
from p2pgame.engine.games import load
from p2pgame.engine.games.tink.geometry import SQUARES, members
from p2pgame.engine.games.tink.moves import PASS, Move, Place, Size
from p2pgame.engine.games.tink.state import State
from p2pgame.engine.pending import Over, Turn
from p2pgame.engine.play import step

from benchmarks.boardgame_io.__main__ import ON_DISK, THEIRS, main, sync_time, table
from benchmarks.boardgame_io.matches import SEATS, Figures, match
from benchmarks.boardgame_io.theirs import JAVASCRIPT

NODE = shutil.which("node")
TINK = load("tink")
SIZES: tuple[Size, ...] = ("s", "m", "l")
WRONG = 60
"""Moves tried in each position that may be against the rules."""


def test_without_nodejs_the_benchmark_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """In one sentence, and nothing is measured."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match=r"^boardgame\.io needs Node\.js .* npm: install them") as ended:
        main(["--folder", str(tmp_path / "kept")])
    assert ended.value.code  # a sentence: the exit code is 1
    assert not capsys.readouterr().out
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize("number", range(4))
def test_both_sides_play_a_whole_legal_game(number: int) -> None:
    """Each move of a match is legal, and the last one ends the game."""
    given = match(number)
    state = step(TINK, TINK.begin(SEATS), Drawn(given.first))
    for seat, move in given.turns:
        state = step(TINK, state, Played(seat, move))
    over = TINK.pending(state)
    assert isinstance(over, Over)
    assert over.result.winners == given.winners
    assert sum(len(given.of(seat)) for seat in range(SEATS)) == len(given.turns)


def test_figures_of_games_add_up() -> None:
    """Turns, seconds and processor time."""
    assert Figures.together([Figures(1, 2.0, 3.0), Figures(10, 20.0, 30.0)]) == Figures(11, 22.0, 33.0)


def test_a_ratio_is_taken_within_each_round() -> None:
    """Of three rounds the second is slow for both sides: it changes the speeds, and not the ratio."""
    theirs = [Figures(100, seconds, 0.2) for seconds in (0.1, 0.4, 0.1)]
    ours = [Figures(100, seconds, 0.1) for seconds in (0.2, 0.8, 0.2)]
    rounds = [{THEIRS: one, ON_DISK: other} for one, other in zip(theirs, ours, strict=True)]
    assert [line.split() for line in list(table(rounds, {ON_DISK: 0.0001}))[1:]] == [
        [*THEIRS.split(), "1,000", "1.00", "2,000", "us"],
        [*ON_DISK.split(), "500", "0.50", "1,000", "us", "100", "us"],
    ]


def test_a_sync_takes_time_and_leaves_no_file(tmp_path: Path) -> None:
    """Its cost is printed beside the turns."""
    assert sync_time(tmp_path) > 0
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(NODE is None, reason="there is no Node.js to run the rules of the other side")
@pytest.mark.parametrize(("seats", "seed"), [(2, 9), (2, 29), (2, 42), (3, 22), (4, 20)])
def test_the_game_for_boardgame_io_has_the_rules_of_tink(seats: int, seed: int) -> None:
    """In each position both allow the same moves. Each move has the same effect, and the game has the same end."""
    first, turns, over = _game(seats, random.Random(seed))
    answers = iter(_answers({"seats": seats, "first": first, "turns": [_asked(turn) for turn in turns]}))
    for state, _, tried in turns:
        answer = next(answers)
        assert answer["state"] == _as_theirs(state)
        assert answer["allowed"] == [_is_legal(state, move) for move in tried]
        assert answer["result"] is None
    end = next(answers)
    assert end["result"] == {"winners": list(over.result.winners), "reason": over.result.reason}
    assert not list(answers)


Turned = tuple[State, Move, list[Move]]
"""A position, the move that is made in it, and moves that are tried before, legal ones and others."""


def _game(seats: int, rng: random.Random) -> tuple[int, list[Turned], Over]:
    first = rng.randrange(seats)
    state = step(TINK, TINK.begin(seats), Drawn(first))
    turns: list[Turned] = []
    while isinstance(pending := TINK.pending(state), Turn):
        moves = list(TINK.legal(state, pending.seat))
        move = rng.choice(moves)
        turns.append((state, move, [*moves, PASS, *_any_moves(state, rng)]))
        state = step(TINK, state, Played(pending.seat, move))
    assert isinstance(pending, Over)
    return first, turns, pending


def _any_moves(state: State, rng: random.Random) -> Iterator[Move]:
    stones = sorted(square for each in state.stones for square in members(each.all))
    pairs = list(combinations(stones, 2))
    for _ in range(WRONG):
        spent = rng.choice(pairs) if pairs and rng.randrange(4) else None
        yield Place(rng.choice(SIZES), rng.choice(SQUARES), spent)


def _is_legal(state: State, move: Move) -> bool:
    pending = TINK.pending(state)
    assert isinstance(pending, Turn)
    try:
        TINK.check(state, pending.seat, move)
    except IllegalMove:
        return False
    return True


def _asked(turn: Turned) -> dict[str, Any]:
    _, move, tried = turn
    return {"move": _spelled(move), "tried": [_spelled(each) for each in tried]}


def _spelled(move: Move) -> dict[str, Any] | None:
    return {"size": move.size, "square": move.square, "spent": move.spent} if isinstance(move, Place) else None


def _as_theirs(state: State) -> dict[str, Any]:
    """A state as `rules.js` writes it, its sets sorted."""
    return {
        "stones": [{size: list(members(stones.of(size))) for size in SIZES} for stones in state.stones],
        "turn": state.turn,
        "passes": list(state.passes),
        "lost": list(state.lost),
        "placed": state.placed,
        "first": state.first,
    }


_FOLLOW = """
const { start, refusal, after, result } = require('./rules');
const { seats, first, turns } = JSON.parse(require('fs').readFileSync(0));
const sorted = (numbers) => [...numbers].sort((one, other) => one - other);
const told = (state) => ({
  ...state,
  lost: sorted(state.lost),
  stones: state.stones.map(({ s, m, l }) => ({ s: sorted(s), m: sorted(m), l: sorted(l) })),
});
let state = start(seats, first);
const answers = [];
for (const { move, tried } of turns) {
  const allowed = tried.map((each) => refusal(state, each) === null);
  answers.push({ state: told(state), allowed, result: result(state) });
  state = after(state, move);
}
console.log(JSON.stringify([...answers, { state: told(state), result: result(state) }]));
"""


def _answers(game: dict[str, Any]) -> list[dict[str, Any]]:
    """The answers of `rules.js` to a game: before each turn, and at the end."""
    assert NODE is not None
    done = subprocess.run(
        [NODE, "--eval", _FOLLOW],
        input=json.dumps(game),
        cwd=JAVASCRIPT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers
