"""What goes wrong at a network table, in words: links, absence, votes, refusals, the end before the end."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.engine.pending import Over
from p2pgame.p2p.store.log_file import difference_path
from p2pgame.p2p.table.reachability import Linked, Relayed
from p2pgame.p2p.table.runner import Broken, News, TableRunner
from p2pgame.p2p.table.watching import PATIENCE
from p2pgame.protocol.voting_table.effects import Away, Differs, Proven, Refused, Rewind, Stopped, TimeUp, Voted

from .steps import proven_told


def dialed_again() -> str:
    """A clause about the link of somebody who looks on: how long the table is waited for."""
    return f"it is dialed again for {PATIENCE:.0f} seconds"


def lost_told(live: TableRunner) -> str:
    """That a table which was watched is lost: what has happened, what there is of it, and what to do."""
    ledger = live.table.ledger
    over = " The game is over, but not all have signed its end." if isinstance(ledger.pending, Over) else ""
    return (
        f"The table is out of reach: {live.lost}.{over} You have it up to step {ledger.step - 1}; "
        "if it goes on, watch it again."
    )


def trouble_told(live: TableRunner, names: Sequence[str], news: News, drop: str = "drop") -> str | None:
    """A sentence about the news; None if it needs none. `drop` is how a vote to drop somebody is typed."""
    match news:
        case Linked(peer, up):
            return _link_told(live, names, peer, up)
        case Relayed(seat, through):
            return f"No link with {names[seat]} stands; what you both say passes through {names[through]}."
        case Away(seat, is_there):
            what = "is there, but gives nothing that counts" if is_there else "has been away for long"
            return f"{names[seat]} {what}. `{drop} {names[seat]}` votes to go on without; or wait."
        case Voted(voter, target):
            return f"{names[voter]} votes to go on without {names[target]}."
        case TimeUp(seat):
            return f"{names[seat]} ran out of time."
        case Proven(_, error):
            return proven_told(error, names)
        case Differs():
            return f"Both versions of the state are kept in {difference_path(live.log.path)}."
        case Rewind(step):
            return f"The others had gone on without somebody from step {step}; this table now follows them."
        case Refused(_, error):
            return f"Refused: {error}"
        case Stopped(error, _):
            return f"The table stops: {error.sentence}. The log is kept up to there."
        case Broken(reason):
            return f"This peer stops: {reason}. The log is whole up to there."
    return None


def way_told(live: TableRunner, names: Sequence[str], seat: int) -> str:
    """How another seat is reached; of a spectator, who has one link alone, only that one is known."""
    if live.table.ledger.genesis.contract.seats[seat].public in live.linked:
        return "linked"
    through = live.relay_to(seat)
    if through is not None and live.table.player is not None:
        return f"linked through {names[through]}"
    return "away" if live.table.player is not None else ""


def not_out_told(live: TableRunner, name: str) -> str:
    """Why somebody cannot be voted out now."""
    table = live.table
    if table.lacking:
        ledger = table.ledger
        here = ledger.votes_needed - table.lacking
        return (
            f"Nobody can be voted out by so few: it takes {ledger.votes_needed} of {len(ledger.present)}, and {here} "
            f"{'is' if here == 1 else 'are'} here. The table waits, and can be gone on with another time."
        )
    return f"{name} cannot be voted out now: only who is waited for and away for long."


def _link_told(live: TableRunner, names: Sequence[str], peer: bytes, up: bool) -> str | None:
    seat = live.table.ledger.genesis.contract.seat_of(peer)
    if seat is None or live.over:
        return None
    if live.table.player is None:
        return "The link to the table stands." if up else f"The link to the table is lost; {dialed_again()}."
    return f"{names[seat]} is {'here' if up else 'away; the table waits until the link is back'}."
