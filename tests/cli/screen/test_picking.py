"""Words of moves picked by keys: numbers as they are, and words that end a turn only after Enter."""

from __future__ import annotations

import random
import re

import pytest
from p2pgame.cli.screen.pending_move import PendingMove
from p2pgame.cli.screen.widgets.choices import keyed
from p2pgame.cli.table.local import LocalTable
from p2pgame.engine.bots import BOTS
from p2pgame.engine.games import load

from .piloting import Playing, played, table_of


def _at_an_auction(seats: int) -> LocalTable:
    """A table of TEN at which the last seat has drawn a wild at once, so that the person bids first."""
    session = table_of("ten", seats, first=str(seats - 1)).session
    session.play(seats - 1, session.game.parse("draw"))
    session.draw_label("*7")
    return LocalTable(session, dict.fromkeys(range(1, seats), BOTS["normal"]), random.Random(1))


@pytest.mark.parametrize("seats", [2, 5])
def test_a_bid_is_typed_as_a_number(seats: int) -> None:
    """The digits are the bid, not a place in a list, at once or after `bid`. A sentence refuses an impossible bid."""

    async def test(playing: Playing) -> None:
        screen = await playing.asked()
        wanted = [word.split(" ")[1] for word in screen.move.spellings if word.startswith("bid")][-1]
        await playing.press(*wanted)
        assert screen.spelled == f"bid {wanted}"
        await playing.press("escape", "d")
        await playing.until(lambda: screen.spelled.startswith("bid "))
        assert screen.table.asked, "where one number is possible it is shown first, too"
        await playing.press("escape", "9", "9")
        assert "You have typed 99; there is" in playing.text()
        step = screen.table.step
        await playing.press("enter")
        assert screen.table.step == step, "nothing is bid that was not typed"
        await playing.press(*wanted, "enter")
        await playing.until(lambda: any(f": bid {wanted}" in line.text for line in screen.table.lines))

    played(_at_an_auction(seats), test)


def test_no_digit_picks_another_thing_than_itself() -> None:
    """Cards, squares and tokens have digits in their names: they are picked by letters."""
    words = ("5", "12", "blue7", "blue8", "*6", "pass", "c1", "T4", "coin", "2")
    keys = {choice.word: choice.key for choice in keyed([(word, word, "open") for word in words], {"q", "b"})}
    assert not [key for key in keys.values() if key.isdigit()]
    assert not keys["5"]
    assert all(keys[word].isalpha() for word in words if not word.isdigit())
    assert len({key for key in keys.values() if key}) == len([key for key in keys.values() if key])


def test_hold_is_shown_before_it_is_done() -> None:
    """`h` shows what it brings, Enter does it; Escape, or `h` again, goes back to the piece."""

    async def test(playing: Playing) -> None:
        await playing.press("enter")
        screen = await playing.asked()
        step, piece = screen.table.step, screen.spelled
        for back in ("escape", "h"):
            await playing.press("h")
            assert (screen.spelled, screen.table.step) == ("hold", step)
            assert re.search(r"hold [A-Z]  hold - → ", playing.text())
            assert "enter select  esc back to the piece" in playing.text()
            await playing.press(back)
            assert screen.spelled == piece
        await playing.press("h", "enter")
        await playing.until(lambda: any(": hold " in line.text for line in screen.table.lines))

    played(table_of("tetris", 2), test)


def test_a_token_is_picked_by_its_number() -> None:
    """Where one word leads to numbers, digits may be typed before it."""
    move = PendingMove(load("tentricks"), None, None, spellings=("standby", "use 4 c1", "use 4 d1", "use 10 T4"))
    assert move.leading_to_numbers() == "use"
    move.pick("use")
    assert tuple(move.following) == ("4", "10")
    assert move.numbers == ("4", "10")
    assert not move.makes_move("4")
    move.pick("10")
    assert tuple(move.following) == ("T4",)
    assert move.makes_move("T4")


def test_help_lists_only_existing_things() -> None:
    """Nobody to talk to; nothing to point at where words are picked."""

    async def test(playing: Playing) -> None:
        await playing.press("question_mark")
        assert "chat with the others" not in playing.text()
        assert "click a word" in playing.text()
        assert "point at a square" not in playing.text()

    played(table_of("ten", 2, first="0"), test, (80, 50))
