"""Lines typed in a lobby."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from p2pgame.cli.lines.lobby import LobbyTelling
from p2pgame.cli.lines.lobby_lines import LobbyLines
from p2pgame.cli.net.front import LobbyActs, Quitted
from p2pgame.cli.net.lobby import waited_for
from p2pgame.cli.terminal.output import Output
from p2pgame.protocol.lobby.messages import FREE_PLACE, Lobby, Place, Presence

from ..at_terminal import Terminal

ADA = Place("Ada", "7KQ2M", Presence.READY)
BEN = Place("Ben", "8KQ2M", Presence.HERE)
CLEO = Place("Cleo", "9KQ2M", Presence.EXPECTED)


PLACES = (ADA, BEN, CLEO, FREE_PLACE)


def typed(*lines: str, hosts: bool = True, places: tuple[Place, ...] = PLACES) -> tuple[str, list[object]]:
    """The output, and the actions."""
    printed, done = io.StringIO(), list[object]()
    acts = LobbyActs(done.append, lambda: None, done.append if hosts else None)
    output = Output(printed, screen=False, colour=False, wraps=False)
    lobby = LobbyLines(output, lambda: acts, lambda: places)
    for line in lines:
        lobby.obey(line)
    return printed.getvalue(), done


def test_lines_talk_list_and_remove() -> None:
    """Names in any case; also of a player who is only expected."""
    printed, done = typed("say hello there", "who", "remove BEN", "away cleo", "")
    assert done == ["hello there", 1, 2]
    assert "Here: Ada (7KQ2M) and Ben (8KQ2M)" in printed


def test_the_players_are_listed_once_and_then_each_change_is_shown() -> None:
    """With the fingerprint of somebody new; a connection that was lost brings the list again."""
    printed = io.StringIO()
    telling = LobbyTelling(Output(printed, screen=False, colour=False, wraps=False))
    ready = replace(BEN, presence=Presence.READY)
    for places in ((ADA, FREE_PLACE), (ADA, BEN), (ADA, ready), (ADA, FREE_PLACE), (ADA, FREE_PLACE)):
        telling.tell(Lobby(places, 0))
    assert printed.getvalue().splitlines() == [
        "Here: Ada (7KQ2M); 1 seat is free.",
        "Ben (8KQ2M) is here; Ben is not ready yet.",
        "Ben (8KQ2M) is ready; everybody is here and ready.",
        "Ben (8KQ2M) has left; 1 seat is free.",
        "Here: Ada (7KQ2M); 1 seat is free.",
    ]


def test_a_guest_that_is_not_ready_yet_is_called_you() -> None:
    """In its own lobby."""
    printed = io.StringIO()
    telling = LobbyTelling(Output(printed, screen=False, colour=False, wraps=False))
    telling.tell(Lobby((ADA, BEN), 1))
    assert printed.getvalue() == "Here: Ada (7KQ2M) and Ben (8KQ2M); you are not ready yet.\n"


def test_an_unknown_line_is_answered_with_the_possible_ones() -> None:
    """A guest does not see the host's commands."""
    assert "`remove NAME`" in typed("hello")[0]
    printed, done = typed("remove Ben", "say", hosts=False)
    assert "remove" not in printed
    assert printed.count("`say TEXT`") == 2
    assert done == []


def test_nobody_of_that_name_is_removed() -> None:
    """It says so."""
    printed, done = typed("remove Dan")
    assert "There is no 'Dan' here" in printed
    assert done == []


def test_of_two_players_with_one_name_the_fingerprint_says_which_is_removed() -> None:
    """Neither goes before that is clear; others read whom the table waits for."""
    twin = Place("ben", "AKQ2M", Presence.HERE)
    printed, done = typed("remove Ben", "remove akq2m", places=(ADA, BEN, twin))
    assert "2 players are called 'Ben'. Type one of `remove 8KQ2M`, `remove AKQ2M`." in printed
    assert done == [2]
    assert waited_for((ADA, BEN, twin)) == "Ben (8KQ2M) and ben (AKQ2M) are not ready yet"


def test_quit_leaves() -> None:
    """Like at the table."""
    with pytest.raises(Quitted):
        typed("quit")


def test_the_reasons_why_a_lobby_waits() -> None:
    """Free seats, people who are expected, people who are not ready; oneself is called you."""
    assert waited_for((ADA, BEN, CLEO, FREE_PLACE)) == "1 seat is free; Cleo is not here yet; Ben is not ready yet"
    assert waited_for((ADA, BEN), mine=1) == "you are not ready yet"
    assert waited_for((ADA, ADA)) == "everybody is here and ready"


def test_a_host_at_a_terminal_types_in_the_lobby(tmp_path: Path) -> None:
    """And leaves it by `quit`: no table has begun, so there is no way back to say."""
    words = ("host", "tink", "--plain", "--bind", "127.0.0.1", "--port", "0", "--no-announce", "--name", "Ada")
    with Terminal(*words, P2PGAME_HOME=str(tmp_path)) as terminal:
        terminal.until("1 seat is free.")
        terminal.type("help\r")
        terminal.until("removes a guest")
        terminal.type("quit\r")
        printed, code = terminal.rest()
    assert "You left the table." in printed
    assert "resume" not in printed
    assert code == 3
