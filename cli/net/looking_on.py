"""Where others may look on at a table, and by which code."""

from __future__ import annotations

from p2pgame.p2p.lan.interfaces import spell
from p2pgame.p2p.table.seat_session import SeatSession


def looking_on(seated: SeatSession) -> str | None:
    """What others type to look on through this peer, as it is now; None if they may not, or nobody knows where."""
    own, watching = seated.own_addresses, seated.watching
    if not own or watching is None or watching.over:
        return None
    code = "" if watching.keeper is None else f", with the code {watching.keeper.code}"
    return f"Others may look on: `p2pgame watch {spell(own[0].host, own[0].port)}`{code}."
