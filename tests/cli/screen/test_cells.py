"""Squares of boards in characters, at every size of a window."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pytest
from p2pgame.cli.screen.boards import board_lines
from p2pgame.cli.screen.layout import scales
from p2pgame.engine.games import load
from p2pgame.engine.picture import Board, Mark, letters, numbers
from p2pgame.engine.squares import Square
from rich.style import Style
from rich.text import Text

FREE = Mark("·", "free")
LARGE = ((4, 2), (5, 2), (6, 3), (7, 3), (9, 4), (11, 5))


def board(*lines: str, **known: Mark) -> Board:
    """A board of `L5`, each letter a piece of its own, `.` free; some letters may stand for other marks."""
    marks = {".": FREE, **{sign: Mark("L5", "L5", piece=ord(sign)) for sign in "abcd"}, **known}
    rows = tuple(tuple(marks[sign] for sign in line) for line in lines)
    return Board(0, rows, letters(len(lines[0])), numbers(len(lines)))


def drawn(of: Board, scale: tuple[int, int], latest: Collection[Square] = (), fades: bool = False) -> list[Text]:
    """The lines of the squares, without the numbers of rows and the letters of columns."""
    return [line[3:] for line in board_lines(of, "AB", scale, latest, fades=fades)[:-1]]


def papers(line: Text) -> list[object]:
    """The background of each character."""
    backgrounds: list[object] = [None] * len(line)
    for span in line.spans:
        assert isinstance(span.style, Style)
        backgrounds[span.start : span.end] = [span.style.bgcolor] * (span.end - span.start)
    return backgrounds


@pytest.mark.parametrize("scale", [(2, 1), *LARGE])
def test_equal_neighbours_do_not_melt(scale: tuple[int, int]) -> None:
    """A gap stands at the left of the second one, and below the upper one."""
    seams = scale[1] % 2 == 0
    beside = drawn(board("aabb", "aabb"), scale)[-2 if seams else -1].plain
    assert beside[2 * scale[0]] == "▏"
    assert "▏" not in beside[: 2 * scale[0]]
    above = drawn(board("aa", "bb"), scale)[scale[1] if seams else scale[1] - 1]
    gap = "─" if seams else "▁"
    assert above.plain == gap * 2 * scale[0] if scale[1] > 1 else _underlined(above)


@pytest.mark.parametrize("scale", [(4, 2), (8, 4), (5, 2), (9, 4)])
def test_a_square_of_even_height_ends_in_the_middle_of_a_line(scale: tuple[int, int]) -> None:
    """So its text is in its middle, with as many half lines above as below; other colours meet on the seam."""
    wide, high = scale
    lines = drawn(board("a", "."), scale)
    assert len(lines) == 2 * high + 1
    texts = [number for number, line in enumerate(lines) if line.plain.strip() == "L5"]
    assert texts == [high // 2]
    assert (lines[0].plain, lines[-1].plain) == ("▄" * wide, "▀" * wide)
    piece, free = papers(lines[high // 2])[0], papers(lines[-2])[0]
    assert (inks(lines[high])[0], papers(lines[high])[0]) == (piece, free)
    assert lines[high].plain == "▀" * wide


def inks(line: Text) -> list[object]:
    """The colour of each character."""
    found: list[object] = [None] * len(line)
    for span in line.spans:
        assert isinstance(span.style, Style)
        found[span.start : span.end] = [span.style.color] * (span.end - span.start)
    return found


def _underlined(line: Text) -> bool:
    return all(isinstance(span.style, Style) and span.style.underline for span in line.spans)


@pytest.mark.parametrize("game_id", ["tetris", "te-trix", "ten", "tentricks", "tink"])
def test_letters_are_in_the_middle_of_large_squares(game_id: str) -> None:
    """Sizes are odd for one letter and even for two; lines are odd, or a square ends in the middle of one."""
    game = load(game_id)
    own = game.picture(game.begin(2, {})).boards[0]
    one_letter = game_id not in ("tentricks", "tink")
    filled = own.with_marks({(0, 0): Mark("L" if one_letter else "L5", "L", piece=1)})
    for wide, high in scales(filled)[:-1]:
        above = (high - 1) // 2 if high % 2 else high // 2
        line = drawn(filled, (wide, high))[(filled.height - 1) * high + above].plain[:wide]
        text = line.strip()
        assert line == text.center(wide)
        assert line.index(text) == wide - line.index(text) - len(text)


def test_an_empty_board_has_two_tones_and_no_rows_of_dots() -> None:
    """Squares can still be counted."""
    lines = drawn(board("..", ".."), (4, 2))[1::2]
    assert {line.plain for line in lines} == {" " * 8}
    first, second = papers(lines[0])[0], papers(lines[0])[4]
    assert first != second
    assert papers(lines[1])[0] == second


def test_the_last_move_is_marked_by_dots_and_not_by_colour_alone() -> None:
    """On the squares that have no text."""
    two = board("aa", "aa")
    plain, marked = drawn(two, (5, 2))[1], drawn(two, (5, 2), tuple(two.squares()))[1]
    assert plain.plain == "L5".center(5) + " " * 5
    assert marked.plain == "L5".center(5) + "•".center(5)
    assert papers(plain)[0] != papers(marked)[0]


def test_the_limit_bar_lies_right_above_the_free_rows() -> None:
    """The rows above the bar are hatched, and its own row, too, except for the lowest line."""
    marks = {"x": Mark("▒", "beyond", fills=True), "=": Mark("═", "bar", fills=True)}
    lines = [line.plain for line in drawn(board("xx", "==", "..", **marks), (4, 2))]
    assert lines == ["▄" * 8, "╱" * 8, "╱" * 8, "╱" * 8, "▀" * 8, " " * 8, "▀" * 8]
    lines = [line.plain for line in drawn(board("xx", "==", "..", **marks), (3, 1))]
    assert lines == ["╱" * 6, "▄" * 6, " " * 6]


def test_stones_of_three_sizes_look_different() -> None:
    """The smaller ones leave free what is round them."""
    stones = {size: Mark(size, "seat0", seat=0, inset=inset) for size, inset in {"s": 2, "m": 1, "l": 0}.items()}
    for scale in ((4, 2), (6, 3), (8, 4), (10, 5)):
        free = drawn(board("."), scale)
        taken = [_squares_of(drawn(board(size, **stones), scale), free) for size in "sml"]
        assert taken == sorted(set(taken))


def _squares_of(stone: Sequence[Text], free: Sequence[Text]) -> int:
    """Characters in other colours than those of a free square."""
    return sum(
        known != other
        for line, empty in zip(stone, free, strict=True)
        for known, other in zip(_colours(line), _colours(empty), strict=True)
    )


def _colours(line: Text) -> list[tuple[object, object]]:
    """Of each character, with the ink where it is seen."""
    known = zip(line.plain, inks(line), papers(line), strict=True)
    return [(None if sign == " " else ink, paper) for sign, ink, paper in known]


def test_all_but_the_winning_squares_are_faded_at_the_end() -> None:
    """Its colour is the only one at full strength."""
    won, lost = Mark("s", "seat0", won=True), Mark("s", "seat0")
    assert papers(drawn(board("w", w=won), (4, 2), fades=True)[1]) == papers(drawn(board("l", l=lost), (4, 2))[1])
    both = papers(drawn(board("wl", w=won, l=lost), (4, 2), fades=True)[1])
    assert both[0] != both[-1]
