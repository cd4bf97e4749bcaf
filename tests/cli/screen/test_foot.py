"""The line that tells the keys: cut by importance, never by the edge of the screen."""

from __future__ import annotations

import pytest
from p2pgame.cli.screen.keys import foot

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
    """At every width no more than fits; help and the way out before all others, and all in their order."""
    whole = [f"{key} {label}" for key, label in KEYS.items()]
    for width in range(120):
        told = foot(KEYS, width)
        assert told.cell_len <= width
        parts = told.plain.split("  ") if told.plain else []
        assert parts == [part for part in whole if part in parts]
        assert width < 30 or {"enter drop", "? help", "q leave"} <= set(parts)
    assert parts == whole


@pytest.mark.parametrize("width", [40, 60, 80])
def test_help_and_the_way_out_are_shown_on_any_width(width: int) -> None:
    """Where a tetrimino is dropped there are more keys than anywhere else; a form and a list tell theirs as well."""

    async def test(playing: Playing) -> None:
        await playing.press("enter")
        await playing.asked()
        last = playing.text().split("\n")[-1]
        assert "? help" in last
        assert "q leave" in last

    played(table_of("tetris", 2), test, (width, 24))


def test_help_lists_keys_that_have_no_effect_at_present() -> None:
    """Of the first stone of Tink, how to choose what is spent for a larger one."""

    async def test(playing: Playing) -> None:
        await playing.press("question_mark")
        assert "spend two other stones" in playing.text()

    played(table_of("tink", 2, first="0"), test)
