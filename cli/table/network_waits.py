"""Sentences on the players and the steps that a network table waits for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from p2pgame.p2p.table.runner import TableRunner
from p2pgame.protocol.table.kinds import DECISIONS, InputKind

from ..words.addressing import whom
from ..words.grammar import and_list
from .network_messages import describe_claim_stop, describe_lost_table, describe_retry
from .view import describe_confirming

_WAITS: Mapping[InputKind, str] = {
    InputKind.ACCEPT: "All players confirm the start",
    InputKind.SHARE: "All players add their part to the draw",
    InputKind.OPEN: "Secret choices are opened",
    InputKind.CLOSE: "All players sign the result",
}
"""Pending steps that nobody decides."""


def describe_wait(live: TableRunner, names: Sequence[str]) -> str:
    """The pending step that nobody decides, and the seats it waits for; empty if a seat's decision is due."""
    table = live.table
    if text := describe_claim_stop(live):
        return text
    if table.stopped is not None:
        return f"The game has stopped: {table.stopped.error.sentence}."
    if live.lost is not None:
        return describe_lost_table(live, names)
    if table.due is None:
        return ""
    if unacked := table.unacked:
        return describe_confirming(names, unacked)
    if table.due.kind in DECISIONS:
        return ""  # the question says it
    missing = [whom(names[seat]) for seat in table.awaited]
    return _WAITS[table.due.kind] + (f"; waiting for {and_list(missing)}." if missing else ".")


def describe_missing(live: TableRunner, names: Sequence[str], away: Collection[int], held: bool, command: str) -> str:
    """The seats that are `away` among those that the table waits for, with advice; empty if none is missing.

    With one's own decision `held` after a restart, all seats that are away. `command` is typed before each command.
    """
    if live.over:
        return ""
    if live.table.signer is None and not live.linked:
        return f"Connection lost. {describe_retry()}"
    if held:
        back = f"{_are([names[seat] for seat in away])} not back yet" if away else "all are back"
        return f"You can play again once every other player is connected: {back}."
    missing = [names[seat] for seat in live.table.awaited if seat in away]
    if not missing:
        return ""
    of_two = len(live.table.ledger.now.present) == 2
    does = "stops and saves the game" if of_two else "votes to continue without them; a majority decides"
    votes = [f"`{command}drop {names[seat]}` {does}." for seat in live.table.droppable]
    return " ".join([f"{_are(missing)} away; the game waits.", *votes])


def _are(names: Sequence[str]) -> str:
    return f"{and_list(names)} {'is' if len(names) == 1 else 'are'}"
