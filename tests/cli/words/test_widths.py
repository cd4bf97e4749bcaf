"""Names that give way where there is little room, so that figures and signs stay."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest
from p2pgame.cli.screen.lobby_text import seats_text, title_of
from p2pgame.cli.screen.lobby_view import LobbyView
from p2pgame.cli.screen.panel import named_shelf
from p2pgame.cli.screen.render import board_title, title_line, whose_turn
from p2pgame.cli.table.score import describe_result
from p2pgame.cli.words.grammar import and_list
from p2pgame.cli.words.widths import LEAST, cell_len, pad, short_name, shorten, with_names
from p2pgame.engine.games import load
from p2pgame.engine.pending import Result
from p2pgame.engine.picture import Chip, Shelf
from p2pgame.protocol.lobby.messages import Lobby, Offer, Place, Presence
from p2pgame.protocol.wire.sanitize import NAME_CHARACTERS

from ..screen.piloting import table_of

LONGEST = "A" * NAME_CHARACTERS
WIDE = "\N{CJK UNIFIED IDEOGRAPH-6F22}" * NAME_CHARACTERS
MARKED = "e\N{COMBINING ACUTE ACCENT}\N{COMBINING DOT BELOW}" * 8
NAMES = [LONGEST, WIDE, MARKED, "\N{WOMAN}Bea"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", range(1, 30))
def test_a_text_is_shortened_to_the_columns_that_it_may_take(name: str, width: int) -> None:
    """By whole letters, with their marks, and a sign; a wide letter may leave a column free."""
    short = shorten(name, width)
    assert cell_len(short) <= width
    if cell_len(name) <= width:
        assert short == name
    else:
        assert short.endswith("\N{HORIZONTAL ELLIPSIS}")
        assert cell_len(short) >= width - 1
        kept = short[:-1]
        assert name.startswith(kept)
        assert name[len(kept) :][:1] not in ("\N{COMBINING ACUTE ACCENT}", "\N{COMBINING DOT BELOW}")


@pytest.mark.parametrize("name", NAMES)
def test_a_text_is_padded_by_columns(name: str) -> None:
    """On either side."""
    assert cell_len(pad(name, 60)) == cell_len(pad(name, 60, right=True)) == 60


def test_a_narrow_screen_drops_the_bot_mark_before_the_number() -> None:
    """Once its number is cut, `seat 12 (normal)` no longer distinguishes seats."""
    assert short_name("seat 1 (normal)", 11) == "seat 1"
    assert short_name("seat 0 (you)", 12) == "seat 0 (you)"
    assert short_name("seat 3 (normal)", 5) == "s3"
    assert short_name("Player 2", 5) == "P2"


def test_the_longest_names_give_way_first() -> None:
    """Short ones stay whole."""
    shown = with_names(", ".join, ["Bo", LONGEST, LONGEST], 30, cell_len)
    assert shown.startswith("Bo, AAAAAAAAAAA\N{HORIZONTAL ELLIPSIS}, ")
    assert cell_len(shown) <= 30
    assert with_names(", ".join, ["Bo", LONGEST], 3, cell_len) == f"Bo, {LONGEST[: LEAST - 1]}\N{HORIZONTAL ELLIPSIS}"


@pytest.mark.parametrize("name", [LONGEST, WIDE])
def test_the_title_keeps_its_clock(name: str) -> None:
    """With any number of awaited players, and any names."""
    called = tuple(f"{name[:-1]}{seat}" for seat in range(4))
    table = table_of("tetris", 4, called=called)

    def all_of_them(names: Sequence[str]) -> str:
        return f"waiting for {and_list(names)}"

    told = title_line(table, all_of_them, 65, with_fairness=True, width=78)
    assert told.cell_len <= 78
    assert told.plain.count("\N{HORIZONTAL ELLIPSIS}") == 4
    table = table_of("tink", 2, first="0", called=called[:2])
    told = title_line(table, partial(whose_turn, table), 65, with_fairness=True, width=60)
    assert told.cell_len <= 60
    assert told.plain.endswith(", your move \N{MIDDLE DOT} 1:05")


@pytest.mark.parametrize("name", [LONGEST, WIDE])
def test_a_board_keeps_the_sign_of_the_awaited_seat(name: str) -> None:
    """Above a board of twelve columns, and beside one's own."""
    table = table_of("tink", 2, first="0", called=(name, f"{name[:-1]}B"))
    boards = load("tetris").picture(load("tetris").begin(2)).boards
    for board, sign in zip(boards, ("\N{HORIZONTAL ELLIPSIS} ", ""), strict=True):
        title = board_title(table, board, 12)
        assert title.startswith(sign)
        assert cell_len(title) <= 12
        assert title.endswith("\N{HORIZONTAL ELLIPSIS}")


@pytest.mark.parametrize("name", [LONGEST, WIDE])
def test_shelves_and_chips_keep_their_figures(name: str) -> None:
    """Bids, stones and dice are shown with names, not with the numbers of seats."""
    shelf = named_shelf(Shelf("rolled", (Chip("12", seat=1),), seat=0), (name, name), 20)
    assert shelf.name.startswith(name[:3])
    assert shelf.name.endswith(" rolled")
    assert cell_len(shelf.name) <= 20
    assert shelf.chips[0].text.endswith(": 12")
    assert cell_len(shelf.chips[0].text) <= 20


@pytest.mark.parametrize("names", [NAMES, [LONGEST] * 4])
def test_a_score_sheet_stays_a_table(names: list[str]) -> None:
    """Its columns stand one below the other on a screen of 80, with every figure."""
    lines = tuple(("rows", 12) for _ in range(1))
    result = Result((0,), (12,) * 4, (lines,) * 4, "cards")
    head, rows, total = describe_result(load("tetris"), result, names).split("\n")[2:5]
    assert cell_len(head) == cell_len(rows) == cell_len(total) <= 76
    assert rows.split() == ["rows", *["12"] * 4]


def test_the_lobby_remembers_ready_guests() -> None:
    """And the game."""
    lobby = LobbyView()
    lobby.tell(Offer(WIDE, "tentricks", 1, (), 4, True, 300))
    lobby.tell(Lobby((Place(WIDE, "7KQ2M", Presence.HERE), Place(LONGEST, "8KQ2M", Presence.READY)), 0))
    first, second = str(seats_text(lobby, 78)).splitlines()
    assert first.endswith(" (you)  7KQ2M  not ready yet")
    assert second.endswith("  8KQ2M  ready")
    assert max(cell_len(first), cell_len(second), cell_len(title_of(lobby, 78))) <= 78
