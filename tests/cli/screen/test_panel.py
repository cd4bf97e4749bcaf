"""The panel beside one's own board."""

from __future__ import annotations

import pytest
from p2pgame.cli.games import presentation_of
from p2pgame.cli.screen.layout import best_layout
from p2pgame.cli.screen.panel import panel_text
from p2pgame.cli.screen.pending_move import PendingMove
from p2pgame.cli.table.local import LocalTable

from .piloting import table_of

BELOW = {"tentricks": "supply", "tetris": "next", "te-trix": "You rolled"}
"""Something below the picture of the piece."""


def go_on(table: LocalTable) -> None:
    """Let a step happen: the person makes the first legal move."""
    if table.draws:
        table.draw()
    elif table.seat is not None and table.seat in table.waiting:
        table.make(next(iter(table.view().legal())))
    else:
        assert table.bot_due is not None
        table.play(table.bot_due, table.ask_bot(table.bot_due))


def asked(game_id: str, first: str) -> LocalTable:
    """A table of two whose person has to place a piece, or to make a shape."""
    table = table_of(game_id, 2, seed=5, first=first)
    while table.seat is None or PendingMove.of(table.game, table.state, table.seat).building is None:
        go_on(table)
    return table


def panel(table: LocalTable, seat: int | None, width: int, height: int) -> list[str]:
    """The lines of the panel while that seat is asked, or nobody."""
    picture = table.game.picture(table.state)
    own, *others = picture.boards
    layout = best_layout(own, others, width, height, presentation_of(table.game).letters)
    move = PendingMove.of(table.game, table.state, seat)
    return panel_text(table, own, picture, move, layout, height).plain.split("\n")


@pytest.mark.parametrize(("width", "height"), [(80, 17), (132, 33)])
@pytest.mark.parametrize(("game_id", "first"), [("tentricks", "0"), ("tetris", "I"), ("te-trix", "0")])
def test_lines_below_a_piece_stay_when_the_piece_goes(game_id: str, first: str, width: int, height: int) -> None:
    """Its room is kept while another player has the turn."""
    table = asked(game_id, first)
    shown = [panel(table, seat, width, height) for seat in (0, None)]
    assert shown[0] != shown[1]
    rows = {row for lines in shown for row, line in enumerate(lines) if BELOW[game_id] in line}
    assert len(rows) == 1


def test_where_room_is_scarce_none_is_kept_for_a_piece() -> None:
    """The meaning of an achievement is seen in place of empty lines."""
    assert "  6 full rows" in panel(asked("tetris", "I"), None, 80, 13)


@pytest.mark.parametrize(("game_id", "first"), [("tentricks", "0"), ("tetris", "I"), ("te-trix", "0")])
def test_a_piece_is_no_longer_than_its_room(game_id: str, first: str) -> None:
    """In any direction, in the first steps of a game."""
    table, longest = table_of(game_id, 2, seed=5, first=first), 0
    while table.result is None and table.step < 60:
        for sketch in table.game.picture(table.state).sketches:
            longest = max(longest, len(sketch.rows), *map(len, sketch.rows))
        go_on(table)
    assert longest == presentation_of(table.game).piece
