"""Pieces drop, stones appear, dice roll and cards turn on the way from one picture to the next."""

from __future__ import annotations

from typing import Any

import pytest
from p2pgame.cli.games.palette import is_ghost
from p2pgame.cli.games.session import Session
from p2pgame.cli.profile import person
from p2pgame.cli.profile.settings import Settings
from p2pgame.cli.screen.motion import FRAMES, between
from p2pgame.engine.games import load
from p2pgame.engine.picture import Picture

from .piloting import Playing, played, table_of


def _session(game_id: str, seats: int, *draws: str) -> Session[Any, Any]:
    game = load(game_id)
    session: Session[Any, Any] = Session(game, game.begin(seats, {}))
    for label in draws:
        session.draw_label(label)
    return session


def _picture(session: Session[Any, Any]) -> Picture:
    return session.game.picture(session.state)


def _rows_of(picture: Picture, letter: str) -> set[int]:
    board = picture.boards[0]
    return {row for column, row in board.squares() if board.at((column, row)).text == letter}


def test_a_tetrimino_drops_from_above() -> None:
    """Nearer in each frame, and nothing else moves; the last picture is the one after."""
    session = _session("tetris", 2, "L")
    for seat in range(2):
        session.play(seat, session.game.parse("up"))
    session.draw_label("T")
    before = _picture(session)
    for seat in range(2):
        session.play(seat, session.game.parse("L0@a"))
    frames = between(before, _picture(session))
    lowest = [min(_rows_of(frame, "L")) for frame in frames]
    assert len(frames) == FRAMES
    assert lowest == sorted(set(lowest), reverse=True)
    assert lowest[-1] > 0
    assert all(len(_rows_of(frame, "L")) == 2 for frame in frames)


def test_a_stone_appears_where_it_is_put() -> None:
    """Faint at first."""
    session = _session("tink", 2, "0")
    before = _picture(session)
    session.play(0, session.game.parse("s@d4"))
    frames = between(before, _picture(session))
    assert len(frames) == FRAMES
    assert all(is_ghost(frame.boards[0].at((3, 3)).ink) for frame in frames)


def test_dice_show_other_faces_before_their_own() -> None:
    """As many as there are, of the same colours as symbols have."""
    session = _session("te-trix", 2, "0")
    before = _picture(session)
    session.draw_label("OSSX")
    after = _picture(session)
    frames = between(before, after)
    assert len(frames) == FRAMES
    shelves = [next(shelf for shelf in frame.shelves if shelf.things == "dice") for frame in frames]
    settled = next(shelf for shelf in after.shelves if shelf.things == "dice")
    assert all(len(shelf.chips) == 4 for shelf in shelves)
    assert any(shelf.chips != settled.chips for shelf in shelves)


def test_a_card_has_its_back_up_before_it_is_turned() -> None:
    """Those that lie there already stay as they are."""
    session = _session("ten", 2, "0")
    game = session.game
    session.play(0, game.parse("draw"))
    session.draw_label("blue2")
    session.play(0, game.parse("draw"))
    before = _picture(session)
    session.draw_label("green3")
    rows = [
        next(shelf for shelf in frame.shelves if shelf.name == "row").chips
        for frame in between(before, _picture(session))
    ]
    assert {chips[0].text for chips in rows} == {"b2"}
    assert [chips[1].text for chips in rows] == ["▒▒", "▒▒", "g3", "g3"]


def test_nothing_moves_where_nothing_comes_or_much_has_happened() -> None:
    """As after a jump in a replay."""
    session = _session("tink", 2, "0")
    before = _picture(session)
    assert not between(before, before)
    for seat, move in ((0, "s@c3"), (1, "s@c4"), (0, "s@d3"), (1, "s@d4")):
        session.play(seat, session.game.parse(move))
    assert not between(before, _picture(session))


@pytest.mark.parametrize("motion", [True, False])
def test_a_key_ends_the_motion_and_a_setting_forbids_it(motion: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The board stands still at the next key, also during a motion."""
    monkeypatch.setattr("p2pgame.cli.screen.motion.SECONDS", 1000.0)
    person.try_on(Settings(motion=motion))

    async def test(playing: Playing) -> None:
        playing.app.animation_level = "full"
        await playing.press("enter")
        assert playing.table.sight.in_motion is motion
        await playing.press("?")
        assert not playing.table.sight.in_motion
        await playing.press("escape")
        assert "Ps" in playing.text()
        await playing.press("q", "y")

    try:
        played(table_of("tink", 2, first="0"), test)
    finally:
        person.try_on(Settings())
