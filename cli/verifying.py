"""Logs verified, and what was found told: what `p2pgame verify` does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.identity.fingerprint import fingerprint, short
from p2pgame.protocol.log.replay import Deviation, Ruled, StandingClaim
from p2pgame.protocol.log.verify import Fault, Fork, Report, Verdict, compare_logs, verify
from p2pgame.protocol.table.consensus import RulingKind
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.state import Due

from .engine_line import describe_result
from .exits import ExitCode, Misused
from .find import find_game
from .games import presentation_of
from .grammar import and_list, count
from .line.telling import winners_told
from .logs import read_log
from .output import Output, print_json
from .paths import path_told
from .remote.names import seat_names

_CODES = {
    Verdict.FAIR: ExitCode.OK,
    Verdict.CHEATED: ExitCode.FAILED,
    Verdict.FALSE: ExitCode.FAILED,
    Verdict.UNREADABLE: ExitCode.USAGE,
    Verdict.UNFINISHED: ExitCode.UNFINISHED,
}
_WORST_FIRST = (ExitCode.USAGE, ExitCode.FAILED, ExitCode.UNFINISHED, ExitCode.OK)

_OWED: Mapping[InputKind, str] = {
    InputKind.ACCEPT: "the acceptance of the beginning",
    InputKind.MOVE: "a move",
    InputKind.COMMIT: "a sealed choice",
    InputKind.OPEN: "the opening of a sealed choice",
    InputKind.ANSWER: "an answer",
    InputKind.SHARE: "a part of a draw",
}
"""The words for an input that a seat owes, by its kind."""


def verified(output: Output, logs: Sequence[Path], as_json: bool) -> ExitCode:
    """Verify logs and print what was found; the exit code."""
    reports = [checked(path) for path in logs]
    if as_json:
        described = [describe(path, report) for path, report in zip(logs, reports, strict=True)]
        print_json(described[0] if len(described) == 1 else described)
    else:
        for path, report in zip(logs, reports, strict=True):
            show(output, path, report)
        whole = [report for report in reports if _is_intact(report)]
        if len(whole) > 1:
            output.say(compared(whole))
    return exit_code(reports)


def exit_code(reports: Sequence[Report]) -> ExitCode:
    """The exit code for all that was found: that of the worst log or table. A log that another one of its table goes
    on from counts no more than that."""
    codes = [_CODES[report.verdict] for report in reports if not _is_intact(report)]
    codes += [_code_of_table(together) for together in _by_table(reports)]
    return next(code for code in _WORST_FIRST if code in codes)


def _code_of_table(reports: Sequence[Report]) -> ExitCode:
    comparison = compare_logs(reports)
    is_disputed = comparison.fork is not None or comparison.is_contested
    has_faults = any(report.deviation is not None or report.verdict is Verdict.CHEATED for report in reports)
    return ExitCode.FAILED if is_disputed or has_faults else _CODES[reports[comparison.longest].verdict]


def _is_intact(report: Report) -> bool:
    return report.verdict not in (Verdict.FALSE, Verdict.UNREADABLE)


def _by_table(reports: Sequence[Report]) -> list[list[Report]]:
    """The intact logs, those of one table together."""
    tables: dict[bytes, list[Report]] = {}
    for report in reports:
        if report.genesis is not None and _is_intact(report):
            tables.setdefault(report.genesis.id, []).append(report)
    return list(tables.values())


def checked(path: Path) -> Report:
    """The report of a file; an unreadable file does not stop the others."""
    try:
        data = read_log(path)
    except Misused as refusal:
        return Report(Verdict.UNREADABLE, fault=Fault(None, None, refusal.message))
    return verify(data, find_game)


def show(output: Output, path: Path, report: Report) -> None:
    """Print what was found in a log."""
    output.heading(f"{path_told(path)}: {report.verdict.value}")
    if report.fault is not None:
        where = "" if report.fault.step is None else f"step {report.fault.step}: "
        output.say(f"  {where}{report.fault.reason}")
    genesis = report.genesis
    if genesis is None:
        return
    names = seat_names(genesis.contract)
    game = find_game(genesis.contract.game)
    title = genesis.contract.game if game is None else game.title
    players = [f"{name} {short(seat.public)}" for name, seat in zip(names, genesis.contract.seats, strict=True)]
    output.say(f"  {title}, table {genesis.id[:4].hex()}: {', '.join(players)}")
    counted = [steps_told(report), count(report.draws, "draw")]
    output.say(f"  checked: {', '.join(counted)}, {count(report.signatures, 'signature')}")
    for told in _found(report, names):
        output.say(f"  {told}")
    if report.result is not None and game is not None:
        output.say(f"  {winners_told(presentation_of(game).phrases, report.result, names)}")
        output.say(f"  {signed_end_told(report, names)}")


def _found(report: Report, names: Sequence[str]) -> Iterator[str]:
    """Sentences on rulings, claims and signatures in a log."""
    for ruled in report.rulings:
        yield ruled_told(ruled, names)
    if report.deviation is not None:
        yield deviation_told(report.deviation, names)
    if report.owing is not None and report.verdict is Verdict.UNFINISHED:
        yield owing_told(report.owing, names)
    if report.is_contested:
        yield contest_told(report.claims, names)
    else:
        for claim in report.claims:
            yield claim_told(claim, names)


def steps_told(report: Report) -> str:
    """How many steps were checked, and how they are numbered everywhere: from 0, in which everybody accepts."""
    numbers = f" (0 to {report.steps - 1})" if report.steps > 1 else ""
    return count(report.steps, "step") + numbers


def ruled_told(ruled: Ruled, names: Sequence[str]) -> str:
    """A ruling: the step, the seat that was removed or ran out of time, and the seats that consented."""
    name, agreed = names[ruled.ruling.seat], and_list([names[seat] for seat in ruled.consenting])
    if ruled.ruling.kind is RulingKind.SKIP:
        return f"step {ruled.step}: {name} ran out of time, so the default move was made; {agreed} agreed"
    anew = "" if ruled.draw is None else f" in draw {ruled.draw}, which was made anew"
    return f"step {ruled.step}: {name} was removed{anew}; {agreed} agreed"


def owing_told(due: Due, names: Sequence[str]) -> str:
    """The step and the seats that an unfinished table waits for."""
    return f"step {due.step} waits for {_OWED[due.kind]} by {and_list([names[seat] for seat in due.seats])}"


def signed_end_told(report: Report, names: Sequence[str]) -> str:
    """The seats that signed the end."""
    if not report.signed_end:
        return "the game is over; its end is not signed by all, which takes nothing from it"
    return f"the end is signed by {and_list([names[seat] for seat in report.signed_end])}"


def deviation_told(deviation: Deviation, names: Sequence[str]) -> str:
    """The programs that deviated, by the signatures and the rules."""
    wrong = and_list([names[seat] for seat in deviation.wrong])
    told = f"step {deviation.step}: {wrong} signed a state that the rules do not lead to, so that program deviated"
    if not deviation.right:
        return told
    return f"{told}; {and_list([names[seat] for seat in deviation.right])} signed the right one"


def claim_told(claim: StandingClaim, names: Sequence[str]) -> str:
    """That of two players one says that the other has gone, and what that is worth."""
    claimer, gone = names[claim.seat], names[claim.target]
    if not claim.counts:
        return f"{claimer} says that {gone} had gone, but this log does not show that {gone} alone owed something"
    return f"{claimer} says that {gone} had gone, and {gone} owes an answer; nobody has won, and the game can go on"


def contest_told(claims: Sequence[StandingClaim], names: Sequence[str]) -> str:
    """That each of two says that the other had gone, and what that is worth."""
    said = [f"{names[claim.seat]} says that {names[claim.target]} had gone" for claim in claims]
    return f"contested: {and_list(said)}; no log shows who was there, and nobody has won"


def compared(reports: Sequence[Report]) -> str:
    """Sentences that compare several logs. None of them may be worse than cheated."""
    tables = _by_table(reports)
    if len(tables) > 1:
        return "\n".join(["The logs are of different tables.", *(_compared(each) for each in tables if len(each) > 1)])
    return _compared(tables[0])


def _compared(reports: Sequence[Report]) -> str:
    """A sentence that compares logs of one table."""
    comparison, genesis = compare_logs(reports), reports[0].genesis
    assert genesis is not None
    names = seat_names(genesis.contract)
    if comparison.fork is not None:
        return fork_told(comparison.fork, genesis, names)
    several = "Both" if len(reports) == 2 else f"All {len(reports)}"
    same = f"{several} logs hold the same history."
    if len({report.head for report in reports}) > 1:
        same = "The logs agree; some go further than others."
    if comparison.is_contested:
        return f"{same} The end is {contest_told(comparison.claims, names)}."
    return same


def fork_told(fork: Fork, genesis: Genesis, names: Sequence[str]) -> str:
    """That two logs of one table differ, where, and by whose doing."""
    told = f"The logs are forked: they differ from slot {fork.slot} on (step {fork.step})."
    if fork.proof is None:
        return f"{told} Nothing in them shows who has cheated."
    error = fork.proof.error(genesis)
    return f"{told} Together they prove that {names[error.seat]} has cheated: {error.sentence}."


def describe(path: Path, report: Report) -> dict[str, Any]:
    """The findings as JSON-able data."""
    genesis, fault = report.genesis, report.fault
    return {
        "log": str(path),
        "verdict": report.verdict.name.lower(),
        "fault": None if fault is None else {"step": fault.step, "seat": fault.seat, "reason": fault.reason},
        "table": None if genesis is None else genesis.id.hex(),
        "game": None if genesis is None else genesis.contract.game,
        "players": []
        if genesis is None
        else [{"name": seat.label, "fingerprint": fingerprint(seat.public)} for seat in genesis.contract.seats],
        "steps": report.steps,
        "draws": report.draws,
        "signatures": report.signatures,
        "head": report.head.hex(),
        "deviated": [] if report.deviation is None else list(report.deviation.wrong),
        "contested": report.is_contested,
        "rulings": [
            {
                "step": ruled.step,
                "kind": ruled.ruling.kind.name.lower(),
                "seat": ruled.ruling.seat,
                "consenting": list(ruled.consenting),
                "draw": ruled.draw,
            }
            for ruled in report.rulings
        ],
        "signed_end": list(report.signed_end),
        "owing": None
        if report.owing is None
        else {"step": report.owing.step, "kind": report.owing.kind.name.lower(), "seats": list(report.owing.seats)},
        "claims": [
            {"slot": claim.slot, "seat": claim.seat, "target": claim.target, "counts": claim.counts}
            for claim in report.claims
        ],
        "result": None if report.result is None else describe_result(report.result),
    }
