"""A table in words, for people who use a screen reader."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from p2pgame.cli.games.session import Session
from p2pgame.cli.table.description import TableDescription, describe_table
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.pending import Chance, Over

NAMES = ("Ada", "Max (normal)")


def _session(game_id: str, *draws: str) -> Session[Any, Any]:
    game = load(game_id)
    session: Session[Any, Any] = Session(game, game.begin(2, {}))
    for label in draws:
        session.draw_label(label)
    return session


def _described(session: Session[Any, Any]) -> str:
    return describe_table(session.game, session.state, NAMES, 0)


@pytest.mark.parametrize("game_id", GAMES)
def test_no_row_of_dots_and_no_drawing_is_printed(game_id: str) -> None:
    """Words, squares and numbers alone, at every position; bots without their level."""
    session, rng = _session(game_id), random.Random(2)
    for _ in range(60):
        if isinstance(pending := session.pending, Over):
            break
        if isinstance(pending, Chance):
            session.draw(rng.randrange(pending.bound))
        else:
            seat = session.waiting[0]
            session.play(seat, session.game.sample(session.state, seat, rng))
        told = _described(session)
        assert not re.search(r"\. \.|[·●■✕◆═╱▄]", told)
        assert "(normal)" not in told


def test_towers_have_their_heights_and_holes_in_words() -> None:
    """And where icons are, if all is asked for."""
    session = _session("tetris", "L")
    assert "You: empty" in _described(session)
    for seat in range(2):
        session.play(seat, session.game.parse("up"))
    session.draw_label("T")
    for seat, move in enumerate(("L1@c", "L2@a")):
        session.play(seat, session.game.parse(move))
    told = _described(session).splitlines()
    assert "You: heights a 0, b 0, c 3, d 1, e 0, f 0, g 0, h 0" in told
    assert "Max: holes b1, c1" in told
    assert any(line.startswith("You: icons ") and "diamond " in line for line in told)


def test_stones_are_named_by_owner_and_size() -> None:
    """The person at the screen is `You`."""
    session = _session("tink", "0")
    for seat, move in ((0, "s@d4"), (1, "s@e5"), (0, "s@d5")):
        session.play(seat, session.game.parse(move))
    assert "You small d4, d5; Max small e5" in _described(session).splitlines()


def test_cards_and_symbols_have_names() -> None:
    """As in the log."""
    session = _session("ten", "0")
    session.play(0, session.game.parse("draw"))
    session.draw_label("green3")
    assert "row: green 3" in _described(session).splitlines()
    session = _session("te-trix", "0", "OSXX")
    assert "You rolled: circle, square, cross, cross" in _described(session).splitlines()


def test_only_changes_are_printed_again() -> None:
    """All at first, and then what is new."""
    session = _session("tink", "0")
    heard = TableDescription(session.game, NAMES, 0)
    assert "nothing yet" in heard.changes(session.state)
    assert heard.changes(session.state) == ""
    session.play(0, session.game.parse("s@d4"))
    assert heard.changes(session.state).splitlines() == ["You small d4", "You: 4s, 4m, 1l"]
