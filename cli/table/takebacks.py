"""Takebacks at a network table: the question and the answers in words, and the commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2pgame.p2p.table.runner import TableRunner
from p2pgame.protocol.table.effects import TakebackAnswered, TakebackAsked
from p2pgame.protocol.wire.errors import LocalError

from ..words.grammar import and_list

COMMANDS: Mapping[str, str] = {
    "undo": "ask the others to let you take your last move back",
    "agree": "let another player take the last move back",
    "refuse": "do not let another player take the last move back",
}
"""Commands at a table whose contract allows takebacks, in the place of a refused `undo`."""

NO_UNDO = "A move in a network game is signed: there is no undo, unless the host has allowed takebacks (`--takebacks`)."
"""The answer to `undo` at a table without takebacks."""

_NOBODY_ASKS = "Nobody asks you now to take a move back."

_UNDO_NOW = (
    "You can take back only your own last move, and only until the next player moves. "
    "A move stands once something was drawn or revealed after it."
)


def allows(live: TableRunner) -> bool:
    """Whether moves may be taken back at this table."""
    return live.table.ledger.genesis.contract.takebacks


def ask(live: TableRunner) -> str:
    """Ask the others to let the person take the last move back; a sentence if that cannot be asked."""
    question = live.table.takeback
    signer = live.table.signer
    if question is not None and signer is not None and question.seat == signer.seat:
        return "You have asked already."
    try:
        live.ask_takeback()
    except LocalError:
        return _UNDO_NOW
    return ""


def answer(live: TableRunner, *, agrees: bool) -> str:
    """Answer the open question; a sentence if nobody asks, or the person has answered."""
    try:
        live.answer_takeback(agrees=agrees)
    except LocalError:
        return _NOBODY_ASKS if live.table.takeback is None else "You have answered already."
    return ""


def describe_question(live: TableRunner, names: Sequence[str]) -> str:
    """The question to this person, with the others who must agree too; empty for a person who is not asked."""
    question = live.table.takeback
    if question is None or not live.table.asks_takeback:
        return ""
    others = [names[seat] for seat in question.awaited if seat != _own(live)]
    too = f" {and_list(others)} must agree, too." if others else ""
    return f"{names[question.seat]} asks to take the last move back.{too}"


def describe_takeback_news(
    live: TableRunner, names: Sequence[str], news: TakebackAsked | TakebackAnswered, command: str
) -> str:
    """A sentence about the question or an answer. `command` is typed before each command."""
    own = _own(live)
    match news:
        case TakebackAsked(seat) if seat == own:
            return "You ask to take your move back."
        case TakebackAsked(seat):
            text = f"{names[seat]} asks to take the last move back."
            is_asked = own is not None and live.table.asks_takeback
            return f"{text} Type `{command}agree` or `{command}refuse`." if is_asked else text
        case TakebackAnswered(seat, agrees):
            who, does = ("You", "") if seat == own else (names[seat], "s")
            return f"{who} agree{does}." if agrees else f"{who} refuse{does}: the move stands."


def _own(live: TableRunner) -> int | None:
    return None if live.table.signer is None else live.table.signer.seat
