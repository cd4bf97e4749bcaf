"""A table in words, for people who use a screen reader: the owners and places of things, heights of columns, and only
changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from p2pgame.engine.game import AnyGame
from p2pgame.engine.picture import Board, Chip, Mark, Shelf

from ..games import presentation_of
from ..games.phrases import Phrases
from ..words.addressing import addressed
from ..words.widths import bare_names

_EMPTY = frozenset({"free", "icon", "open", "beyond", "bar"})
"""Inks of squares with nothing on them."""

_MANY = 12
"""Holes that are named; more of them are counted."""


class TableDescription:
    """Remembers the lines about a table, so that only changes are printed again."""

    def __init__(self, game: AnyGame, names: Sequence[str], me: int | None) -> None:
        """The words are for the seat `me`, or for a spectator."""
        self._game = game
        self._names = names
        self._me = me
        self._said: Mapping[str, str] = {}

    def changes(self, state: object) -> str:
        """The lines that differ from the last call; all of them at the first."""
        lines = dict(_lines(self._game, state, self._names, self._me, full=False))
        new = [line for key, line in lines.items() if self._said.get(key) != line]
        self._said = lines
        return "\n".join(new)


def describe_table(game: AnyGame, state: object, names: Sequence[str], me: int | None) -> str:
    """All of a table."""
    return "\n".join(line for _, line in _lines(game, state, names, me, full=True))


def _lines(game: AnyGame, state: object, names: Sequence[str], me: int | None, full: bool) -> Iterator[tuple[str, str]]:
    """Keys and lines: one's own board first, then the others', then the things beside them."""
    picture, words = game.picture(state), presentation_of(game).phrases
    called = addressed(bare_names(names), me)
    own = picture.board_of(me)
    for board in (own, *picture.others_of(own)):
        name = board.title(called)
        for key, line in _board(board, words, called, full):
            yield f"{name} {key}", f"{name}: {line}" if name else line
    for shelf in picture.shelves:
        if full or not shelf.minor:
            yield f"shelf {shelf.name} {shelf.seat}", _shelf(shelf, words, called)


def _board(board: Board, words: Phrases[object], names: Sequence[str], full: bool) -> Iterator[tuple[str, str]]:
    """The things on a board, and the facts beside it."""
    if board.falls:
        heights = list(_heights(board))
        yield "heights", f"heights {', '.join(heights)}" if any(map(_is_high, heights)) else "empty"
        if holes := list(_holes(board)):
            listed = ", ".join(holes) if len(holes) <= _MANY else str(len(holes))
            yield "holes", f"holes {listed}"
        if full and (icons := list(_icons(board, words))):
            yield "icons", f"icons {', '.join(icons)}"
    else:
        things = list(_things(board, words, names))
        yield "things", "; ".join(things) if things else "nothing yet"
    if board.notes:
        yield "facts", ", ".join(f"{words.thing(note.name)} {note.words or note.value}" for note in board.notes)


def _heights(board: Board) -> Iterator[str]:
    """For each column the row of its highest piece."""
    for column, letter in enumerate(board.columns):
        filled = (row + 1 for row in range(board.height) if _is_filled(board.at((column, row))))
        yield f"{letter} {max(filled, default=0)}"


def _is_high(height: str) -> bool:
    return not height.endswith(" 0")


def _holes(board: Board) -> Iterator[str]:
    """The free squares with something above them."""
    for column, letter in enumerate(board.columns):
        filled = [_is_filled(board.at((column, row))) for row in range(board.height)]
        top = max((row for row, is_filled in enumerate(filled) if is_filled), default=0)
        yield from (f"{letter}{row + 1}" for row in range(top) if not filled[row])


def _icons(board: Board, words: Phrases[object]) -> Iterator[str]:
    for column, row in board.squares():
        mark = board.at((column, row))
        if mark.ink == "icon":
            yield f"{words.thing(mark.text)} {board.columns[column]}{row + 1}"


def _things(board: Board, words: Phrases[object], names: Sequence[str]) -> Iterator[str]:
    """Each kind of thing with its squares; where columns are no letters, each thing by its row and column."""
    found: dict[str, list[str]] = {}
    for column, row in board.squares():
        mark = board.at((column, row))
        if not _is_filled(mark):
            continue
        label = board.columns[column]
        if label.isalpha():
            found.setdefault(_kind(mark, words, names), []).append(f"{label}{row + 1}")
        else:
            found.setdefault(mark.ink, []).append(f"{label}{' twice' if mark.sign else ''}")
    yield from (f"{kind} {', '.join(squares)}" for kind, squares in found.items())


def _kind(mark: Mark, words: Phrases[object], names: Sequence[str]) -> str:
    whose = "" if mark.seat is None else f"{names[mark.seat]} "
    return f"{whose}{words.thing(mark.text)}"


def _is_filled(mark: Mark) -> bool:
    return mark.ink not in _EMPTY


def _shelf(shelf: Shelf, words: Phrases[object], called: Sequence[str]) -> str:
    chips = ", ".join(filter(None, (_chip(chip, words, called) for chip in shelf.chips)))
    name = shelf.shown(called)
    return f"{name}: {chips}" if chips else name


def _chip(chip: Chip, words: Phrases[object], called: Sequence[str]) -> str:
    text = words.thing(chip.word) if chip.word else chip.text.strip()
    whose = "" if chip.seat is None else called[chip.seat]
    return f"{whose} {text}".strip() if text != "-" else "none"
