"""Problems at a network table, in words: links, absence, votes, refusals, an early end."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.engine.pending import Over
from p2pgame.p2p.store.log_file import difference_path
from p2pgame.p2p.table.reachability import Linked, Relayed, Reported
from p2pgame.p2p.table.runner import Broken, News, TableRunner
from p2pgame.p2p.table.watching import PATIENCE as DIALING
from p2pgame.protocol.table.effects import Away, ClaimMade, Differs, Proven, RanDown, Refused, Stopped, TimeUp, Voted
from p2pgame.protocol.table.liveness import PATIENCE
from p2pgame.protocol.wire.errors import Code, SeatError

from ..words.addressing import does, whom


def describe_retry() -> str:
    """A sentence on how long a spectator's link is retried."""
    return f"Retrying for {DIALING:.0f} seconds ..."


def describe_lost_table(live: TableRunner, names: Sequence[str]) -> str:
    """The sentence about a lost watched table: the reason, the known part of the game, and advice."""
    ledger, over = live.table.ledger, ""
    if isinstance(ledger.now.pending, Over):
        unsigned = [names[seat] for seat in live.table.awaited]
        missing = (
            f"{does(unsigned, 'have')} not signed the end" if unsigned else "some signatures of the end are missing"
        )
        over = f" The game is over, but {missing}."
    have = f"the game up to step {ledger.now.step - 1}" if ledger.now.step else "no step of the game yet"
    return f"The table cannot be reached: {live.lost}.{over} You have {have}; if it continues, watch it again."


def describe_trouble(live: TableRunner, names: Sequence[str], news: News, drop: str = "drop") -> str | None:
    """A sentence about the news; None if it needs none. `drop` is the typed form of a vote to drop somebody."""
    match news:
        case Linked() | Reported():
            return _describe_link(live, names, news)
        case Relayed(seat, through):
            return f"No direct connection to {names[seat]}; {names[through]} is relaying."
        case Away(seat, is_there):
            return _describe_absence(live, names[seat], is_there, drop)
        case Voted(voter, target):
            return f"{does(names[voter], 'vote')} {whom(names[target])} out."
        case TimeUp() | RanDown():
            return _describe_time(names, news)
        case Proven(_, error):
            return describe_proof(error, names)
        case Differs():
            return f"Both versions of the state are saved in {difference_path(live.log.path)}."
        case ClaimMade(claim):
            return _describe_claim(live, names, claim.claim.seat)
        case Refused(_, error):
            return f"Refused: {error}"
        case Stopped(error):
            return None if error.code is Code.CLAIMED else f"The game stops: {error.sentence}. It is saved."
        case Broken(reason):
            return f"You cannot continue: {reason}. The log is complete up to here."
    return None


def describe_connection(live: TableRunner, names: Sequence[str], seat: int) -> str:
    """How another seat is reached; a spectator knows its one link only."""
    if live.table.ledger.genesis.contract.seats[seat].public in live.linked:
        return "connected"
    through = live.relay_to(seat)
    if through is not None and live.table.signer is not None:
        return f"connected through {names[through]}"
    return "away" if live.table.signer is not None else ""


def describe_refused_vote(live: TableRunner, name: str, seat: int) -> str:
    """Why somebody cannot be voted out now."""
    table, state = live.table, live.table.ledger.now
    if not table.ledger.genesis.contract.grace:
        return f"Nobody can be voted out at this table: it waits for {name}."
    if len(state.present) == 2:
        return _describe_refused_claim(live, name)
    if table.liveness.has_voted(seat):
        return f"You have already voted {name} out."
    if table.lacking(seat):
        quorum = state.electorate.quorum
        here = quorum - table.lacking(seat)
        return (
            f"{quorum} of {len(state.present)} players must agree to vote someone out, and only {here} "
            f"{'is' if here == 1 else 'are'} connected. The game is saved; resume it any time."
        )
    return f"{name} cannot be voted out yet: first the grace time must pass."


def _describe_refused_claim(live: TableRunner, name: str) -> str:
    """Why one of two players cannot stop the game now."""
    signer = live.table.signer
    if signer is not None and signer.seat in live.table.awaited:
        return f"Make your own move first: you can stop the game when it only waits for {name}."
    return f"You cannot stop the game yet: first the grace time of {name} must pass."


def describe_claim_stop(live: TableRunner) -> str:
    """The sentence about one's own claim that stopped a table of two; empty without one."""
    stopped = live.table.stopped
    if stopped is None or stopped.error.code is not Code.CLAIMED:
        return ""
    return "The game is saved, and nobody has won. Resume it any time."


def _describe_absence(live: TableRunner, name: str, is_there: bool, drop: str) -> str:
    """The possible actions about a seat that may be dropped, and the automatic vote of this program."""
    what = "is connected but not answering" if is_there else "has been away for a long time"
    table = live.table
    if len(table.ledger.now.present) == 2:
        return f"{name} {what}. Type `{drop} {name}` to stop and save the game, or keep waiting."
    wait = drop.replace("drop", "wait")
    patience = PATIENCE * table.ledger.genesis.contract.grace
    return (
        f"{name} {what}. Type `{drop} {name}` to vote them out. Your program votes after waiting "
        f"{patience} seconds; `{wait} {name}` prevents that."
    )


def _describe_time(names: Sequence[str], news: TimeUp | RanDown) -> str:
    """The end of a seat's time: known for certain, or concluded from its default move."""
    if isinstance(news, RanDown):
        return f"{names[news.seat]}: time is up, so this is the default move."
    return f"{names[news.seat]} ran out of time."


def _describe_claim(live: TableRunner, names: Sequence[str], claimer: int) -> str:
    """The claim of one of two players that the other has gone. Nobody loses by it."""
    present, signer = live.table.ledger.now.present, live.table.signer
    other = next(seat for seat in present if seat != claimer)
    name = names[claimer]
    if signer is not None and signer.seat == claimer:
        return f"You have stopped the game because {names[other]} is away."
    gone = "you had" if signer is not None and signer.seat == other else f"{names[other]} had"
    return (
        f"{name} says that {gone} left (E{Code.CLAIMED:d}), and has stopped. The game continues when {name} resumes it."
    )


def _describe_link(live: TableRunner, names: Sequence[str], news: Linked | Reported) -> str | None:
    seat = news.seat if isinstance(news, Reported) else live.table.ledger.genesis.contract.seat_of(news.peer)
    if seat is None or live.over:
        return None
    if live.table.signer is None and isinstance(news, Linked):
        return "Connected to the table." if news.up else f"Connection lost. {describe_retry()}"
    return f"{names[seat]} is {'here' if news.up else 'away; the game waits'}."


def describe_proof(error: SeatError, names: Sequence[str]) -> str:
    """The sentence about a proven cheat."""
    return f"{error.sentence}. The log has the proof. The others can continue without {names[error.seat]}."
