"""The news of a lobby on both screens."""

from __future__ import annotations

import io

from p2pgame.cli.output import Output
from p2pgame.cli.remote.lobby import LobbyTelling, now
from p2pgame.cli.tui.net.lobby import LobbyView
from p2pgame.p2p.lobby_news import Turned
from p2pgame.protocol.errors import Code, RemoteError

TURNED = Turned(RemoteError(Code.NOT_P2PGAME, "the other side does not speak TLS 1.3"))


def test_strangers_that_are_turned_away_by_the_thousand_fill_no_screen() -> None:
    """Anybody on the LAN can connect as often as they like."""
    printed = io.StringIO()
    telling, view = LobbyTelling(Output(printed, screen=False, colour=False, wraps=False)), LobbyView()
    began = now()
    for _ in range(1000):
        telling.tell(TURNED)
        view.tell(TURNED)
    seconds = now() - began + 1
    for lines in (printed.getvalue().splitlines(), view.chat):
        assert 1 <= len(lines) <= seconds
        assert "TLS 1.3" in lines[0]
