"""The news of a lobby on both screens."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from p2pgame.cli.lines.lobby import LobbyTelling
from p2pgame.cli.net.hosted_bots import HostedBot
from p2pgame.cli.net.lobby import LONGEST_QUIET
from p2pgame.cli.screen.lobby_view import CHAT_LINES, LobbyView
from p2pgame.cli.terminal.output import Output
from p2pgame.engine.bots import BOTS
from p2pgame.p2p.lobby.events import GuestRefused
from p2pgame.protocol.identity.fingerprint import short
from p2pgame.protocol.identity.keys import SEED_BYTES, Identity
from p2pgame.protocol.identity.labels import labels
from p2pgame.protocol.wire.errors import Code, RemoteError

TURNED = GuestRefused(RemoteError(Code.NOT_P2PGAME, "the other side does not speak TLS 1.3"))


@pytest.mark.parametrize("code", Code)
@pytest.mark.usefixtures("clock")
def test_a_fault_of_a_guest_is_not_shown_as_the_hosts(code: Code) -> None:
    """Some errors speak to the guest; the host reads of somebody else."""
    error = {**_SPOKEN_TO_THE_GUEST}.get(code, "the other side is strange")
    printed = io.StringIO()
    LobbyTelling(Output(printed, screen=False, colour=False, wraps=False)).tell(GuestRefused(RemoteError(code, error)))
    assert "your" not in printed.getvalue()
    assert "you have" not in printed.getvalue()


def test_a_hosted_bot_is_called_by_its_name_and_level_alone() -> None:
    """A label has a fingerprint only if the name could pass for another's."""
    bots = [HostedBot(Identity(bytes(SEED_BYTES)), level, 1) for level in BOTS]
    people = [(bot.name, short(bot.identity.public)) for bot in bots]
    assert labels([*people, ("Max", "ABCDE")]) == (*(f"Max-{level}" for level in BOTS), "Max")


@pytest.mark.usefixtures("clock")
def test_a_host_reads_nothing_of_the_form_of_bytes() -> None:
    """The number of the error is enough for the author of that program."""
    refused = GuestRefused(RemoteError(Code.TRUNCATED, "the bytes end before the value does"))
    view = LobbyView()
    view.tell(refused)
    assert view.chat == ["Somebody could not join: their program sent something that cannot be read (E103)."]


@pytest.mark.usefixtures("clock")
def test_a_host_reads_whose_code_was_wrong() -> None:
    """`That is not the code` would leave open which one."""
    view = LobbyView()
    view.tell(GuestRefused(RemoteError(Code.WRONG_CODE, "that is not the code of this table")))
    assert view.chat == ["Somebody could not join: their code was not the one of this table."]


_SPOKEN_TO_THE_GUEST = {
    Code.NOT_READY: "your program did not sign the contract within 30 seconds",
    Code.SENT_AWAY: "the host has sent you away from this table",
    Code.NOT_SEATED: "this table has no seat for you: is it another profile's?",
    Code.ALREADY_SEATED: "you have a seat at this table: `p2pgame resume` takes you there",
    Code.NOT_TO_BE_WATCHED: "this table has begun: you have no seat, and cannot watch it here",
    Code.REPLACED: "a newer connection with your key has replaced this one",
}


def test_the_list_of_messages_to_a_guest_is_complete() -> None:
    """Each error that a listener raises with such words in it stands in the list above."""
    root = Path(__file__).parents[3]
    spoken = re.compile(r'RemoteError\(\s*Code\.([A-Z_]+),\s*f?"[^"]*\byou(?:r|rs)?\b', re.MULTILINE)
    sources = [*(root / "p2p").rglob("*.py"), *(root / "protocol" / "lobby").rglob("*.py")]
    found = {Code[name] for path in sources for name in spoken.findall(path.read_text("utf-8"))}
    assert found - {Code.BAD_CONTRACT} <= set(_SPOKEN_TO_THE_GUEST), "a guest raises the one of the contract itself"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The second that runs, as a list of one."""
    seconds = [1000]
    monkeypatch.setattr("p2pgame.cli.net.lobby.now", lambda: seconds[0])
    return seconds


def test_strangers_that_are_turned_away_by_the_thousand_fill_no_screen(clock: list[int]) -> None:
    """Strangers can connect again and again for a whole evening: they are shown less and less often. A friend who
    mistypes a code later is shown at once, as soon as the strangers have stopped for a while.
    """
    printed = io.StringIO()
    telling, view = LobbyTelling(Output(printed, screen=False, colour=False, wraps=False)), LobbyView()

    def lines() -> int:
        assert len(view.chat) == min(len(printed.getvalue().splitlines()), CHAT_LINES)
        return len(printed.getvalue().splitlines())

    for _ in range(3600):
        for _ in range(10):
            telling.tell(TURNED)
            view.tell(TURNED)
        clock[0] += 1
    assert 10 <= lines() <= 3600 / LONGEST_QUIET + 10
    assert "TLS 1.3" in printed.getvalue().splitlines()[0]
    clock[0] += 2 * LONGEST_QUIET
    before = lines()
    for seconds in (1, 3):
        telling.tell(TURNED)
        view.tell(TURNED)
        clock[0] += seconds
    assert lines() == before + 2
