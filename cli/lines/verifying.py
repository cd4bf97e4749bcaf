"""Verification of logs, with the findings in words: the work of `p2pgame verify`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from p2pgame.protocol.identity.fingerprint import fingerprint, short
from p2pgame.protocol.log.local import is_local
from p2pgame.protocol.log.local_replay import LocalReport, verify_local
from p2pgame.protocol.log.verify import Fault, Report, Verdict, compare_logs, verify

from ..games import presentation_of
from ..games.engine_line import result_data
from ..games.find import find_game
from ..games.names import seat_names
from ..saves.logs import read_log
from ..system.exits import ExitCode, Misused
from ..table.findings import by_table, compare, describe_findings, describe_signed_end, describe_steps, is_intact
from ..table.score import describe_winners
from ..terminal.output import Output, print_json
from ..words.grammar import count
from ..words.paths import display_path
from .verifying_local import LOCAL_CODES, describe_local, show_local

_CODES = {
    Verdict.FAIR: ExitCode.OK,
    Verdict.CHEATED: ExitCode.FAILED,
    Verdict.FALSE: ExitCode.FAILED,
    Verdict.UNREADABLE: ExitCode.USAGE,
    Verdict.UNFINISHED: ExitCode.UNFINISHED,
}
_WORST_FIRST = (ExitCode.USAGE, ExitCode.FAILED, ExitCode.UNFINISHED, ExitCode.OK)


def verify_logs(output: Output, logs: Sequence[Path], as_json: bool) -> ExitCode:
    """Verify logs and print the findings; the exit code."""
    reports = [check(path) for path in logs]
    if as_json:
        described = [_described(path, report) for path, report in zip(logs, reports, strict=True)]
        print_json(described[0] if len(described) == 1 else described)
    else:
        for path, report in zip(logs, reports, strict=True):
            _show_either(output, path, report)
        whole = [report for report in reports if isinstance(report, Report) and is_intact(report)]
        if len(whole) > 1:
            output.say(compare(whole))
    return exit_code(reports)


def exit_code(reports: Sequence[Report | LocalReport]) -> ExitCode:
    """The exit code for all findings: that of the worst log or table. A log counts no more than a longer one that
    continues it."""
    tables = [report for report in reports if isinstance(report, Report)]
    codes = [LOCAL_CODES[report.verdict] for report in reports if isinstance(report, LocalReport)]
    codes += [_CODES[report.verdict] for report in tables if not is_intact(report)]
    codes += [_code_of_table(together) for together in by_table(tables)]
    return next(code for code in _WORST_FIRST if code in codes)


def _described(path: Path, report: Report | LocalReport) -> dict[str, Any]:
    return describe_local(path, report) if isinstance(report, LocalReport) else describe(path, report)


def _show_either(output: Output, path: Path, report: Report | LocalReport) -> None:
    if isinstance(report, LocalReport):
        show_local(output, path, report)
    else:
        show(output, path, report)


def _code_of_table(reports: Sequence[Report]) -> ExitCode:
    comparison = compare_logs(reports)
    is_disputed = comparison.fork is not None or comparison.is_contested
    has_faults = any(report.deviation is not None or report.verdict is Verdict.CHEATED for report in reports)
    return ExitCode.FAILED if is_disputed or has_faults else _CODES[reports[comparison.longest].verdict]


def check(path: Path) -> Report | LocalReport:
    """The report of a file; an unreadable file does not stop the others."""
    try:
        data = read_log(path)
    except Misused as refusal:
        return Report(Verdict.UNREADABLE, fault=Fault(None, None, refusal.message))
    return verify_local(data, find_game) if is_local(data) else verify(data, find_game)


def show(output: Output, path: Path, report: Report) -> None:
    """Print the findings about a log."""
    output.heading(f"{display_path(path)}: {report.verdict.value}")
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
    counted = [describe_steps(report), count(report.draws, "draw")]
    output.say(f"  checked: {', '.join(counted)}, {count(report.signatures, 'signature')}")
    for finding in describe_findings(report, names):
        output.say(f"  {finding}")
    if report.result is not None and game is not None:
        output.say(f"  {describe_winners(presentation_of(game).phrases, report.result, names)}")
        output.say(f"  {describe_signed_end(report, names)}")


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
        "takebacks": [
            {"step": takeback.step, "seat": takeback.seat, "by": takeback.by} for takeback in report.takebacks
        ],
        "signed_end": list(report.signed_end),
        "owing": None
        if report.owing is None
        else {"step": report.owing.step, "kind": report.owing.kind.name.lower(), "seats": list(report.owing.seats)},
        "claims": [
            {"slot": claim.slot, "seat": claim.seat, "target": claim.target, "counts": claim.counts}
            for claim in report.claims
        ],
        "result": None if report.result is None else result_data(report.result),
    }
