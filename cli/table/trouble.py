"""Trouble at a network table, in words: links, absence, votes, refusals, the end before the end."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.engine.pending import Over
from p2pgame.p2p.store.log_file import difference_path
from p2pgame.p2p.table.reachability import Linked, Relayed
from p2pgame.p2p.table.runner import Broken, News, TableRunner
from p2pgame.p2p.table.watching import PATIENCE as DIALING
from p2pgame.protocol.table.effects import Away, ClaimMade, Differs, Proven, Refused, Stopped, TimeUp, Voted
from p2pgame.protocol.table.liveness import PATIENCE
from p2pgame.protocol.wire.errors import Code, SeatError


def dialed_again() -> str:
    """A clause about the link of somebody who looks on: how long the table is waited for."""
    return f"it is dialed again for {DIALING:.0f} seconds"


def lost_told(live: TableRunner) -> str:
    """That a table which was watched is lost: what has happened, what there is of it, and what to do."""
    ledger = live.table.ledger
    over = " The game is over, but not all have signed its end." if isinstance(ledger.now.pending, Over) else ""
    return (
        f"The table is out of reach: {live.lost}.{over} You have it up to step {ledger.now.step - 1}; "
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
            return _away_told(live, names[seat], is_there, drop)
        case Voted(voter, target):
            return f"{names[voter]} votes to go on without {names[target]}."
        case TimeUp(seat):
            return f"{names[seat]} ran out of time."
        case Proven(_, error):
            return proven_told(error, names)
        case Differs():
            return f"Both versions of the state are kept in {difference_path(live.log.path)}."
        case ClaimMade(claim):
            return _claim_told(live, names, claim.claim.seat)
        case Refused(_, error):
            return f"Refused: {error}"
        case Stopped(error):
            return None if error.code is Code.CLAIMED else f"The table stops: {error.sentence}. The game is saved."
        case Broken(reason):
            return f"This peer stops: {reason}. The log is whole up to there."
    return None


def way_told(live: TableRunner, names: Sequence[str], seat: int) -> str:
    """How another seat is reached; of a spectator, who has one link alone, only that one is known."""
    if live.table.ledger.genesis.contract.seats[seat].public in live.linked:
        return "linked"
    through = live.relay_to(seat)
    if through is not None and live.table.signer is not None:
        return f"linked through {names[through]}"
    return "away" if live.table.signer is not None else ""


def not_out_told(live: TableRunner, name: str, seat: int) -> str:
    """Why somebody cannot be voted out now."""
    table, state = live.table, live.table.ledger.now
    if not table.ledger.genesis.contract.grace:
        return f"At this table nobody can be removed: it waits for {name}."
    if len(state.present) == 2:
        return _not_claimed_told(live, name)
    if table.liveness.has_voted(seat):
        return f"You have voted to go on without {name} already."
    if table.lacking(seat):
        quorum = state.electorate.quorum
        here = quorum - table.lacking(seat)
        return (
            f"{quorum} of {len(state.present)} players must agree to remove somebody, and only {here} "
            f"{'is' if here == 1 else 'are'} connected. The game is saved; resume it any time."
        )
    return f"{name} cannot be removed now: the table must have waited for {name} for the grace time."


def _not_claimed_told(live: TableRunner, name: str) -> str:
    """Why one of two cannot stop the game now."""
    signer = live.table.signer
    if signer is not None and signer.seat in live.table.awaited:
        return f"Make your own move first: the game can be stopped once it waits for {name} alone."
    return f"The game cannot be stopped yet: it must have waited for {name} for the grace time."


def unclaimed_told(live: TableRunner) -> str:
    """That one's own claim has stopped a table of two, and what can be done; empty if none has."""
    stopped = live.table.stopped
    if stopped is None or stopped.error.code is not Code.CLAIMED:
        return ""
    return "The game is saved, and nobody has won. It goes on when you resume it."


def _away_told(live: TableRunner, name: str, is_there: bool, drop: str) -> str:
    """The choices about a seat that may be dropped, and the vote that one's own program makes by itself."""
    what = "is connected but not answering" if is_there else "has been away for long"
    table = live.table
    if len(table.ledger.now.present) == 2:
        return f"{name} {what}. `{drop} {name}` stops and saves the game, to be resumed later; or keep waiting."
    wait = drop.replace("drop", "wait")
    patience = PATIENCE * table.ledger.genesis.contract.grace
    return (
        f"{name} {what}. `{drop} {name}` votes to go on without. Your program votes so by itself once {name} has been "
        f"waited for {patience} seconds; `{wait} {name}` keeps it from that."
    )


def _claim_told(live: TableRunner, names: Sequence[str], claimer: int) -> str:
    """That of two seats one says that the other has gone. Nobody has lost by that."""
    present, signer = live.table.ledger.now.present, live.table.signer
    other = next(seat for seat in present if seat != claimer)
    name = names[claimer]
    if signer is not None and signer.seat == claimer:
        return f"You say that {names[other]} has gone."
    gone = "you had" if signer is not None and signer.seat == other else f"{names[other]} had"
    return (
        f"{name} says that {gone} gone (E{Code.CLAIMED:d}), and has stopped. The game goes on when {name} resumes it."
    )


def _link_told(live: TableRunner, names: Sequence[str], peer: bytes, up: bool) -> str | None:
    seat = live.table.ledger.genesis.contract.seat_of(peer)
    if seat is None or live.over:
        return None
    if live.table.signer is None:
        return "The link to the table stands." if up else f"The link to the table is lost; {dialed_again()}."
    return f"{names[seat]} is {'here' if up else 'away; the table waits until the link is back'}."


def proven_told(error: SeatError, names: Sequence[str]) -> str:
    """That a seat has been found out, and what follows."""
    return f"{error.sentence}. The log has the proof, and nobody needs to wait for {names[error.seat]} any more."
