"""Logs verified, and what was found told: what `p2pgame verify` does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from p2pgame.protocol.fingerprint import fingerprint, short
from p2pgame.protocol.verify import Fault, Report, Verdict, verify

from .engine_line import describe_result
from .exits import ExitCode, Misused
from .find import find_game
from .line.telling import winners_told
from .logs import read_log
from .output import Output, print_json
from .remote.names import seat_names
from .words import words_of

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
    return _CODES[next(verdict for verdict in _WORST_FIRST if verdict in found)]


def checked(path: Path) -> tuple[bytes, Report]:
    """What a file holds, and what that is worth; one that cannot be read keeps none from being checked."""
    try:
        data = read_log(path)
    except Misused as refusal:
        return b"", Report(Verdict.UNREADABLE, fault=Fault(None, None, refusal.message))
    return data, verify(data, find_game)


def show(output: Output, path: Path, report: Report) -> None:
    """Print what was found in a log."""
    output.heading(f"{path}: {report.verdict.value}")
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
    counted = [counted_of(report.steps, "step"), counted_of(report.draws, "draw")]
    output.say(f"  checked: {', '.join(counted)}, {counted_of(report.signatures, 'signature')}")
    if report.result is not None and game is not None:
        output.say(f"  {winners_told(words_of(game), report.result, names)}")


def counted_of(number: int, what: str) -> str:
    """`1 step`, `2 steps`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


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
    return "The logs are of one table, and differ."


def describe(path: Path, report: Report) -> dict[str, Any]:
    """What was found, as JSON-able data."""
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
        "result": None if report.result is None else describe_result(report.result),
    }
