"""Talk at a table: reactions, lines of spectators, and the chat of the lobby."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from p2pgame.cli.table.answer import answer, commands_of
from p2pgame.cli.table.narration import LINES
from p2pgame.cli.table.network import NetworkTable
from p2pgame.cli.table.reactions import REACTIONS, by, by_me, reaction_in, spelled
from p2pgame.cli.table.replies import Say
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.table.effects import Said

from ..screen.test_network_table import seated, watched

WATCHER = Identity(bytes([9] * 32)).public


def typed(table: NetworkTable, line: str) -> str:
    """The answer to a line that is typed at the table."""
    reply = answer(table.view(), line)
    assert not isinstance(reply, Say), reply.text
    return table.obey(reply)


def sent(table: NetworkTable, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines of chat that the table sends from now on."""
    said: list[str] = []
    monkeypatch.setattr(table.live, "say", said.append)
    return said


@pytest.mark.parametrize("word", REACTIONS)
@pytest.mark.parametrize("colon", ["", ":"])
def test_a_reaction_is_sent_and_shown_at_once(
    word: str, colon: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the colon or without."""
    table = seated(tmp_path)
    said, known = sent(table, monkeypatch), list(table.lines)
    typed(table, f"{colon}{word}")
    assert said == [f":{word}"]
    assert table.reaction == by_me(word)
    assert table.lines == known, "it is kept nowhere"


def test_a_reaction_of_another_is_shown_for_some_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it is gone."""
    now = time.monotonic()
    monkeypatch.setattr("p2pgame.cli.table.network.time.monotonic", lambda: now)
    table = seated(tmp_path)
    table.hear(Said(b"", 1, ":clap"))
    assert table.reaction == f"{table.names[1]} claps."
    monkeypatch.setattr("p2pgame.cli.table.network.time.monotonic", lambda: now + 10)
    assert table.reaction == ""


def test_in_lines_a_reaction_is_a_line(tmp_path: Path) -> None:
    """Nothing can vanish there."""
    table = NetworkTable(seated(tmp_path).live, manner=LINES)
    table.hear(Said(b"", 1, ":wow"))
    assert table.lines[-1].text == by(table.names[1], "wow")


@pytest.mark.parametrize("text", ["clap", ":unknown", ": clap", "::clap", ":clap now", ""])
def test_other_chat_is_no_reaction(text: str) -> None:
    """Only the words themselves are, as they are sent."""
    assert reaction_in(text) is None
    assert reaction_in(spelled("clap")) == "clap"


def test_the_help_lists_reactions_on_one_line(tmp_path: Path) -> None:
    """The first with all others behind it."""
    meanings = commands_of(seated(tmp_path).view())
    assert all(word in meanings["clap"] for word in REACTIONS[1:])
    assert not set(REACTIONS[1:]) & set(meanings)


def test_a_spectators_chat_has_its_name_and_is_passed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the others, who have no link with it."""
    table = seated(tmp_path)
    said = sent(table, monkeypatch)
    table.live.spectators[WATCHER] = "Zoe"
    table.hear(Said(WATCHER, None, "well played"))
    assert table.lines[-1].text == "<Zoe (watching)> well played"
    table.hear(Said(WATCHER, None, ":clap"))
    assert table.reaction == "Zoe (watching) claps."
    assert said == ["Zoe (watching): well played", "Zoe (watching) claps."]


@pytest.mark.parametrize("name", ["", "Ben> gives up. <Ada", "Ada (host)", "Ben: I"])
def test_a_watcher_cannot_pass_for_a_player(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name with the signs of a line of chat is not shown."""
    table = seated(tmp_path)
    sent(table, monkeypatch)
    table.live.spectators[WATCHER] = name
    table.hear(Said(WATCHER, None, "hello"))
    assert table.lines[-1].text == "<somebody (watching)> hello"


def test_chat_of_a_player_is_passed_on_by_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All seats are linked with each other."""
    table = seated(tmp_path)
    said = sent(table, monkeypatch)
    table.hear(Said(b"", 1, "hello"))
    assert said == []


def test_a_spectator_does_not_get_its_own_chat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player that passes the line on sends it to all."""
    table = watched(tmp_path)
    said = sent(table, monkeypatch)
    typed(table, "say hello")
    assert said == ["hello"]
    lines = list(table.lines)
    table.hear(Said(b"", 0, "Zoe (watching): hello"))
    assert table.lines == lines
    table.hear(Said(b"", 0, "Zoe (watching): goodbye"))
    assert "goodbye" in table.lines[-1].text


def test_talk_of_the_lobby_stays_when_play_begins(tmp_path: Path) -> None:
    """Above everything that happens at the table."""
    table = NetworkTable(seated(tmp_path).live, chat=("<Ben> good luck", "Cleo: you too"))
    assert [line.text for line in table.lines[:2]] == ["<Ben> good luck", "Cleo: you too"]
