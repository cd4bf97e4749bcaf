"""The texts of a table's screen, made from the table and the move in hand, without a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from p2pgame.engine.picture import Board, Picture
from p2pgame.engine.squares import Square
from rich.text import Text

from ..games import presentation_of
from ..games.palette import EMPTY
from ..games.phrases import Names
from ..games.preview import changed, gains
from ..table.narration import Line
from ..table.replay import ReplayTable
from ..table.score import describe_deed, describe_result, describe_winners
from ..table.table import Paragraph, Table
from ..table.view import describe_time_left, question
from ..words.addressing import addressed, whom
from ..words.grammar import and_list
from ..words.widths import LEAST, bare_name, cell_len, short_name, with_names
from .drawing import join, style
from .fitting import cut, fit
from .pending_move import PendingMove

_LINE_INKS = {"move": "plain", "draw": "faint", "chat": "open", "own": "open", "news": "icon"}
_YOU = " (you)"
"""Behind the name of the one person at the screen."""

QUESTION_ROWS = 2
"""Rows of the screen for the question."""


def title_line(table: Table, whose: Callable[[Names], str], seconds: int, with_fairness: bool, width: int) -> Text:
    """The game, the step, the player in turn and the time, on a line: names are shortened first, then the fairness is
    dropped."""

    def build(names: Names, with_fairness: bool) -> Text:
        return title_text(table, whose(names), seconds, with_fairness)

    whole = build(table.names, with_fairness)
    if whole.cell_len <= width:
        return whole
    return cut(with_names(partial(build, with_fairness=False), table.names, width, lambda text: text.cell_len), width)


def title_text(table: Table, whose: str, seconds: int, with_fairness: bool) -> Text:
    """The game, the step, the player in turn and the time."""
    shown, left = (seconds, "") if table.seconds is None else (table.seconds, " left")
    clock = f" · {shown // 60}:{shown % 60:02}{left}" if table.waiting and table.result is None else ""
    clock = " · paused" if table.missing and table.result is None else clock
    fair = f"   {table.fairness}" if with_fairness else ""
    said = f" · {table.reaction}" if table.reaction else ""
    return Text(f"{table.game.title} · step {table.step} · {whose}{clock}{said}{fair}")


def whose_turn(table: Table, names: Names | None = None) -> str:
    """The seats that the table waits for, by these names."""
    names = table.names if names is None else names
    if table.result is not None:
        return "over"
    if table.stopped:
        return "stopped"
    if not table.waiting:
        return f"waiting for {and_list([names[seat] for seat in table.behind])}" if table.behind else "in progress"
    if table.held:
        return f"waiting for {and_list([names[seat] for seat in table.away] or ['the others'])}"
    if table.asked and table.shared and table.seat is not None:
        return f"{names[table.seat]}, your move"
    return "your move" if table.asked else f"waiting for {and_list(_waited_for(table, names))}"


def _waited_for(table: Table, names: Names) -> list[str]:
    """The names of the seats whose answer is due, with the absent ones marked."""
    return [f"{names[seat]}{' (away)' if seat in table.away else ''}" for seat in table.waiting]


def names_of(table: Table, seats: Iterable[int]) -> list[str]:
    """The names of some seats."""
    return [table.names[seat] for seat in seats]


def board_title(table: Table, board: Board, width: int) -> str:
    """The owner of a board, and whether that seat has chosen or thinks, in `width` columns. A long name is cut."""
    seat = board.seat
    if seat is None:
        return board.name
    sign = "★ " if _has_won(table, seat) else "✓ " if seat in table.chosen else "… " if seat in table.waiting else ""
    away = " (away)" if seat in table.away else _YOU if seat == table.only_seat else ""
    away = away if width - cell_len(sign + away) >= LEAST or away != _YOU else ""
    return f"{sign}{short_name(table.names[seat], max(LEAST, width - cell_len(sign + away)))}{away}"


def _has_won(table: Table, seat: int) -> bool:
    return table.result is not None and seat in table.result.winners


def is_up(table: Table, board: Board) -> bool:
    """Whether the table waits for the owner of a board; otherwise whether the board has the turn."""
    if table.result is not None:
        return False
    return board.seat in table.waiting if table.waiting else board.active


def question_text(table: Table, at_the_end: bool, width: int | None = None, move: PendingMove | None = None) -> Text:
    """The question, or the reason to wait, or, `at_the_end`, the result.

    With a width, as much of it as fits into QUESTION_ROWS: the first clauses of the question, but all of the rest.
    """
    asked, rest = (part.replace("`", "") for part in (_asked(table, at_the_end, move), _beside_question(table)))
    whole = " ".join(filter(None, (asked, rest)))
    return Text(whole if width is None else fit(asked, rest, width, QUESTION_ROWS))


def _asked(table: Table, at_the_end: bool, move: PendingMove | None) -> str:
    if table.result is not None and at_the_end:
        result = table.result
        first = describe_result(table.game, result, table.names, table.only_seat).split("\n", 1)[0]
        words = presentation_of(table.game).phrases
        winners = describe_winners(words, result, [*map(bare_name, table.names)], table.only_seat)
        return " ".join(filter(None, (first, winners, table.wait)))
    if table.seat in table.waiting and not (table.asked or table.held) and table.taker is None:
        return "A bot plays for you."
    if table.missing and not table.asked:
        return ""
    view = replace(table.view(), seconds=None) if table.asked else table.view()
    building = move is not None and move.builder is not None and not move.typed
    asked = question(view, building, None if move is None or building else move.typed)
    if table.wait or not table.waiting:
        asked = table.wait
    if table.asked and table.shared and table.seat is not None:
        asked = f"{table.names[table.seat]}: {asked}"
    return asked


def _beside_question(table: Table) -> str:
    """The time left, the seats that keep the table waiting, and those that have chosen."""
    parts = [describe_time_left(table.view()) if table.asked else "", table.missing, *table.since_end[-1:]]
    if table.chosen and table.waiting:
        parts.append(_describe_chosen(table))
    return " ".join(filter(None, parts))


def _describe_chosen(table: Table) -> str:
    """The seats that have chosen, the person at the screen first."""
    mine = table.seat in table.chosen and not table.shared and not table.watched
    others = [bare_name(name) for name in names_of(table, _others_chosen(table, mine))]
    who = ["You", *others] if mine else others
    return f"{and_list(who)} {'has' if len(who) == 1 and not mine else 'have'} chosen."


def _others_chosen(table: Table, mine: bool) -> list[int]:
    """The seats that have chosen, without one's own if `mine`."""
    return [seat for seat in table.chosen if not (mine and seat == table.seat)]


def preview_text(table: Table, picture: Picture, move: PendingMove) -> Text:
    """The consequence of the move being built, or the reason against it."""
    known = move.known
    if known is None:
        return Text(table.fairness, style("faint"))
    phrases, seat = presentation_of(table.game).phrases, move.seat or 0
    names = addressed([bare_name(name) for name in table.names], seat)
    if not known.legal and move.building is None:
        does = describe_deed(table.game, table.state, seat, move.spelled, names) or move.goes_on()
        return Text.assemble((f"{move.spelled} ...  ", style("strong")), (does, style("faint")))
    if not known.legal:
        return Text.assemble((known.refusal, style("wrong")), (f"  {move.spelled}", style("faint")))
    eyes = table.seat if move.board is None else move.board
    brings = "" if known.after is None else gains(picture.board_of(eyes), known.after.board_of(eyes))
    cost = phrases.caution(table.state, seat, move.spelled) or ""
    words = phrases.describe(table.state, seat, move.spelled, names).removesuffix(f"; {cost.split(';')[0]}")
    end = "the game is over" if known.over else ""
    parts = ((words, "strong"), (brings, "open"), (end, "open"), (cost, "wrong"), (move.spelled, "faint"))
    return Text("  ").join(Text(text, style(ink)) for text, ink in parts if text)


def differences(before: Picture | None, after: Picture) -> dict[int | None, frozenset[Square]]:
    """For each board, the squares that have changed."""
    if before is None:
        return {}
    pairs = zip(before.boards, after.boards, strict=True)
    return {new.seat: frozenset(_things_changed(old, new)) for old, new in pairs}


def _things_changed(before: Board, after: Board) -> Iterator[Square]:
    """The squares on which a thing has come or gone; that a bar has moved over empty ones is no such change."""
    bare = EMPTY | {"beyond", "bar"}
    return (square for square in changed(before, after) if {before.at(square).ink, after.at(square).ink} - bare)


def still_marked(
    known: Mapping[int | None, frozenset[Square]], new: Mapping[int | None, frozenset[Square]], shared: bool
) -> dict[int | None, frozenset[Square]]:
    """The squares to mark: of each board its last change; of a board that all share, every change since `known`."""
    none: frozenset[Square] = frozenset()
    if shared:
        return {seat: known.get(seat, none) | squares for seat, squares in new.items()}
    return {seat: squares or known.get(seat, none) for seat, squares in new.items()}


def log_text(lines: Sequence[Line], current: int | None = None) -> Text:
    """Lines with the numbers of their steps; those of the current one are highlighted."""
    rows = [
        Text.assemble(
            (f"{line.step or '':>3} ", style("cursor" if line.step and line.step == current else "faint")),
            (line.text, style(_LINE_INKS[line.kind])),
        )
        for line in lines
    ]
    return join(rows)


def around_text(played: ReplayTable, width: int, ahead: bool = True) -> tuple[Text, Text]:
    """Of a log: the step before, and below it the one that is shown, marked as in the list; `ahead` also the next step.

    Where the one that is shown needs both lines, the one before is left out.
    """
    at, frames = played.at, played.frames

    def line(place: int, text: str) -> Text:
        number = frames[place].number if text and place > 0 else ""
        mark, ink = ("cursor", "plain") if place == at else ("faint", "faint")
        return Text.assemble((f"{number:>3} " if text else "", style(mark if number else "faint")), (text, style(ink)))

    now = line(at, played.wait)
    before = Text("\n").join([cut(line(at - 1, played.text_of(at - 1)), width), now])
    around = _in_rows(now, width) if now.cell_len > width else before
    return around, cut(line(at + 1, played.text_of(at + 1)), width) if ahead else Text()


def _in_rows(text: Text, width: int) -> Text:
    """A text in QUESTION_ROWS, with a sign if there is more of it."""
    rows: list[Text] = []
    rest = text
    while rest.cell_len > width and len(rows) < QUESTION_ROWS - 1:
        spaces = (place for place, letter in enumerate(rest.plain) if letter == " ")
        end = max((place for place in spaces if cell_len(rest.plain[:place]) <= width), default=0)
        if not rest.plain[:end].strip():
            break
        rows.append(rest[:end])
        rest = rest[end + 1 :]
    return join([*rows, cut(rest, width)])


def trust_text(paragraphs: Sequence[Paragraph]) -> Text:
    """Headings and their lines."""
    text = Text()
    for paragraph in paragraphs:
        text.append(f"{paragraph.heading}\n", style("strong"))
        for line in paragraph.lines:
            text.append(f"  {line}\n", style("plain"))
        text.append("\n")
    return text


def end_text(table: Table) -> Text:
    """The last event, the score sheet, the winners with the reason, and the path of the log; empty before the end."""
    if table.result is None:
        return Text()
    text = Text(f"{_last_step(table)}{describe_result(table.game, table.result, table.names, table.only_seat)}")
    text.append(f"\n\n{table.saved_text}" if table.saved_text else "")
    return text.append("".join(f"\n{line}" for line in ("", *table.since_end)) if table.since_end else "")


def _last_step(table: Table) -> str:
    """The event that ended the game, such as a sheet without room."""
    steps = [line.step for line in table.lines if line.kind == "move" and line.step is not None]
    last = [_in_a_sentence(line) for line in table.lines if steps and line.step == steps[-1]]
    return f"Final move: {'; '.join(last)}.\n" if last else ""


def _in_a_sentence(line: Line) -> str:
    """A line of the log, inside of a sentence: `Ada, small stone on a6`."""
    who, colon, deed = line.text.rstrip(".").partition(": ")
    return f"{whom(who)}, {deed}" if colon and line.kind == "move" else f"{who}{colon}{deed}"
