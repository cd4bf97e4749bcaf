"""Squares as renderers draw them: one name a piece, and lines where pieces touch."""

from __future__ import annotations

from p2pgame.cli.games.faces import SIDES, faces, written
from p2pgame.cli.games.palette import INKS, ghost_of, ink_of
from p2pgame.cli.screen.boards import board_lines
from p2pgame.engine.picture import Board, Mark, letters, numbers

FREE = Mark("·")


def board(*lines: str) -> Board:
    """A board of `L5`, each letter a piece of its own, `.` free."""
    marks = tuple(tuple(FREE if sign == "." else Mark("L5", "L5", piece=ord(sign)) for sign in line) for line in lines)
    return Board(0, marks, letters(len(lines[0])), numbers(len(lines)))


def test_the_name_of_a_piece_stands_on_its_first_square_only() -> None:
    """On all of them where asked, as without colours the name is all there is."""
    two = board("ab", "ab")
    assert [[face.text for face in line] for line in faces(two, "01")] == [["L5", "L5"], ["", ""]]
    assert [[face.text for face in line] for line in faces(two, "01", all_named=True)] == [["L5", "L5"]] * 2


def test_a_name_is_spread_over_two_squares_where_each_has_one_letter() -> None:
    """Else `L4` and `L5` would look alike on the small boards of the others: beside the first square, or below it."""
    wide, tall = board("aaa"), board(".b", "bb")
    assert [face.text for face in faces(wide, "01", spread=True)[0]] == ["L", "5", ""]
    assert [[face.text for face in line] for line in faces(tall, "01", spread=True)] == [["·", "L"], ["", "5"]]


def test_a_piece_ends_at_its_edges_and_is_split_from_its_neighbours() -> None:
    """Equal neighbours are still two pieces."""
    (first, second), (_, free) = faces(board("ab", "a."), "01")
    assert first.ends == {"left", "right", "top"}
    assert first.splits == {"right"}
    assert second.splits == {"left"}
    assert free.ends == SIDES.keys()
    assert not free.splits


def test_equal_pieces_side_by_side_have_a_line_between_them() -> None:
    """Also below the squares that have their names."""
    lines = [line.plain for line in board_lines(board("aabb", "aabb"), "01")]
    assert lines[0] == " 2 L5  L5  "
    assert lines[1] == " 1     ▏   "


def test_a_stone_has_the_initial_of_its_seat_and_a_sign_comes_last() -> None:
    """Text and sign stay apart, so that the text can be left out."""
    (stone, card), *_ = faces(Board(None, ((Mark("s", seat=1), Mark("8", sign="+")),), letters(2), numbers(1)), "AB")
    assert (stone.text, stone.sign) == ("Bs", "")
    assert (card.text, card.sign) == ("8", "+")
    assert [written(face, "~") for face in (stone, card)] == ["Bs", "8+"]


def test_a_ghost_is_a_faded_piece_and_an_unknown_ink_is_plain() -> None:
    """Pictures of games of other packages may name unknown inks."""
    assert ink_of("no such ink", "default") == INKS["plain"]
    ghost, piece = ink_of(ghost_of("L5"), "default"), INKS["L5"]
    assert ghost.stands_out
    assert ghost.paper not in (None, piece.paper, INKS["free"].paper)
