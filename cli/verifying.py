"""Logs verified, and what was found told: what `p2pgame verify` does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.identity.fingerprint import fingerprint, short
from p2pgame.protocol.voting_table.verify import Deviation, Fault, Report, Verdict, VotedOut, contested, verify

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
_WORST_FIRST = (Verdict.UNREADABLE, Verdict.FALSE, Verdict.CHEATED, Verdict.UNFINISHED, Verdict.FAIR)


def verified(output: Output, logs: Sequence[Path], as_json: bool) -> ExitCode:
    """Verify logs and print what was found; the exit code."""
    contents, reports = [], []
    for path in logs:
        data, report = checked(path)
        contents.append(data)
        reports.append(report)
    if as_json:
        described = [describe(path, report) for path, report in zip(logs, reports, strict=True)]
        print_json(described[0] if len(described) == 1 else described)
    else:
        for path, report in zip(logs, reports, strict=True):
            show(output, path, report)
        whole = [index for index, report in enumerate(reports) if report.genesis is not None]
        if len(whole) > 1:
            output.say(compared([contents[index] for index in whole], [reports[index] for index in whole]))
    found = {report.verdict for report in reports}
    code = _CODES[next(verdict for verdict in _WORST_FIRST if verdict in found)]
    settled = not any(report.claims or report.deviation for report in reports) and not _contests(reports)
    return code if settled or code is ExitCode.USAGE else ExitCode.FAILED


def checked(path: Path) -> tuple[bytes, Report]:
    """The bytes of a file and their report; an unreadable file does not stop the others."""
    try:
        data = read_log(path)
    except Misused as refusal:
        return b"", Report(Verdict.UNREADABLE, fault=Fault(None, None, refusal.message))
    return data, verify(data, find_game)


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
    for voted in report.voted_out:
        output.say(f"  {voted_out_told(voted, names)}")
    if report.deviation is not None:
        output.say(f"  {deviation_told(report.deviation, names)}")
    if claims := contested([report]):
        output.say(f"  {contest_told(genesis, claims)}")
    elif report.claims:
        output.say(f"  {claim_told(report.claims[0], names)}")
    elif report.result is not None and game is not None:
        output.say(f"  {winners_told(presentation_of(game).phrases, report.result, names)}")


def steps_told(report: Report) -> str:
    """How many steps were checked, and how they are numbered everywhere: from 0, in which everybody accepts."""
    numbers = f" (0 to {report.steps - 1})" if report.steps > 1 else ""
    return count(report.steps, "step") + numbers


def voted_out_told(voted: VotedOut, names: Sequence[str]) -> str:
    """The seat that was voted out, the step and the voters; with a caution where one voter stands alone."""
    gone, voters = names[voted.seat], and_list([names[seat] for seat in voted.voters])
    if not voted.alone:
        return f"step {voted.step}: {gone} was voted out by {voters}"
    return (
        f"step {voted.step}: {voters} alone voted {gone} out, as a player of two may; "
        f"if {gone}'s log says the same of {voters}, the end is contested: verify both logs together"
    )


def deviation_told(deviation: Deviation, names: Sequence[str]) -> str:
    """The programs that deviated, by the signatures and the rules."""
    wrong = and_list([names[seat] for seat in deviation.wrong])
    told = f"step {deviation.step}: {wrong} signed a state that the rules do not lead to, so that program deviated"
    if not deviation.right:
        return told
    return f"{told}; {and_list([names[seat] for seat in deviation.right])} signed the right one"


def claim_told(claim: VotedOut, names: Sequence[str]) -> str:
    """That a table stopped as one of two claimed the game, and this log's keeper was there."""
    claimer, gone = names[claim.voters[0]], names[claim.seat]
    return (
        f"step {claim.step}: the table stopped here; {claimer} alone voted {gone} out, and {gone} did not accept that: "
        f"the end is contested, and no log shows who was there"
    )


def compared(contents: list[bytes], reports: list[Report]) -> str:
    """A sentence that compares several logs."""
    tables = {report.genesis.id for report in reports if report.genesis is not None}
    if len(set(contents)) == 1:
        return f"All {len(contents)} logs are the same, byte for byte."
    if len(tables) > 1:
        return "The logs are of different tables."
    shortest = min(contents, key=len)
    if all(data.startswith(shortest) for data in contents):
        return "The logs agree; some go further than others."
    if contests := _contests(reports):
        return contest_told(*contests[0])
    return "The logs are of one table, but differ."


def contest_told(genesis: Genesis, claims: Sequence[VotedOut]) -> str:
    """That each of two says that the other had left, and what that is worth."""
    names = seat_names(genesis.contract)
    said = [f"{names[claim.voters[0]]} says that {names[claim.seat]} had left (step {claim.step})" for claim in claims]
    return (
        f"The end is contested: {and_list(said)}. Of two players each may go on alone, and no log shows who was there. "
        "The game up to that step is fair and intact, and neither has won by these logs."
    )


def _contests(reports: Sequence[Report]) -> list[tuple[Genesis, tuple[VotedOut, ...]]]:
    """The tables whose end is contested in these logs, each with the claims."""
    tables = {report.genesis.id: report.genesis for report in reports if report.genesis is not None}
    of_tables = [
        (genesis, contested(report for report in reports if report.genesis is not None and report.genesis.id == id_))
        for id_, genesis in tables.items()
    ]
    return [(genesis, claims) for genesis, claims in of_tables if claims]


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
        "contested": bool(report.claims or contested([report])),
        "voted_out": [
            {"step": voted.step, "seat": voted.seat, "by": list(voted.voters), "alone": voted.alone}
            for voted in report.voted_out
        ],
        "result": None if report.result is None else describe_result(report.result),
    }
