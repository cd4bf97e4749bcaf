"""The news of a lobby on both screens."""

from __future__ import annotations

import io

import pytest
from p2pgame.cli.output import Output
from p2pgame.cli.remote.lobby import LONGEST_QUIET, LobbyTelling
from p2pgame.cli.tui.net.lobby import CHAT_LINES, LobbyView
from p2pgame.p2p.lobby.events import Turned
from p2pgame.protocol.wire.errors import Code, RemoteError

TURNED = Turned(RemoteError(Code.NOT_P2PGAME, "the other side does not speak TLS 1.3"))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The second that runs, as a list of one."""
    seconds = [1000]
    monkeypatch.setattr("p2pgame.cli.remote.lobby.now", lambda: seconds[0])
    return seconds


def test_strangers_that_are_turned_away_by_the_thousand_fill_no_screen(clock: list[int]) -> None:
    """Anybody on the LAN can connect as often as they like, for a whole evening: they are told ever more seldom, and a
    friend who mistypes a code after that is told at once again, as soon as the others have stopped for a while.
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
