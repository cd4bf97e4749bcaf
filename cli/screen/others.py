"""The boards of the others, as texts: small, each with its name, the numbers of its rows and its facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from p2pgame.engine.picture import Board, Note
from rich.text import Text

from .boards import small_lines
from .drawing import beside, join, notes_line, notes_lines, style
from .layout import GAP, UNSEEN, Layout, label_width, other_width
from .panels import FRAME, frame


@dataclass(frozen=True, slots=True)
class Other:
    """Another player's board, with its title."""

    board: Board
    title: str
    latest: frozenset[tuple[int, int]]
    up: bool = False
    """Whether the table waits for that seat."""


def others_text(
    others: Sequence[Other], initials: Sequence[str], layout: Layout, height: int, fades: bool = False
) -> Text:
    """The boards, as many one above another as in the layout. With `fades`, everything that has not won is faded."""
    if not others:
        return Text()
    stack = layout.stack
    blocks = [_block(other, initials, layout, height // stack, fades) for other in others]
    columns = [blocks[start : start + stack] for start in range(0, len(blocks), stack)]
    return join(beside([[line for block in column for line in block] for column in columns], GAP)[:height])


def _block(other: Other, initials: Sequence[str], layout: Layout, height: int, fades: bool) -> list[Text]:
    board, width = other.board, other_width(other.board, layout)
    title = Text(other.title, style("strong" if other.up else "plain"))
    inner = width - FRAME if layout.framed else width
    drawn = _drawn(other, initials, layout, fades)
    room = height - len(drawn) - (FRAME if layout.framed else 1)
    lines = [*drawn, *_facts(board.notes, inner, room)]
    return frame(lines, title, width, strong=other.up) if layout.framed else [title, *lines]


def _drawn(other: Other, initials: Sequence[str], layout: Layout, fades: bool) -> list[Text]:
    """The squares; none where there is no room for any."""
    if layout.others_scale == UNSEEN:
        return []
    return small_lines(other.board, initials, layout.others_scale, label_width(other.board), other.latest, fades)


def _facts(notes: Sequence[Note], width: int, room: int) -> list[Text]:
    """One fact a line if there is room; otherwise side by side; otherwise with the shortest distinct names; otherwise
    also with results alone, such as 24 for `2x12 = 24`."""
    ways = (
        notes_lines(notes),
        _filled(notes, width),
        _filled(list(_shortened(notes, width)), width),
        _filled(list(_shortened(notes, 0)), width),
        _filled(list(_shortened([replace(note, value=note.value.split(" = ")[-1]) for note in notes], 0)), width),
    )
    fitting = (lines for lines in ways if len(lines) <= room and all(line.cell_len <= width for line in lines))
    lines = next(fitting, ways[-1][: max(room, 0)])
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return lines


def _filled(notes: Sequence[Note], width: int) -> list[Text]:
    """Facts, as many on each line as fit."""
    lines: list[Text] = []
    for note in notes:
        more = notes_line([note])
        if lines and lines[-1].cell_len + 1 + more.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], " ", more)
        else:
            lines.append(more)
    return lines


def _shortened(notes: Sequence[Note], most: int) -> Iterator[Note]:
    """Facts, those of more than `most` characters shortened: `points 12` to `p12`, if no other name begins like that.

    Players have the whole names beside their own board.
    """
    names = [note.name for note in notes]
    for note in notes:
        short = next(
            note.name[:length]
            for length in range(1, len(note.name) + 1)
            if length == len(note.name) or sum(name.startswith(note.name[:length]) for name in names) == 1
        )
        whole = len(note.name) + 1 + len(note.value) <= most
        yield note if whole else Note("", f"{short}{note.value}")
