"""Network commands in line mode, after their arguments are read: this module takes long to import.

`cli/screen/flows/entry.py` does the same on the full screen.

Each function ends the program, with the exit code of its command.

Raises, in each of them:
    Failed: the fault of a peer, the network or the disk; the sentence says which.
    Misused: the arguments name something that does not exist.
    Exit: nobody was there to choose a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from ..net.choosing import chosen_table, typed_place
from ..net.ending import run
from ..net.guest_session import GuestSession
from ..net.host_session import HostSession
from ..net.resume_session import ResumeSession
from ..net.spectator_session import SpectatorSession
from ..net.terms import Terms
from ..profile.who import Me
from ..terminal.output import Output
from .front import LineFront


def host(output: Output, me: Me, terms: Terms) -> NoReturn:
    """Host a table and play at it."""
    run(HostSession(me, terms, LineFront(output, terms.auto)), output)


def join(output: Output, me: Me, table: str | None, code: str | None, auto: str | None) -> NoReturn:
    """Join a table and play at it; without a name or address, a chosen one."""
    front = LineFront(output, auto, code)
    run(GuestSession(me, chosen_table(table, output, front.lines), front), output)


def watch(output: Output, me: Me, table: str | None, code: str | None) -> NoReturn:
    """Watch a table; without a name or address, a chosen one."""
    front = LineFront(output, code=code, boards=True)
    run(SpectatorSession(me, chosen_table(table, output, front.lines, watching=True), front), output)


def resume(output: Output, me: Me, log: Path, auto: str | None, at: Sequence[str], bind: str | None) -> NoReturn:
    """Resume a table from its log; `at` are present addresses of other players, `bind` is one's own."""
    addresses = tuple(map(typed_place, at))
    run(ResumeSession(me, log, LineFront(output, auto), addresses, bind), output)
