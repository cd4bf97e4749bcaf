"""The end of a game beside its board: the winners, the score sheet, which counts up, and the next actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from p2pgame.engine.pending import Result
from rich.text import Text

from ..games import presentation_of
from ..table.score import describe_winners, sheet
from ..table.table import Table
from ..words.widths import bare_name, cell_len, pad, short_name, wrap
from .drawing import style

COUNTS = 12
"""Pictures in which the score sheet counts up."""

_STAR = "★ "


def ending_lines(table: Table, result: Result, width: int, counted: int, keys: Mapping[str, str]) -> list[Text]:
    """The end in so many columns, with `counted` of COUNTS parts of each number; `keys` are the next actions."""
    names = [bare_name(name) for name in table.names]
    words = presentation_of(table.game).phrases
    reason = words.reasons.get(result.reason, result.reason)
    headline = describe_winners(words, result, names, table.only_seat)
    remarks = [words.remark(name, number) for lines in result.detail for name, number in lines]
    below = [text for text in (*remarks, words.tie(result)) if text] if counted >= COUNTS else []
    return [
        *(Text(line, style("turn")) for line in wrap(headline, width)),
        *(Text(line, style("plain")) for line in wrap(f"{reason[0].upper()}{reason[1:]}.", width)),
        *_points(table, _partly(result, counted), names, width),
        *(Text(line, style("plain")) for text in below for line in wrap(text, width)),
        Text(),
        *(Text.assemble((f"{key}  ", style("strong")), (label, style("faint"))) for key, label in keys.items()),
    ]


def _partly(result: Result, counted: int) -> Result:
    """The result with a part of its numbers."""
    if counted >= COUNTS:
        return result
    return replace(
        result,
        scores=tuple(None if score is None else score * counted // COUNTS for score in result.scores),
        detail=tuple(tuple((name, points * counted // COUNTS) for name, points in lines) for lines in result.detail),
    )


def _points(table: Table, result: Result, names: list[str], width: int) -> list[Text]:
    """The score sheet if it fits, without counts if it must; otherwise the sums, the winners marked."""
    words = presentation_of(table.game).phrases
    for brief in (False, True):
        lines = [line.removeprefix("  ") for line in sheet(words, result, names, width, brief)]
        if not lines:
            return []
        if max(map(cell_len, lines)) <= width:
            return [Text(line, style("plain")) for line in lines[:-1]]
    return [Text(), *(_sum(table, result, seat, name, width) for seat, name in enumerate(names))]


def _sum(table: Table, result: Result, seat: int, name: str, width: int) -> Text:
    total = str(result.scores[seat])
    star = _STAR if seat in result.winners else " " * len(_STAR)
    room = width - len(star) - len(total) - 1
    return Text(
        f"{star}{pad(short_name(name, room), room)} {total}", style("strong" if seat in result.winners else "plain")
    )
