"""A network table as a screen sees it: who is missing, what can be done, and how to come back."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path

import pytest
from p2pgame.cli.net.watch_hint import watch_hint
from p2pgame.cli.profile.person import home
from p2pgame.cli.screen.pending_move import PendingMove
from p2pgame.cli.screen.render import board_title, question_text, title_line, whose_turn
from p2pgame.cli.screen.table.sight import Sight
from p2pgame.cli.screen.table.table_captions import TableCaptions
from p2pgame.cli.table.answer import answer
from p2pgame.cli.table.narration import SCREEN, Manner
from p2pgame.cli.table.network import NetworkTable
from p2pgame.cli.table.network_messages import describe_lost_table
from p2pgame.cli.table.replies import Say
from p2pgame.engine.games import load
from p2pgame.engine.picture import Board
from p2pgame.p2p.store.addressbook import Book
from p2pgame.p2p.store.journal_file import journal_path
from p2pgame.p2p.store.log_file import LogFile
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.runner import TableRunner
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.lobby.messages import Address
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.ledger import Ledger
from p2pgame.protocol.table.table import Table
from p2pgame.protocol.wire.limits import WRONG_GUESSES

from ...protocol.log.logs import claimed_room, due_kind, play_until, room
from ...protocol.people import genesis, identity

TINK = load("tink")


def _ignore(_news: object) -> None:
    """No screen."""


def seated(folder: Path) -> NetworkTable:
    """The first seat at a table of two that begins, whose other seat is not there."""
    whole = genesis(TINK, 2)
    keeping = LogLocation(folder, folder / "a log.p2plog")
    live = SeatSession.new(identity(0), whole, TINK, Book(), keeping, _ignore).live
    live.carry_out(live.table.begin())
    return NetworkTable(live, "work")


def test_the_trust_page_says_how_others_can_watch(tmp_path: Path) -> None:
    """With the code, as long as it lets anybody in; nothing at a table that nobody may watch."""

    def told(code: str | None, is_open: bool = False) -> tuple[SeatSession, NetworkTable]:
        book = Book(27510, {0: (Address("192.168.1.20", 27510),)}, 0, is_open, code)
        keeping = LogLocation(tmp_path, tmp_path / f"{code}{is_open}.p2plog")
        seat = SeatSession.new(identity(0), genesis(TINK, 2), TINK, book, keeping, _ignore)
        return seat, NetworkTable(seat.live, "work", watch_hint=partial(watch_hint, seat))

    def said(table: NetworkTable) -> list[str]:
        return [each.lines[0] for each in table.trust() if each.heading == "Spectators"]

    where = "Others can watch: p2pgame watch 192.168.1.20:27510"
    seat, table = told("7-amber-otter")
    assert said(table) == [f"{where}, with the code 7-amber-otter."]
    assert seat.watching is not None
    assert seat.watching.keeper is not None
    for _ in range(WRONG_GUESSES):
        seat.watching.keeper.count_wrong()
    assert said(table) == []
    assert said(told(None, is_open=True)[1]) == [f"{where}."]
    assert said(told(None)[1]) == []
    assert said(seated(tmp_path)) == []


def test_the_end_names_the_players_who_have_not_signed_it(tmp_path: Path) -> None:
    """To a player beside the result; to a spectator who has lost the table in the sentence about that."""
    made = room("tink", 2)
    play_until(made, lambda: due_kind(made) is InputKind.CLOSE)
    log = LogFile(tmp_path / "end.p2plog", new=True)
    live = TableRunner(made.peers[0].table, log, _ignore)
    table = NetworkTable(live)
    other = table.names[1]
    assert table.result is not None
    sign = f"All players sign the result; waiting for {other}."
    assert sign in question_text(table, at_the_end=True).plain
    assert f"{other} has not signed the end" in describe_lost_table(live, table.names)


def test_a_table_that_is_lost_before_its_first_step_has_no_step(tmp_path: Path) -> None:
    """The first one is step 0."""
    table = watched(tmp_path)
    assert "You have no step of the game yet; if" in describe_lost_table(table.live, table.names)


def test_after_a_claim_the_foot_shows_no_key_without_effect(tmp_path: Path) -> None:
    """Nobody moves or talks any more; the log, the rules and the way out stay."""
    table = NetworkTable(TableRunner(claimed_room().peers[0].table, LogFile(tmp_path / "c.p2plog", new=True), _ignore))
    captions = TableCaptions(table, Sight(table))
    captions.sight.look()
    assert table.stopped
    assert not table.talks
    keys = captions.foot(PendingMove.of(table.game, table.state, None))
    assert set(keys) == {":", "l", "v", "b", "?", "q"}


def watched(folder: Path, manner: Manner = SCREEN) -> NetworkTable:
    """The same table, looked at through a link that is gone."""
    whole = genesis(TINK, 2)
    log = LogFile(folder / "seen.p2plog", new=True)
    log.begin(whole)
    return NetworkTable(TableRunner(Table(Ledger(whole, TINK), None), log, _ignore), manner=manner)


def test_a_wait_names_the_absent_players(tmp_path: Path) -> None:
    """On the line of the question and in the title."""
    table = seated(tmp_path)
    other = table.names[1]
    assert table.away == (1,)
    assert str(question_text(table, at_the_end=True)).startswith(f"{other} is away; the game waits.")
    assert f"waiting for {other}" in whose_turn(table)


def test_the_title_names_the_players_who_have_to_confirm(tmp_path: Path) -> None:
    """In few words, because the sentence stands below the board."""
    table = seated(tmp_path)
    assert table.waiting == ()
    assert table.wait.startswith("All players confirm the start")
    assert whose_turn(table) == f"waiting for {table.names[1]}"


def test_a_paused_table_shows_no_running_clock(tmp_path: Path) -> None:
    """While somebody is away nothing is counted, with a turn time or without one."""
    table = seated(tmp_path)
    assert table.missing
    assert table.seconds is None
    title = title_line(table, partial(whose_turn, table), 83, False, 80).plain
    assert title.endswith(" · paused")
    assert "1:23" not in title


def test_the_person_at_the_screen_differs_from_the_others(tmp_path: Path) -> None:
    """Over the boards, as long as there is room."""
    table = seated(tmp_path)
    mine, theirs = (Board(seat, (), (), ()) for seat in range(2))
    assert board_title(table, mine, 30) == f"{table.names[0]} (you)"
    assert board_title(table, theirs, 30) == f"{table.names[1]} (away)"
    assert board_title(table, mine, 5) == table.names[0][:5]


def test_the_way_back_is_the_command_that_works(tmp_path: Path) -> None:
    """With the profile, and with a path that a shell takes for one word. This log is not in the profile's folder."""
    table = seated(tmp_path)
    words = ["p2pgame", "resume", str(tmp_path / "a log.p2plog"), "--profile", "work"]
    (line,) = table.ways_back
    assert shlex.split(line.split("`")[1]) == words
    assert shlex.split(table.leaving.split("\n\n")[1]) == words


def test_a_player_who_leaves_the_only_unfinished_game_needs_no_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long path is broken over lines; with a second game the command needs it."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    logs = home("work").logs
    logs.mkdir(parents=True)
    table = seated(logs)
    assert table.leaving.split("\n\n")[1] == "p2pgame resume --profile work"
    assert str(table.log) in table.ways_back[0]
    other = logs / "other.p2plog"
    other.write_bytes(table.log.read_bytes())
    assert table.leaving.split("\n\n")[1] == "p2pgame resume --profile work", "nobody plays in that copy"
    journal_path(other).touch()
    assert shlex.split(table.leaving.split("\n\n")[1])[2] == str(table.log)


def test_a_spectator_sees_why_nothing_can_be_done(tmp_path: Path) -> None:
    """No vote; no way back is shown, because none is needed; a lost link is."""
    table = watched(tmp_path)
    assert table.watched
    assert not table.talks
    assert table.ways_back == ()
    assert "continues without you" in table.leaving
    assert "Connection lost" in table.missing
    for line in ("drop Ben", "wait Ben", "resign"):
        reply = answer(table.view(), line)
        assert isinstance(reply, Say)
        assert "you cannot move" in reply.text


def test_an_empty_line_of_chat_sends_nothing(tmp_path: Path) -> None:
    """`t` and Enter: a sentence says how to chat. The others get nothing."""
    table = seated(tmp_path)
    for line in ("say", "say "):
        reply = answer(table.view(), line)
        assert not isinstance(reply, Say)
        assert table.obey(reply).startswith("Add a text: ")
    assert not [line for line in table.lines if line.kind == "chat"]


def test_a_table_that_is_lost_is_waited_for_by_nobody(tmp_path: Path) -> None:
    """The news take the place of the question, with advice; the text about leaving does not promise that the game
    continues."""
    table = watched(tmp_path)
    table.live.lose("nobody has answered at 127.0.0.1:27510 for 120 seconds")
    assert table.waiting == ()
    assert table.missing == ""
    told = str(question_text(table, at_the_end=True))
    assert told.startswith("The table cannot be reached: nobody has answered at 127.0.0.1:27510 for 120 seconds.")
    assert "watch it again" in told
    assert whose_turn(table) == "stopped"
    assert "continues without you" not in table.leaving
    assert str(table.log) in table.leaving
