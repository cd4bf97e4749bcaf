"""The end of a game beside its board: the winners, the score sheet, which counts up, and the next actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from p2pgame.engine.pending import Result
from rich.text import Text

from ..games import presentation_of
from ..table.score import describe_winners, parts, sheet
from ..table.table import Table
from ..words.widths import bare_name, cell_len, pad, short_name, wrap
from .drawing import style

COUNTS = 12
"""Pictures in which the score sheet counts up."""

_STAR = "★ "


def ending_lines(
    table: Table, result: Result, width: int, height: int, counted: int, keys: Mapping[str, str]
) -> list[Text]:
    """The end in that many columns, with `counted` of COUNTS parts of each number; `keys` are the next actions.

    One's own points follow the sums if that makes at most that many lines.
    """
    names = [bare_name(name) for name in table.names]
    words = presentation_of(table.game).phrases
    reason = words.reasons.get(result.reason, result.reason)
    headline = describe_winners(words, result, names, table.only_seat)
    remarks = [words.remark(name, number) for lines in result.detail for name, number in lines]
    below = [text for text in (*remarks, words.tie(result)) if text] if counted >= COUNTS else []
    above = [
        *(Text(line, style("turn")) for line in wrap(headline, width)),
        *(Text(line, style("plain")) for line in wrap(f"{reason[0].upper()}{reason[1:]}.", width)),
    ]
    under = [
        *(Text(line, style("plain")) for text in below for line in wrap(text, width)),
        Text(),
        *(Text.assemble((f"{key}  ", style("strong")), (label, style("faint"))) for key, label in keys.items()),
    ]
    ways = _points(table, _partly(result, counted), names, width)
    room = height - len(above) - len(under)
    return [*above, *next((lines for lines in ways if len(lines) <= room), ways[-1]), *under]


def _partly(result: Result, counted: int) -> Result:
    """The result with a part of its numbers."""
    if counted >= COUNTS:
        return result
    return replace(
        result,
        scores=tuple(None if score is None else score * counted // COUNTS for score in result.scores),
        detail=tuple(tuple((name, points * counted // COUNTS) for name, points in lines) for lines in result.detail),
    )


def _points(table: Table, result: Result, names: list[str], width: int) -> list[list[Text]]:
    """The points, as long as they may be, and shorter: the score sheet if it is not too wide, without counts if it
    must; otherwise the sums, the winners marked, and one's own points."""
    words = presentation_of(table.game).phrases
    for brief in (False, True):
        lines = [line.removeprefix("  ") for line in sheet(words, result, names, width, brief)]
        if not lines:
            return [[]]
        if max(map(cell_len, lines)) <= width:
            return [[Text(line, style("plain")) for line in lines[:-1]]]
    sums = [Text(), *(_sum(table, result, seat, name, width) for seat, name in enumerate(names))]
    return [[*sums, *_own_points(table, result, width)], sums]


def _own_points(table: Table, result: Result, width: int) -> list[Text]:
    """A line for each part of the score of the person at the screen."""
    seat = table.only_seat
    if seat is None:
        return []
    own = parts(presentation_of(table.game).phrases, result.detail[seat])
    lines = [f"{name} {pad(points, width - cell_len(name) - 1, right=True)}" for name, points in own.items()]
    shown = [Text("Your points:", style("faint")), *(Text(line, style("plain")) for line in lines)]
    return [Text(), *shown] if all(line.cell_len <= width for line in shown) else []


def _sum(table: Table, result: Result, seat: int, name: str, width: int) -> Text:
    total = str(result.scores[seat])
    star = _STAR if seat in result.winners else " " * len(_STAR)
    room = width - len(star) - len(total) - 1
    return Text(
        f"{star}{pad(short_name(name, room), room)} {total}", style("strong" if seat in result.winners else "plain")
    )
