"""Golden playthroughs: games written down step by step, so that a change of behaviour shows as a readable diff.

    python -m tests.engine.games.playthrough                      compares all of `golden/`
    python -m tests.engine.games.playthrough --write [GAME ...]   writes them again

The games are listed in `goldens`. A text says for each step what is asked of whom, how many moves there are, what was
chosen or drawn, and the first eight digits of the new state's hash; the board every few steps; at the end the result
and the score sheet.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from p2pgame.engine import bag
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.events import Answered, Drawn, Event, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import load
from p2pgame.engine.options import spell
from p2pgame.engine.pending import Chance, Over, Pending, Result, Secret, Turn, Window, asked
from p2pgame.engine.play import step

from .goldens import GOLDENS, Golden

FOLDER = Path(__file__).parent / "golden"

COUNTED = 500
"""Legal moves are counted up to this many."""


def playthrough(game: AnyGame, golden: Golden) -> str:
    """The whole text of one game."""
    return "\n".join([_title(game, golden), *_lines(game, golden)]) + "\n"


def path_of(name: str) -> Path:
    """Where the text of that name is kept."""
    return FOLDER / f"{name}.txt"


def _title(game: AnyGame, golden: Golden) -> str:
    options = "".join(f", {name}={spell(value)}" for name, value in golden.options.items())
    return f"{game.title}, {' - '.join(golden.bots)}{options}, seed {golden.seed}"


def _lines(game: AnyGame, golden: Golden) -> Iterator[str]:
    rng = random.Random(golden.seed)
    bots = [BOTS[name] for name in golden.bots]
    state = game.begin(len(bots), golden.options)
    yield from _board(game, state)
    number = 0
    while number != golden.steps:
        event = answer(game, state, bots, rng)
        if event is None:
            break
        number += 1
        yield from _question(game, state, number)
        before, state = state, step(game, state, event)
        *most, last = _answers(game, before, event)
        yield from most
        yield f"{last:<50}  {game.hash(state).hex()[:8]}"
        for seat in (seat for when, seat in golden.drops if when == number):
            state = game.drop(state, seat)
            yield f"{f'      seat {seat} leaves the table':<50}  {game.hash(state).hex()[:8]}"
        if number % golden.board_every == 0:
            yield from _board(game, state)
    if number % golden.board_every:
        yield from _board(game, state)
    yield from _end(game.pending(state))


def _board(game: AnyGame, state: Any) -> list[str]:
    return ["", *(f"    {line}".rstrip() for line in game.text(state).split("\n")), ""]


def _question(game: AnyGame, state: Any, number: int) -> list[str]:
    pending = game.pending(state)
    if isinstance(pending, Chance):
        return [f"{number:>4}  chance, {_counted(len(pending.outcomes), 'outcome')}, {pending.bound} in all"]
    moves = ", ".join(_moves(game, state, seat) for seat in asked(pending))
    return [f"{number:>4}  {_kind(pending)}: {moves}"]


def _kind(pending: Pending) -> str:
    match pending:
        case Turn(seat):
            return f"turn of seat {seat}"
        case Secret(seats):
            return f"secret choice of {_counted(len(seats), 'seat')}"
        case Window(seats):
            return f"window of {_counted(len(seats), 'seat')}"
        case _:
            raise TypeError(f"{pending} asks nobody")


def _moves(game: AnyGame, state: Any, seat: int) -> str:
    number = sum(1 for _ in islice(game.legal(state, seat), COUNTED))
    return f"over {COUNTED - 1} moves" if number == COUNTED else _counted(number, "move")


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"


def _answers(game: AnyGame, state: Any, event: Event[Any]) -> list[str]:
    match event:
        case Drawn(value):
            return [f"      = {_label(game.pending(state), value)}"]
        case Played(seat, move):
            return [f"      seat {seat}: {game.format(move)}"]
        case Answered(moves):
            seats = asked(game.pending(state))
            return [f"      seat {seat}: {game.format(move)}" for seat, move in zip(seats, moves, strict=True)]


def _label(pending: Pending, value: int) -> str:
    assert isinstance(pending, Chance)
    labels, weights = zip(*pending.outcomes, strict=True)
    return str(labels[bag.locate(weights, value)])


def _end(pending: Pending) -> Iterator[str]:
    match pending:
        case Over(result):
            yield f"over: {result.reason}; {_winners(result)}"
            for seat, (score, lines) in enumerate(zip(result.scores, result.detail, strict=True)):
                if score is not None:
                    yield f"  seat {seat}"
                    yield from (f"    {name:<32}{points:>6}" for name, points in lines)
                    yield f"    {'total':<32}{score:>6}"
        case _:
            yield "... and so on"


def _winners(result: Result) -> str:
    if not result.winners:
        return "nobody wins"
    seats = " and ".join(map(str, result.winners))
    return f"seat {seats} wins" if len(result.winners) == 1 else f"seats {seats} share the win"


def main(words: list[str]) -> int:
    """Compare or write; the exit code."""
    writing = "--write" in words
    games = [word for word in words if word != "--write"] or list(GOLDENS)
    changed = 0
    for game_id in games:
        for name, golden in GOLDENS[game_id].items():
            path = path_of(name)
            text = playthrough(load(game_id), golden)
            if path.exists() and path.read_text("utf-8") == text:
                continue
            changed += 1
            print(f"{path.name}: {'written' if writing else 'differs'}")
            if writing:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, "utf-8")
    print(f"{changed} of {sum(len(GOLDENS[game_id]) for game_id in games)} {'written' if writing else 'differ'}")
    return 1 if changed and not writing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
