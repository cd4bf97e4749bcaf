"""Sentences on a verified log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.log.replay import Deviation, MoveTakenBack, Ruled, StandingClaim
from p2pgame.protocol.log.verify import Fork, Report, Verdict, compare_logs
from p2pgame.protocol.table.consensus import RulingKind
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.state import Due

from ..games.names import seat_names
from ..words.grammar import and_list, count

_OWED: Mapping[InputKind, str] = {
    InputKind.ACCEPT: "the confirmation of the start",
    InputKind.MOVE: "a move",
    InputKind.COMMIT: "a sealed choice",
    InputKind.OPEN: "the opening of a sealed choice",
    InputKind.ANSWER: "an answer",
    InputKind.SHARE: "a part of a draw",
}
"""The words for an input that a seat owes, by its kind."""


def by_table(reports: Sequence[Report]) -> list[list[Report]]:
    """The intact logs, those of one table together."""
    tables: dict[bytes, list[Report]] = {}
    for report in reports:
        if report.genesis is not None and is_intact(report):
            tables.setdefault(report.genesis.id, []).append(report)
    return list(tables.values())


def describe_findings(report: Report, names: Sequence[str]) -> Iterator[str]:
    """Sentences on rulings, takebacks, claims and signatures in a log."""
    for ruled in report.rulings:
        yield describe_ruling(ruled, names)
    for takeback in report.takebacks:
        yield describe_takeback(takeback, names)
    if report.deviation is not None:
        yield describe_deviation(report.deviation, names)
    if report.owing is not None and report.verdict is Verdict.UNFINISHED:
        yield describe_owing(report.owing, names)
    if report.is_contested:
        yield describe_contest(report.claims, names)
    else:
        for claim in report.claims:
            yield describe_claim(claim, names)


def describe_steps(report: Report) -> str:
    """The number of checked steps, which count from 0, in which everybody accepts."""
    numbers = f" (0 to {report.steps - 1})" if report.steps > 1 else ""
    return count(report.steps, "step") + numbers


def describe_ruling(ruled: Ruled, names: Sequence[str]) -> str:
    """A ruling: the step, the seat that was removed or ran out of time, and the seats that consented."""
    name, agreed = names[ruled.ruling.seat], and_list([names[seat] for seat in ruled.consenting])
    if ruled.ruling.kind is RulingKind.SKIP:
        return f"step {ruled.step}: {name} ran out of time, so the default move was made; {agreed} agreed"
    anew = "" if ruled.draw is None else f" in draw {ruled.draw}, which was repeated"
    return f"step {ruled.step}: {name} was removed{anew}; {agreed} agreed"


def describe_takeback(takeback: MoveTakenBack, names: Sequence[str]) -> str:
    """A move that was taken back: the step, and the seat that had made it."""
    return f"step {takeback.step}: {names[takeback.seat]} took the last move back; everybody agreed"


def describe_owing(due: Due, names: Sequence[str]) -> str:
    """The step and the seats that an unfinished table waits for."""
    return f"step {due.step} waits for {_OWED[due.kind]} from {and_list([names[seat] for seat in due.seats])}"


def describe_signed_end(report: Report, names: Sequence[str]) -> str:
    """The seats that signed the end."""
    if not report.signed_end:
        return "the game is over; not everybody signed the end, but the result counts"
    return f"the end is signed by {and_list([names[seat] for seat in report.signed_end])}"


def describe_deviation(deviation: Deviation, names: Sequence[str]) -> str:
    """The programs that deviated, by the signatures and the rules."""
    wrong = and_list([names[seat] for seat in deviation.wrong])
    text = f"step {deviation.step}: {wrong} signed a state that contradicts the rules, so that program deviated"
    if not deviation.right:
        return text
    return f"{text}; {and_list([names[seat] for seat in deviation.right])} signed the right one"


def describe_claim(claim: StandingClaim, names: Sequence[str]) -> str:
    """A player's claim that the other of two has gone, with its value."""
    claimer, gone = names[claim.seat], names[claim.target]
    if not claim.counts:
        return f"{claimer} says that {gone} had left, but this log does not show that the game waited for {gone} alone"
    said = f"{claimer} says that {gone} had left, and the game waited for {gone}"
    return f"{said}; nobody has won, and the game can be resumed"


def describe_contest(claims: Sequence[StandingClaim], names: Sequence[str]) -> str:
    """The claims of two players against each other, with their value."""
    said = [f"{names[claim.seat]} says that {names[claim.target]} had left" for claim in claims]
    return f"contested: {and_list(said)}; no log shows which of them was connected, and nobody has won"


def compare(reports: Sequence[Report]) -> str:
    """Sentences that compare several logs. None of them may be worse than cheated."""
    tables = by_table(reports)
    if len(tables) > 1:
        return "\n".join(["The logs are of different tables.", *(_compare(each) for each in tables if len(each) > 1)])
    return _compare(tables[0])


def _compare(reports: Sequence[Report]) -> str:
    """A sentence that compares logs of one table."""
    comparison, genesis = compare_logs(reports), reports[0].genesis
    assert genesis is not None
    names = seat_names(genesis.contract)
    if comparison.fork is not None:
        return describe_fork(comparison.fork, genesis, names)
    several = "Both" if len(reports) == 2 else f"All {len(reports)}"
    same = f"{several} logs hold the same history."
    if len({report.head for report in reports}) > 1:
        same = "The logs agree; some are longer than others."
    if comparison.is_contested:
        return f"{same} The end is {describe_contest(comparison.claims, names)}."
    return same


def describe_fork(fork: Fork, genesis: Genesis, names: Sequence[str]) -> str:
    """The difference of two logs of one table, its place, and the guilty seat."""
    text = f"The logs are forked: they differ from slot {fork.slot} on (step {fork.step})."
    if fork.proof is None:
        return f"{text} They do not show who has cheated."
    error = fork.proof.error(genesis)
    return f"{text} Together they prove that {names[error.seat]} has cheated: {error.sentence}."


def is_intact(report: Report) -> bool:
    """Whether a log can be read, and holds nothing false."""
    return report.verdict not in (Verdict.FALSE, Verdict.UNREADABLE)
