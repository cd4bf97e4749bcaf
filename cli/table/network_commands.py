"""Commands of a table on the network: those it refuses, those it has besides, and what they answer."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.engine.errors import quoted
from p2pgame.p2p.table.runner import TableRunner

from ..words.same_name import name_key
from ..words.widths import spoken
from .trouble import way_told

REFUSED = {
    "undo": "A move at a network table is signed and stays: there is no undo.",
    "save": "The table is kept already: its log is written as you play.",
    "resign": "Leave with `quit`: the others then wait for you, and you may come back.",
}
"""Commands of line mode that a network table does not have, and why."""


MORE = {
    "say TEXT": "tell the others something",
    "who": "who sits where, and which links stand",
    "drop NAME": "vote to go on without somebody who has been away for long; of two, save the game and stop",
    "wait NAME": "keep waiting for somebody: your program does not vote to go on without by itself",
}


LOOKS_ON = "You look on: what you say or do does not reach the table."
"""Why somebody without a seat can do nothing."""


LOOKING_ON = {**REFUSED, **dict.fromkeys(("say", "drop", "wait", "resign"), LOOKS_ON)}, {"who": MORE["who"]}
"""The same for somebody without a seat: what is refused, and what there is besides."""


SAY_WHAT = "Say what? `say TEXT` tells it to everybody at the table."


def seat_called(names: Sequence[str], name: str) -> int | None:
    """The seat that a person means by a name, of a bot also without its level; None if nobody is called so."""
    called = [*map(name_key, names), *map(name_key, spoken(names))]
    return called.index(name_key(name)) % len(names) if name_key(name) in called else None


def nobody_called(name: str) -> str:
    """That no seat has such a name."""
    return f"Nobody here is called {quoted(name)}; `who` lists everybody."


def waited(live: TableRunner, name: str, seat: int) -> str:
    """Wait for somebody who may be removed now; what that means, or that there is nobody to wait for."""
    if seat not in live.table.droppable and not live.table.liveness.has_voted(seat):
        return f"{name} cannot be removed now, so nobody votes to go on without {name}."
    live.wait_for(seat)
    return f"You wait for {name}: your program does not vote to go on without {name} by itself."


def sitting_told(live: TableRunner, names: tuple[str, ...]) -> str:
    """The players and their links, a seat a line."""
    own = None if live.table.signer is None else live.table.signer.seat
    marks = ["you" if seat == own else way_told(live, names, seat) for seat in range(len(names))]
    rows = enumerate(zip(names, marks, strict=True))
    return "\n".join(f"seat {seat}  {name}{f': {mark}' if mark else ''}" for seat, (name, mark) in rows)
