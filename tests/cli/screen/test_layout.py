"""How boards, facts and sentences share a small screen: nothing that is needed is cut."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from p2pgame.cli.games.session import Session
from p2pgame.cli.screen.drawing import LABEL
from p2pgame.cli.screen.fitting import fit
from p2pgame.cli.screen.layout import (
    BEFORE_LOG,
    LOG,
    UNSEEN,
    Layout,
    best_layout,
    lowered,
    other_width,
    own_width,
    rows_for_others,
    too_small,
    without_beyond,
)
from p2pgame.cli.screen.others import Other, others_text
from p2pgame.cli.screen.render import still_marked
from p2pgame.cli.words.widths import short_name, wrap
from p2pgame.engine.bots.normal import Normal
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.pending import Chance, Over
from p2pgame.engine.picture import Board
from rich.cells import cell_len

from .piloting import Playing, played, table_of

INITIALS = "01234"
TABLES = [(game_id, seats) for game_id in GAMES if game_id != "tink" for seats in load(game_id).seats]
WIDTH, HEIGHT = 80, 18
"""The room for boards on the smallest screen with one line of choices."""


def _boards(game_id: str, seats: int, steps: int) -> tuple[Board, ...]:
    """Those of a game that has been played for a while."""
    game = load(game_id)
    session: Session[Any, Any] = Session(game, game.begin(seats, {}))
    rng = random.Random(3)
    while len(session.history) < steps and not isinstance(pending := session.pending, Over):
        if isinstance(pending, Chance):
            session.draw(rng.randrange(pending.bound))
        else:
            seat = session.waiting[0]
            session.play(seat, Normal().choose(game, session.state, seat, rng))
    return game.picture(session.state).boards


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_the_smallest_screen_has_every_fact_and_row_of_other_boards(game_id: str, seats: int) -> None:
    """Each value beside its board, each row with its number, all within the window."""
    own, *others = map(without_beyond, _boards(game_id, seats, 60))
    layout = best_layout(own, others, WIDTH, HEIGHT)
    width = min((other_width(board, layout) - 2 for board in others), default=0)
    titled = [Other(board, f"… {short_name(f'seat {board.seat} (normal)', width)}", frozenset()) for board in others]
    lines = others_text(titled, INITIALS, layout, HEIGHT).plain.split("\n")
    assert len(lines) <= HEIGHT
    taken = LABEL + layout.scale[0] * own.width + layout.panel + max(map(cell_len, lines))
    taken += layout.log + BEFORE_LOG if layout.log else 0
    assert taken <= WIDTH
    assert layout.panel >= 17
    text = "\n".join(lines)
    for board in others:
        assert f"… seat {board.seat}" in text
        for note in board.notes:
            assert text.count(note.value) >= sum(note in each.notes for each in others), note
    assert not [line for line in lines if line.rstrip().endswith("…")]


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_a_board_of_another_seat_is_whole_or_only_its_facts_are_there(game_id: str, seats: int) -> None:
    """On windows smaller than the smallest good one; one's own board needs what `too_small` says."""
    own, *others = map(without_beyond, _boards(game_id, seats, 60))
    for width, height in product((50, 60, 70, 80), (10, 12, 14, 16, 18)):
        if not others or too_small(own, width, height):
            continue
        layout = best_layout(own, others, width, height)
        titled = [Other(board, f"seat {board.seat}", frozenset()) for board in others]
        lines = others_text(titled, INITIALS, layout, height).plain.split("\n")
        assert len(lines) <= height
        lowest = [line for line in lines if line.startswith(("1 ", " 1 ", " 1", "p "))]
        assert len(lowest) >= (0 if layout.others_scale == UNSEEN else layout.stack)
        assert all(any(f"seat {board.seat}" in line for line in lines) for board in others)


def test_rows_in_which_nothing_can_lie_give_way_to_the_letters_below() -> None:
    """Three lines of choices leave sixteen rows for a board of sixteen."""
    own = _boards("tentricks", 2, 30)[0]
    assert lowered(own, 17) == own
    low = lowered(own, 16)
    assert (low.height, low.rows[-1]) == (15, "1")
    assert lowered(own, 3) == without_beyond(own)
    tower = _boards("tetris", 2, 10)[0]
    assert lowered(tower, 3) == tower


def test_rows_of_other_boards_are_numbered() -> None:
    """A board that stands lower than one's own is not read by the numbers of that."""
    _own, other = _boards("tentricks", 2, 2)
    for scale in ((1, 1), (2, 1)):
        layout = Layout((2, 1), scale, 1, 20, 0)
        lines = others_text([Other(other, "Ben", frozenset())], INITIALS, layout, 24).plain.split("\n")
        assert [line[:2].strip() for line in lines[1:17]] == [str(16 - row) for row in range(16)]
    own, jen = _boards("ten", 1, 4)
    assert jen.seat != own.seat
    layout = Layout((2, 1), (1, 1), 1, 20, 0)
    lines = others_text([Other(jen, "JEN", frozenset())], INITIALS, layout, 24).plain.split("\n")
    assert [line[:2] for line in lines[1:5]] == ["b ", "g ", "o ", "p "]


@pytest.mark.parametrize("game_id", GAMES)
def test_a_window_that_is_too_small_gives_the_sizes_and_advice(game_id: str) -> None:
    """Instead of a board with rows cut off."""
    own = _boards(game_id, 2, 10)[0]
    assert not too_small(own, WIDTH, own.height)
    told = too_small(own, WIDTH, own.height - 3)
    assert "3 more rows" in told
    assert "it needs 1 more row." in too_small(own, WIDTH, own.height - 1)
    assert "--plain" in told
    assert "2 more columns" in too_small(own, LABEL + 2 * own.width - 2, 40)

    async def test(playing: Playing) -> None:
        assert "too small for the board" in playing.text()
        assert "q leave" in playing.text()
        await playing.press("q", "y")

    played(table_of(game_id, 2), test, (60, 9))


def test_a_long_question_loses_whole_clauses_and_keeps_its_neighbour() -> None:
    """At any width; a single clause that is too long ends with a sign."""
    asked = "Your piece is O. Drop it there; or after a mino somewhere else; or hold it."
    rest = "You have 30 seconds; then up is played."
    whole = f"{asked} {rest}".split()
    for width in range(37, 130):
        told = fit(asked, rest, width, 2)
        lines = told.split("\n")
        assert len(lines) <= 2
        assert all(cell_len(line) <= width for line in lines)
        assert " ".join(lines).endswith(rest)
        assert all(word in whole or f"{word[:-1]};" in whole for word in told.split())
    assert " ".join(fit(asked, rest, 130, 2).split()) == f"{asked} {rest}"
    assert fit("one two three four five", "(six)", 11, 2) == "one two ...\n(six)", "a clause too long gives way, too"
    assert fit("one two three four five", "", 9, 2) == "one two\nthree ..."
    assert fit("one two three four five", "", 10, 2) == "one two\nthree ..."
    assert wrap("漢字漢字 漢字", 9) == ["漢字漢字", "漢字"]


def test_the_last_move_of_each_seat_stays_marked() -> None:
    """A draw or another's move leaves it; on a board that all share every move since one's own is marked."""
    mine, theirs, new = frozenset({(0, 0)}), frozenset({(1, 1)}), frozenset({(2, 2)})
    assert still_marked({0: mine, 1: theirs}, {0: frozenset(), 1: new}, shared=False) == {0: mine, 1: new}
    assert still_marked({None: mine}, {None: new}, shared=True) == {None: mine | new}
    assert still_marked({}, {None: new}, shared=True) == {None: new}


@pytest.mark.parametrize(("game_id", "seats"), [*TABLES, ("tink", 3)])
@pytest.mark.parametrize(("width", "height"), [(100, 24), (160, 42)])
def test_larger_screens_have_frames_and_the_widest_always_the_log(
    game_id: str, seats: int, width: int, height: int
) -> None:
    """Nothing is wider or higher than the window, and the list of moves has 32 columns at least, or is not there."""
    own, *others = map(without_beyond, _boards(game_id, seats, 60))
    layout = best_layout(own, others, width, height)
    assert layout.framed
    assert layout.log == 0 or layout.log >= LOG
    assert layout.log or width < 160
    columns = -(-len(others) // layout.stack)
    beside = sum(other_width(board, layout) + 2 for board in others[:columns]) - 2 if others else 0
    assert own_width(own, layout) + layout.panel + beside + (layout.log + BEFORE_LOG if layout.log else 0) <= width
    assert layout.scale[1] * own.height + 3 <= height
    assert layout.others_scale > (1, 1) or not others or width < 160


@pytest.mark.parametrize("steps", [40, 80, 120])
def test_long_facts_of_the_others_leave_a_row_for_the_news(steps: int) -> None:
    """Four players at Te-Trix on 100 columns and 30 rows: facts of three lines are made shorter, and none is lost."""
    own, *others = map(without_beyond, _boards("te-trix", 4, steps))
    layout, height = best_layout(own, others, 100, 24, letters=1), 24
    titled = [Other(board, "name", frozenset()) for board in others]
    room = rows_for_others(layout, own, others, height)
    assert layout.log == 0
    assert others_text(titled, INITIALS, layout, room).plain.count("\n") + 1 < height
    for each in titled:
        alone = others_text([each], INITIALS, replace(layout, stack=1), room // layout.stack).plain
        for note in each.board.notes:
            assert any(f"{note.name[0]}{value}" in alone for value in (note.value, note.value.split(" = ")[-1])), note


@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("size", [(100, 30), (120, 32)])
def test_the_latest_news_of_te_trix_is_on_a_screen_with_frames(seats: int, size: tuple[int, int]) -> None:
    """The squares give way: without any news nobody sees what the others did."""

    async def test(playing: Playing) -> None:
        screen = await playing.asked()
        assert screen.table.lines[-1].text[:20] in playing.text()
        await playing.press("q", "y")

    played(table_of("te-trix", seats, first="0" if seats > 1 else None), test, size)
