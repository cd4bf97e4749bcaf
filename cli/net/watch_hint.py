"""The command with which others can watch a table."""

from __future__ import annotations

from p2pgame.p2p.lan.interfaces import spell
from p2pgame.p2p.table.seat_session import SeatSession


def watch_hint(seated: SeatSession) -> str | None:
    """The sentence on how to watch through this peer at present; None if nobody may, or the address is unknown."""
    own, watching = seated.own_addresses, seated.watching
    if not own or watching is None or watching.over:
        return None
    code = "" if watching.keeper is None else f", with the code {watching.keeper.code}"
    return f"Others can watch: `p2pgame watch {spell(own[0].host, own[0].port)}`{code}."
