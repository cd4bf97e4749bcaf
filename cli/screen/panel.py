"""The panel beside one's own board: its facts, the piece in hand, the common things."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from p2pgame.engine.picture import Board, Note, Picture, Shelf, Sketch
from rich.text import Text

from ..games import presentation_of
from ..games.phrases import Names
from ..table.table import Table
from ..words.addressing import addressed
from ..words.widths import cell_len, with_names, wrap
from .drawing import fitting, join, large_shelf_lines, notes_line, notes_lines, shelf_lines, sketch_lines, style
from .ending import ending_lines
from .layout import LETTERS, Layout, rows_high
from .panels import FRAME, frame
from .pending_move import PendingMove
from .render import board_title

_INDENT = 2
"""Indent of continued lines."""

_GONE_ON = 3
"""Columns of a panel that are left free."""

_BESIDE_FRAME = 3
"""Columns free before and after the panel's frame."""

_NAME = 1
"""Rows for the name of a piece, above it."""

_IN_FRAME = 1
"""Columns free within the frame, on each side."""


def end_panel(table: Table, own: Board, layout: Layout, height: int, counted: int, keys: Mapping[str, str]) -> Text:
    """The panel at the end of a game: the result beside the board (`ending_lines`)."""
    assert table.result is not None
    if not layout.framed:
        return join(ending_lines(table, table.result, _width(layout), height, counted, keys)[:height])
    lines = ending_lines(table, table.result, _width(layout), height - FRAME, counted, keys)[: height - FRAME]
    return _in_frame(lines, "the end", own, layout, height)


def panel_text(table: Table, own: Board, picture: Picture, move: PendingMove, layout: Layout, height: int) -> Text:
    """The panel, in a frame as high as one's own board where the layout has frames."""
    if not layout.framed:
        whose = Text(board_title(table, own, layout.panel - _GONE_ON), style("strong"))
        lines = [whose] if whose.plain else []
        return join([*lines, *_inside(table, own, picture, move, layout, height - len(lines))])
    title, below = _titled(picture)
    return _in_frame(_inside(table, own, below, move, layout, height - FRAME), title, own, layout, height)


def _in_frame(lines: Sequence[Text], title: str, own: Board, layout: Layout, height: int) -> Text:
    """The lines in a frame as high as one's own board."""
    rows = min(height, rows_high(own, layout.scale) + LETTERS + FRAME)
    indented = [Text.assemble(" " * _IN_FRAME, line) for line in lines]
    return join(frame(indented, Text(title, style("plain")), layout.panel - _BESIDE_FRAME, rows))


def _width(layout: Layout) -> int:
    """Columns of a line."""
    return layout.panel - (_BESIDE_FRAME + FRAME + 2 * _IN_FRAME if layout.framed else _GONE_ON)


def _inside(table: Table, own: Board, picture: Picture, move: PendingMove, layout: Layout, height: int) -> list[Text]:
    """Its lines: shelves of cards large if there are rows for that, minor things only if there is room."""
    width = _width(layout)
    facts = notes_lines(own.notes, width) if layout.log or not layout.framed else _side_by_side(own.notes, width)
    sketch = move.sketch()
    names = addressed(table.names, table.only_seat)
    needed = [shelf for shelf in picture.shelves if not shelf.minor and not _is_drawn(shelf, sketch)]
    shelves = [named_shelf(shelf, names, width) for shelf in needed]

    def with_piece(piece: Sequence[Text], shelves: Sequence[Shelf]) -> list[Text]:
        first = [*facts, *([Text()] if facts and piece else []), *piece, Text()]
        lines = [*first, *_shelved(table, own, shelves, layout, height - len(first))]
        return lines if any(line.plain for line in first) else lines[1:]

    lines = _shortened(with_piece([] if sketch is None else _piece_lines(table, sketch), shelves), height)
    held = _held_lines(table, own, picture, width, height - len(lines))
    if sketch is None and not table.watched:
        kept = with_piece(*_room_for_piece(table, shelves, width))
        if len(kept) <= height and _held_lines(table, own, picture, width, height - len(kept)) == held:
            lines = kept
    lines += held
    return [*lines, *_minor_lines(picture, names, width, height - len(lines))]


def _piece_lines(table: Table, sketch: Sketch) -> list[Text]:
    """The piece in hand, in the room of the longest piece: what is below must not jump when a piece is turned or goes.

    For a game that does not say how long a piece is, in the room of this piece; one with a cursor is not turned.
    """
    wide = 0 if sketch.cursor is not None else max(map(len, sketch.rows))
    return _filled_up(sketch_lines(sketch), presentation_of(table.game).piece or wide)


def _room_for_piece(table: Table, shelves: Sequence[Shelf], width: int) -> tuple[list[Text], list[Shelf]]:
    """The same room while no piece is drawn in it, with the shelf of the piece; and the other shelves."""
    presentation = presentation_of(table.game)
    if not presentation.piece:
        return [], [*shelves]
    own = [shelf for shelf in shelves if shelf.name == presentation.in_hand]
    lines = [line for shelf in own for line in shelf_lines(shelf, width)]
    return _filled_up(lines, presentation.piece), [shelf for shelf in shelves if shelf not in own]


def _filled_up(lines: Sequence[Text], piece: int) -> list[Text]:
    """The lines, and empty ones up to the rows of a piece that is so long, with its name."""
    return [*lines, *([Text()] * (_NAME + piece - len(lines)))]


def _shelved(table: Table, own: Board, shelves: Sequence[Shelf], layout: Layout, height: int) -> list[Text]:
    """The shelves, large and with the meanings of their names if there are rows for that."""
    width = _width(layout)
    meanings = {thing: _meaning_lines(table, thing, width) for thing in _things_of(table, own)}

    def each(lines_of: Callable[[Shelf, int], list[Text]], extra: Mapping[str, Sequence[Text]]) -> list[Text]:
        return [line for shelf in shelves for line in (*lines_of(shelf, width), *extra.get(shelf.name, ()))]

    large = [each(_as_large_as_it_may, extra) for extra in (meanings, {})] if layout.framed else []
    small = [each(shelf_lines, extra) for extra in (meanings, {})]
    ways = (*large, *small)
    return next((lines for lines in ways if len(lines) <= height), ways[-1])


def _meaning_lines(table: Table, thing: str, width: int) -> list[Text]:
    """The meaning of a thing, below its name."""
    words = presentation_of(table.game).phrases.things[thing]
    return [Text(f"{' ' * _INDENT}{line}", style("faint")) for line in wrap(words, width - _INDENT)]


def _things_of(table: Table, own: Board) -> list[str]:
    """The things of a board's seat that the person may see explained; each kind once."""
    if own.seat is None or (own.seat != table.seat and not table.watched):
        return []
    return list(dict.fromkeys(presentation_of(table.game).phrases.things_of(table.state, own.seat)))


def _is_drawn(shelf: Shelf, sketch: Sketch | None) -> bool:
    """Whether a shelf has only the piece of the sketch above it."""
    drawn = set() if sketch is None else {mark.text for row in sketch.rows for mark in row if mark is not None}
    return len(shelf.chips) == 1 and {shelf.chips[0].text.strip()} == drawn and not shelf.things


def _as_large_as_it_may(shelf: Shelf, width: int) -> list[Text]:
    return large_shelf_lines(shelf, width) if shelf.things else shelf_lines(shelf, width)


def _side_by_side(notes: Sequence[Note], width: int) -> list[Text]:
    """As many facts on each line as fit."""
    lines: list[Text] = []
    for note in notes:
        more = notes_line([replace(note, value=fitting(note, width))])
        if lines and lines[-1].cell_len + _INDENT + more.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], " " * _INDENT, more)
        else:
            lines.append(more)
    return lines


def _titled(picture: Picture) -> tuple[str, Picture]:
    """A title for the shelves, such as `round 4`, the name of a first one without chips; and the picture without it."""
    first = next(iter(picture.shelves), None)
    if first is None or first.chips or first.seat is not None:
        return "table", picture
    return first.name, replace(picture, shelves=picture.shelves[1:])


def _minor_lines(picture: Picture, names: Names, width: int, height: int) -> list[Text]:
    """The shelves that may be left out, as many as fit."""
    lines: list[Text] = []
    for shelf in (shelf for shelf in picture.shelves if shelf.minor):
        more = shelf_lines(named_shelf(shelf, names, width), width)
        if len(lines) + len(more) < height:
            lines += more
    return [Text(), *lines] if lines else []


def named_shelf(shelf: Shelf, names: Names, width: int) -> Shelf:
    """A shelf with the names of the seats that it numbers, its name and each chip in at most that many columns."""
    chips = tuple(
        replace(chip, text=with_names(chip.shown, names, width - _INDENT, cell_len), seat=None) for chip in shelf.chips
    )
    turn = "> " if shelf.active else ""
    name = with_names(lambda called: f"{turn}{shelf.shown(called)}", names, width, cell_len)
    return replace(shelf, name=name, seat=None, chips=chips)


def _held_lines(table: Table, own: Board, picture: Picture, width: int, height: int) -> list[Text]:
    """The things of a board's seat that no shelf names: with their meaning if there are rows for it, or only named."""
    phrases, shelved = presentation_of(table.game).phrases, {shelf.name for shelf in picture.shelves}
    held = [thing for thing in _things_of(table, own) if thing not in shelved]
    meanings = [
        Text(line if row == 0 else f"  {line}", style("plain" if row == 0 else "faint"))
        for thing in held
        for row, line in enumerate(wrap(f"{thing}: {phrases.things[thing]}", width - _INDENT))
    ]
    ways = (meanings, [Text(thing, style("plain")) for thing in held])
    return next(([Text(), *lines] for lines in ways if lines and len(lines) < height), [])


def _shortened(lines: list[Text], height: int) -> list[Text]:
    """That many lines: without the empty ones if that is enough; otherwise with a sign that there are more."""
    if len(lines) <= height:
        return lines
    full = [line for line in lines if line.plain.strip()]
    return full if len(full) <= height else [*full[: max(0, height - 1)], Text("...", style("faint"))]
