"""The line with the keys: shortened by importance, never by the edge of the screen."""

from __future__ import annotations

import pytest
from p2pgame.cli.screen.keys import foot
from p2pgame.engine.games import GAMES

from .piloting import Playing, played, table_of

KEYS = {
    "← →": "move",
    "r z": "turn",
    "m": "mino here",
    "backspace": "no mino",
    "enter": "drop",
    "?": "help",
    "q": "leave",
    "t": "talk",
    ":": "type",
}


def test_a_footer_shows_whole_keys_and_the_most_important_first() -> None:
    """At every width no more than fits; help and the way out before all others, and all in their order.

    Where not every key is there, that of the help says so.
    """
    whole = [f"{key} {label}" for key, label in KEYS.items()]
    for width in range(120):
        told = foot(KEYS, width)
        assert told.cell_len <= width
        parts = told.plain.split("  ") if told.plain else []
        all_there = len(parts) == len(whole)
        expected = whole if all_there else [part.replace("? help", "? more") for part in whole]
        assert parts == [part for part in expected if part in parts]
        assert width < 35 or {"enter drop", "? help" if all_there else "? more", "q leave"} <= set(parts)
    assert parts == whole


@pytest.mark.parametrize("game_id", GAMES)
def test_help_lists_every_key_that_the_footer_has_no_room_for(game_id: str) -> None:
    """On a narrow screen, the first question of each game."""

    async def test(playing: Playing) -> None:
        screen = await playing.asked()
        keys = screen.captions.foot(screen.move)
        assert "? more" in playing.text().split("\n")[-1]
        await playing.press("question_mark")
        reading = screen.captions.help(screen.move).plain
        for key in keys:
            assert key in reading, key

    played(table_of(game_id, 2), test, (50, 24))


@pytest.mark.parametrize("width", [40, 60, 80])
def test_help_and_the_way_out_are_shown_on_any_width(width: int) -> None:
    """Where a tetrimino is dropped there are more keys than anywhere else; a form and a list show theirs as well."""

    async def test(playing: Playing) -> None:
        await playing.press("enter")
        await playing.asked()
        last = playing.text().split("\n")[-1]
        assert "? help" in last or "? more" in last
        assert "q leave" in last

    played(table_of("tetris", 2), test, (width, 24))


def test_help_lists_keys_that_have_no_effect_at_present() -> None:
    """Of the first stone of Tink, how to choose what is spent for a larger one."""

    async def test(playing: Playing) -> None:
        await playing.press("question_mark")
        assert "spend two other stones" in playing.text()

    played(table_of("tink", 2, first="0"), test)
