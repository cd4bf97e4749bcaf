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
    beside = drawn(board("aabb", "aabb"), scale)
    assert beside[-1].plain[2 * scale[0]] == "▏"
    assert "▏" not in beside[-1].plain[: 2 * scale[0]]
    above, *_ = drawn(board("aa", "bb"), scale)[scale[1] - 1 :]
    assert above.plain == "▁" * 2 * scale[0] if scale[1] > 1 else _underlined(above)


def _underlined(line: Text) -> bool:
    return all(isinstance(span.style, Style) and span.style.underline for span in line.spans)


@pytest.mark.parametrize("game_id", ["tetris", "te-trix", "ten", "tentricks", "tink"])
def test_letters_are_in_the_middle_of_large_squares(game_id: str) -> None:
    """Sizes are odd for one letter and even for two, and so are the lines where there are more than two."""
    game = load(game_id)
    own = game.picture(game.begin(2, {})).boards[0]
    one_letter = game_id not in ("tentricks", "tink")
    filled = own.with_marks({(0, 0): Mark("L" if one_letter else "L5", "L", piece=1)})
    for wide, high in scales(filled)[:-1]:
        line = drawn(filled, (wide, high))[-high:][(high - 1) // 2].plain[:wide]
        text = line.strip()
        assert line == text.center(wide)
        assert line.index(text) == wide - line.index(text) - len(text)


def test_an_empty_board_has_two_tones_and_no_rows_of_dots() -> None:
    """Squares can still be counted."""
    lines = drawn(board("..", ".."), (4, 2))
    assert {line.plain for line in lines} == {" " * 8}
    first, second = papers(lines[0])[0], papers(lines[0])[4]
    assert first != second
    assert papers(lines[2])[0] == second


def test_the_last_move_is_marked_by_dots_and_not_by_colour_alone() -> None:
    """On the squares that have no text."""
    two = board("aa", "aa")
    (plain, *_), (marked, *_) = drawn(two, (5, 2)), drawn(two, (5, 2), tuple(two.squares()))
    assert plain.plain == "L5".center(5) + " " * 5
    assert marked.plain == "L5".center(5) + "•".center(5)
    assert papers(plain)[0] != papers(marked)[0]


def test_the_limit_bar_lies_right_above_the_free_rows() -> None:
    """The rows above the bar are hatched, and its own row, too, except for the lowest line."""
    marks = {"x": Mark("▒", "beyond", fills=True), "=": Mark("═", "bar", fills=True)}
    lines = [line.plain for line in drawn(board("xx", "==", "..", **marks), (4, 2))]
    assert lines == ["╱" * 8, "╱" * 8, "╱" * 8, "▄" * 8, " " * 8, " " * 8]


def test_stones_of_three_sizes_are_seen_to_be_so() -> None:
    """The smaller ones leave free what is round them."""
    stones = {size: Mark(size, "seat0", seat=0, inset=inset) for size, inset in {"s": 2, "m": 1, "l": 0}.items()}
    for scale in ((4, 2), (6, 3), (8, 4), (10, 5)):
        free = drawn(board("."), scale)
        taken = [_squares_of(drawn(board(size, **stones), scale), free) for size in "sml"]
        assert taken == sorted(set(taken))


def _squares_of(stone: Sequence[Text], free: Sequence[Text]) -> int:
    """Characters that look other than those of a free square."""
    pairs = zip(stone, free, strict=True)
    return sum(
        paper != other or sign not in " ▘▝▖▗"
        for line, empty in pairs
        for paper, other, sign in zip(papers(line), papers(empty), line.plain, strict=True)
    )


def test_all_but_what_has_won_stands_back_at_the_end() -> None:
    """Its colour is the only one at full strength."""
    won, lost = Mark("s", "seat0", won=True), Mark("s", "seat0")
    assert papers(drawn(board("w", w=won), (4, 2), fades=True)[0]) == papers(drawn(board("l", l=lost), (4, 2))[0])
    both = papers(drawn(board("wl", w=won, l=lost), (4, 2), fades=True)[0])
    assert both[0] != both[-1]
