"""Random games of Tentricks watched from outside: what positions say before and after a placement must agree."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from p2pgame.engine.events import Played
from p2pgame.engine.games.tentricks.game import GAME
from p2pgame.engine.pending import Over
from p2pgame.engine.play import step

from ..playing import random_event, random_table

ICONS = {"a4", "b8", "c2", "c12", "d6", "e10", "f10", "g6", "h2", "h12", "i8", "j4"}

Position = dict[str, Any]


def steps(seed: int) -> Iterator[tuple[Position, str, Position]]:
    """Every turn of a random game: the position before, the move, the position after."""
    rng = random.Random(seed)
    seats, options = random_table(GAME, rng)
    state = GAME.begin(seats, options)
    while (event := random_event(GAME, state, rng)) is not None:
        before, state = state, step(GAME, state, event)
        if isinstance(event, Played):
            yield GAME.position(before), GAME.format(event.move), GAME.position(state)


def full_rows(board: Position) -> set[int]:
    """The rows in which ten cells are filled."""
    filled = Counter(int(cell[1:]) for _, cells in board["placed"] for cell in cells)
    return {row for row, cells in filled.items() if cells == 10}


def owner(before: Position) -> int:
    """On whose board a piece is placed."""
    seat: int = before["puts"][0]["on"] if before["puts"] else before["active"]
    return seat


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_2_1_to_2_4_the_points_of_a_placement(seed: int) -> None:
    """Bar and tokens by the rows and icons that the cells tell; an overlapping piece brings nothing and is gone."""
    for before, move, after in steps(seed):
        if "@" not in move:
            continue
        seat = owner(before)
        was, now = before["boards"][seat], after["boards"][seat]
        new = [entry for entry in now["placed"] if entry not in was["placed"]]
        if not new:
            assert now["out"]
            assert now["placed"] == was["placed"]
            continue
        ((kind, cells),) = new
        assert move.startswith(kind)
        rows = full_rows(now) - full_rows(was) - set(was["spent"]["rows"])
        if after["phase"] == "over" or now["out"] or now["bar"] < was["bar"]:
            continue  # the next turn has already let the bars fall
        risen = min(16, was["bar"] + len(rows))
        next_level = after["deck"]["before_level"] > before["deck"]["before_level"]
        assert next_level or now["bar"] == risen
        icons = ICONS & set(cells) - set(was["spent"]["icons"])
        won = len(icons) + (len(rows) == 4 and seat == before["active"])
        if after["gains"] or not won:
            assert after["gains"] == [seat] * won
        else:
            kept = 10 * (4 - before["seats"]) if before["options"]["random_tokens"] else 0
            assert sum(before["bag"].values()) == kept


@settings(max_examples=30)
@given(seed=st.integers(0, 2**32))
def test_2_6_and_6_1_no_piece_of_a_seat_that_is_in_overlaps_its_bar(seed: int) -> None:
    """At every step."""
    for _, _, after in steps(seed):
        for board in after["boards"]:
            top = max((int(cell[1:]) for _, cells in board["placed"] for cell in cells), default=0)
            assert board["out"] or top <= board["bar"] > 0


@settings(max_examples=30)
@given(seed=st.integers(0, 2**32))
def test_4_0_tokens_and_pieces_leave_but_never_appear(seed: int) -> None:
    """Of each type and each number there are never more than before."""
    known: tuple[Counter[str], Counter[int]] | None = None
    for before, _, after in steps(seed):
        for position in (before, after):
            found = count(position)
            assert known is None or (found[0] <= known[0] and found[1] <= known[1])
            known = found


def count(position: Position) -> tuple[Counter[str], Counter[int]]:
    """Pieces by type and tokens by number, in all places together."""
    pieces: Counter[str] = Counter(position["supply"])
    tokens = Counter({int(token): number for token, number in position["bag"].items()})
    for board in position["boards"]:
        pieces.update(kind for kind, _ in board["placed"])
        pieces.update([board["standby"]] if board["standby"] else [])
        tokens.update(board["tokens"])
        tokens.update([board["lock"]] if board["lock"] else [])
    pieces.update([position["hand"]] if position["hand"] else [])
    pieces.update(kind for put in position["puts"] for kind in put["types"])
    tokens.update(int(use["move"].split()[1]) for use in position["stack"])
    return pieces, tokens


@settings(max_examples=30)
@given(seed=st.integers(0, 2**32))
def test_3_9_turns_go_round(seed: int) -> None:
    """A turn goes to the next seat that is in, and a round begins when it reaches or passes the starting seat."""
    for before, _, after in steps(seed):
        old, new, seats = before["active"], after["active"], before["seats"]
        if after["phase"] == "over" or old == new or before["phase"] == "over":
            continue
        passed = [(old + i) % seats for i in range(1, 1 + (new - old) % seats)]
        if after["round"] - before["round"] <= 1 and all(before["boards"][seat]["out"] for seat in passed[:-1]):
            assert after["round"] - before["round"] == (before["start"] in passed)


def test_every_token_and_every_ending_comes_up() -> None:
    """Random games reach all ten tokens, all phases, a victory and a defeat."""
    used: set[str] = set()
    phases: set[str] = set()
    reasons: set[str] = set()
    for seed in range(60):
        rng = random.Random(seed)
        seats, options = random_table(GAME, rng)
        state = GAME.begin(seats, options)
        while (event := random_event(GAME, state, rng)) is not None:
            state = step(GAME, state, event)
            used |= {use.move.split()[1] for use in state.stack}
            if isinstance(event, Played) and GAME.format(event.move).startswith("use"):
                used.add(GAME.format(event.move).split()[1])
            phases.add(state.phase)
        pending = GAME.pending(state)
        assert isinstance(pending, Over)
        reasons.add(pending.result.reason)
    assert used >= {str(token) for token in (4, 5, 6, 7, 8, 9, 10)}
    assert phases == {"fewer", "start", "card", "react", "place", "after", "end", "over"}
    assert reasons == {"victory", "defeat"}
