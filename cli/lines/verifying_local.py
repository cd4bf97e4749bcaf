"""A log of a game on one machine verified, and the findings in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from p2pgame.engine.pending import Result
from p2pgame.p2p.store.home import HomeError
from p2pgame.protocol.identity.fingerprint import fingerprint, short
from p2pgame.protocol.log.local import LocalContract, LocalSeat
from p2pgame.protocol.log.local_replay import LocalReport, LocalVerdict

from ..games import presentation_of
from ..games.engine_line import result_data
from ..games.find import find_game
from ..profile import person
from ..system.exits import ExitCode, Failed
from ..table.score import describe_winners
from ..terminal.output import Output
from ..words.grammar import count
from ..words.paths import display_path

LOCAL_CODES = {
    LocalVerdict.WHOLE: ExitCode.UNFINISHED,
    LocalVerdict.UNFINISHED: ExitCode.UNFINISHED,
    LocalVerdict.FALSE: ExitCode.FAILED,
    LocalVerdict.UNREADABLE: ExitCode.USAGE,
}
"""Never 0, which stands for a proof that the game was fair."""


def show_local(output: Output, path: Path, report: LocalReport) -> None:
    """Print the findings about a local log."""
    output.heading(f"{display_path(path)}: {_verdict(report)}")
    if report.reason:
        where = "" if report.fault_step is None else f"step {report.fault_step}: "
        output.say(f"  {where}{report.reason}")
    contract = report.contract
    if contract is None:
        return
    game = find_game(contract.game)
    title = contract.game if game is None else game.title
    output.say(f"  {title}, on one machine: {', '.join(map(_called, contract.seats))}")
    draws = f"{count(report.draws, 'draw')} by that machine"
    output.say(f"  checked: {count(report.steps, 'step')}, {count(report.signatures, 'signature')}; {draws}")
    if report.result is not None:
        output.say(f"  {_winners(contract, report.result)}")


def describe_local(path: Path, report: LocalReport) -> dict[str, Any]:
    """The findings as JSON-able data."""
    contract = report.contract
    return {
        "log": str(path),
        "verdict": f"local-{report.verdict.name.lower()}",
        "fault": {"step": report.fault_step, "seat": None, "reason": report.reason} if report.reason else None,
        "game": None if contract is None else contract.game,
        "owner": None if contract is None else fingerprint(contract.owner),
        "players": []
        if contract is None
        else [{"name": seat.label, "bot": seat.level or None} for seat in contract.seats],
        "steps": report.steps,
        "draws": report.draws,
        "signatures": report.signatures,
        "head": report.head.hex(),
        "result": None if report.result is None else result_data(report.result),
    }


def _verdict(report: LocalReport) -> str:
    """The verdict; it names the signer."""
    if report.contract is None or report.verdict in (LocalVerdict.FALSE, LocalVerdict.UNREADABLE):
        return report.verdict.value
    mine = _is_mine(report.contract)
    signer, machine = ("you", "your") if mine else (f"the key {short(report.contract.owner)}", "its own")
    whole = "intact" if report.verdict is LocalVerdict.WHOLE else "intact as far as it goes, but unfinished"
    return f"{whole}; signed by {signer} alone; draws by {machine} machine, not proven fair"


def _is_mine(contract: LocalContract) -> bool:
    try:
        home = person.home()
        return home.key_file.exists() and home.identity().public == contract.owner
    except (HomeError, Failed):
        return False


def _called(seat: LocalSeat) -> str:
    return f"{seat.label} ({seat.level} bot)" if seat.level else seat.label


def _winners(contract: LocalContract, result: Result) -> str:
    game = find_game(contract.game)
    assert game is not None  # the rules have led to this result
    return describe_winners(presentation_of(game).phrases, result, [seat.label for seat in contract.seats])
