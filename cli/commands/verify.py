"""`p2pgame verify LOG...`: whether logs are fair and intact, trusting nobody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from p2pgame.protocol.fingerprint import fingerprint, short
from p2pgame.protocol.verify import Fault, Report, Verdict
from p2pgame.protocol.verify import verify as verify_log

from ..engine_line import describe_result
from ..exits import ExitCode, Misused
from ..find import find_game
from ..line.telling import winners_told
from ..logs import read_log
from ..output import Output, json_option, plain_option, print_json
from ..remote.names import seat_names
from ..words import words_of

_CODES = {
    Verdict.FAIR: ExitCode.OK,
    Verdict.CHEATED: ExitCode.FAILED,
    Verdict.FALSE: ExitCode.FAILED,
    Verdict.UNREADABLE: ExitCode.USAGE,
    Verdict.UNFINISHED: ExitCode.UNFINISHED,
}
_WORST_FIRST = (Verdict.UNREADABLE, Verdict.FALSE, Verdict.CHEATED, Verdict.UNFINISHED, Verdict.FAIR)


@click.command()
@click.argument("logs", metavar="LOG...", nargs=-1, required=True, type=click.Path(path_type=Path))
@json_option
@plain_option
def verify(logs: tuple[Path, ...], as_json: bool, plain: bool) -> None:
    """Check that logs are fair and intact, trusting none of the players.

    Every signature, chain link, opening, draw, move, head and state hash is worked out again from the log alone.

    \b
    Example:
      p2pgame verify tink.p2plog

    Exit codes: 0 fair, intact and finished; 1 not, or a seat is proven to have cheated; 2 unreadable; 3 intact as far
    as it goes, but unfinished. Of several logs, the worst counts.
    """
    contents, reports = [], []
    for path in logs:
        data, report = checked(path)
        contents.append(data)
        reports.append(report)
    if as_json:
        described = [describe(path, report) for path, report in zip(logs, reports, strict=True)]
        print_json(described[0] if len(described) == 1 else described)
    else:
        output = Output.of(plain)
        for path, report in zip(logs, reports, strict=True):
            show(output, path, report)
        whole = [index for index, report in enumerate(reports) if report.genesis is not None]
        if len(whole) > 1:
            output.say(compared([contents[index] for index in whole], [reports[index] for index in whole]))
    found = {report.verdict for report in reports}
    worst = next(verdict for verdict in _WORST_FIRST if verdict in found)
    click.get_current_context().exit(_CODES[worst])


def checked(path: Path) -> tuple[bytes, Report]:
    """What a file holds, and what that is worth; one that cannot be read keeps none from being checked."""
    try:
        data = read_log(path)
    except Misused as refusal:
        return b"", Report(Verdict.UNREADABLE, fault=Fault(None, None, refusal.message))
    return data, verify_log(data, find_game)


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
