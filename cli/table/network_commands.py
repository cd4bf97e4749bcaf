"""Commands at a network table: refused ones, additional ones, and their answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2pgame.engine.errors import quoted
from p2pgame.p2p.table.runner import TableRunner
from p2pgame.protocol.wire.errors import LocalError

from ..words.same_name import name_key
from ..words.widths import bare_names
from .network_messages import describe_connection, describe_refused_vote
from .reactions import COMMANDS
from .takebacks import COMMANDS as TAKEBACKS
from .takebacks import NO_UNDO, allows

REFUSED = {
    "undo": NO_UNDO,
    "save": "The game is saved already: its log is written as you play.",
    "resign": "Leave with `quit`: the others wait for you, and you can come back.",
}
"""Commands of line mode that a network table does not have, with reasons."""


MORE = {
    "say TEXT": "send a message to the others",
    "who": "list the players and their connections",
    "drop NAME": "vote out a player who has been away for a long time; at a table of two, stop and save the game",
    "wait NAME": "keep waiting for a player: your program does not vote them out",
    **COMMANDS,
}


LOOKS_ON = "You are watching: you cannot move."
"""The answer to a spectator's command."""


LOOKING_ON = (
    {**REFUSED, **dict.fromkeys(("legal", "hint", "drop", "wait", "resign"), LOOKS_ON)},
    {"say TEXT": MORE["say TEXT"], "who": MORE["who"], **COMMANDS},
)
"""The same for a spectator: refused commands, and additional ones."""


def commands_at(live: TableRunner) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The refused commands with reasons, and the additional ones with their meanings, for this peer at this table."""
    if live.table.signer is None:
        return LOOKING_ON
    if not allows(live):
        return REFUSED, MORE
    return {name: why for name, why in REFUSED.items() if name != "undo"}, {**MORE, **TAKEBACKS}


SAY_WHAT = "Add a text: `say TEXT` sends it to everybody."


def seat_called(names: Sequence[str], name: str) -> int | None:
    """The seat of a typed name, also of a bot without its level; None for an unknown name."""
    called = [*map(name_key, names), *map(name_key, bare_names(names))]
    return called.index(name_key(name)) % len(names) if name_key(name) in called else None


def nobody_called(name: str) -> str:
    """The sentence about an unknown name."""
    return f"There is no {quoted(name)} here; `who` lists the players."


def vote_out(live: TableRunner, names: Sequence[str], name: str) -> str:
    """Vote to continue without a player; a sentence if that cannot be done now."""
    seat = seat_called(names, name)
    if seat is None:
        return nobody_called(name)
    try:
        live.vote_out(seat)
    except LocalError:
        return describe_refused_vote(live, names[seat], seat)
    return ""


def wait_for(live: TableRunner, names: Sequence[str], name: str) -> str:
    """Wait for a player who may be voted out; the sentence about that, or that there is no need."""
    seat = seat_called(names, name)
    if seat is None:
        return nobody_called(name)
    return keep_waiting(live, names[seat], seat)


def keep_waiting(live: TableRunner, name: str, seat: int) -> str:
    """Wait for a player who may be voted out; the sentence about that, or that there is no need."""
    if seat not in live.table.droppable and not live.table.liveness.has_voted(seat):
        return f"{name} cannot be voted out now, so you need not wait for {name}."
    live.wait_for(seat)
    return f"You keep waiting for {name}: your program does not vote {name} out."


def describe_players(live: TableRunner, names: tuple[str, ...]) -> str:
    """The players and their links, a line each, in the order of seats."""
    own = None if live.table.signer is None else live.table.signer.seat
    marks = ["you" if seat == own else describe_connection(live, names, seat) for seat in range(len(names))]
    return "\n".join(f"{name}: {mark}" if mark else name for name, mark in zip(names, marks, strict=True))
