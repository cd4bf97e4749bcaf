"""A table on the network with a person at the screen and a bot on the other side, over real links."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from p2pgame.cli.games.find import find_game
from p2pgame.cli.net.choosing import typed_address
from p2pgame.cli.net.join_target import JoinTarget
from p2pgame.cli.net.terms import Terms
from p2pgame.cli.profile.settings import Settings
from p2pgame.cli.profile.who import Me
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.flows.network import host, join
from p2pgame.cli.screen.lobby_view import LobbyView
from p2pgame.cli.screen.render import question_text
from p2pgame.cli.screen.screens.lobby import LobbyScreen
from p2pgame.cli.screen.screens.table import TableScreen
from p2pgame.cli.system.exits import Failed
from p2pgame.cli.table.network import NetworkTable
from p2pgame.cli.thinking.bots import Bots
from p2pgame.engine.games import load
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.protocol.identity.keys import SEED_BYTES, Identity
from p2pgame.protocol.log.replay import Replay

from ..peers import Peer, hosted, running
from ..unwrapped import unwrapped
from .piloting import SMALLEST, Playing, at_once, run_loop


def hosting(folder: Path, bots: int, auto: str | None = None) -> Full:
    """A program that hosts Tink for two on loopback."""
    me = Me(Identity(os.urandom(SEED_BYTES)), "Ada", LogLocation(folder))
    terms = Terms(load("tink"), {}, 2, Bots(bots, "random"), False, 0, "127.0.0.1", auto, 60, announced=False)
    return Full(lambda app: host(app, me, terms), at_once())


def in_the_lobby(folder: Path, test: Callable[[Playing, LobbyScreen], Awaitable[None]]) -> Full:
    """Run a test in the lobby of a host who is alone there, and then leave."""

    async def run() -> Full:
        app = hosting(folder, bots=0)
        async with app.run_test(size=SMALLEST) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: isinstance(app.screen, LobbyScreen) and "Ada (you)" in playing.text())
            assert isinstance(app.screen, LobbyScreen)
            await test(playing, app.screen)
            await playing.press("q", "y")
            await playing.until(lambda: app.return_value is not None)
        return app

    return run_loop(run())


def test_the_lobby_shows_the_code_and_the_players(tmp_path: Path) -> None:
    """The exit code says that nothing was played."""

    async def test(playing: Playing, screen: LobbyScreen) -> None:
        assert screen.lobby.code is not None
        assert f"Code: {screen.lobby.code}" in playing.text()
        assert "█" in playing.text(), "the code is large as well"
        assert "open seat" in playing.text()
        assert "1 seat is free; you are not ready yet" in playing.text()
        await playing.press("r")
        await playing.until(lambda: "✓ Ada (you)" in playing.text())
        assert "r ready" not in playing.text()

    assert in_the_lobby(tmp_path, test).return_value == 3


def test_lines_of_chat_stand_in_the_lobby_once(tmp_path: Path) -> None:
    """In their order."""

    async def test(playing: Playing, screen: LobbyScreen) -> None:
        for line in ("hello", "again"):
            await playing.press("t", *line, "enter")
            await playing.until(lambda: screen.lobby.chat[-1] in playing.text())
        assert screen.lobby.chat[-2:] == ["<you> hello", "<you> again"]
        assert screen.lobby.chat.count("<you> hello") == 1

    in_the_lobby(tmp_path, test)


def test_a_host_who_leaves_the_lobby_is_asked_and_may_stay(tmp_path: Path) -> None:
    """As at a table."""

    async def test(playing: Playing, screen: LobbyScreen) -> None:
        for key in ("escape", "q"):
            await playing.press(key)
            assert "Leave this table?" in playing.text()
            assert "all guests have to leave" in playing.text()
            await playing.press("escape")
            assert playing.app.screen is screen

    in_the_lobby(tmp_path, test)


def test_a_code_is_never_sent_as_chat(tmp_path: Path) -> None:
    """Text typed as a code is never chat, even if the code is not needed any more when Enter comes."""

    async def run() -> LobbyView:
        view = LobbyView(wants_code=True)

        async def story(app: Full) -> int:
            await app.push_screen_wait(LobbyScreen(view))
            return 0

        app = Full(story, at_once())
        async with app.run_test(size=SMALLEST) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: isinstance(app.screen, LobbyScreen) and "needs a code" in playing.text())
            await playing.press(*"7-amber")
            view.wants_code = False
            await playing.press("enter")
            assert not view.chat
            assert "7-amber" not in playing.text()
            await playing.press("q")
        return view

    run_loop(run())


def test_a_seated_bot_begins_the_table_and_a_move_is_signed(tmp_path: Path) -> None:
    """The fairness line shows the first draw; the panel names both players; leaving keeps the log."""

    async def run() -> Full:
        app = hosting(tmp_path, bots=1)
        async with app.run_test(size=(100, 40)) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: isinstance(app.screen, TableScreen))
            screen = await playing.asked()
            assert "draw 1: 2 of 2 parts checked" in playing.text()
            question = question_text(screen.table, at_the_end=True)
            assert "stone" in str(question), "the game asks, not the table"
            step = screen.table.step
            await playing.press("enter")
            await playing.until(lambda: screen.table.step > step)
            await playing.press("v")
            assert "Players and keys" in playing.text()
            assert "  connected" in playing.text()
            await playing.press("escape")
            await playing.press("q", "y")
            await playing.until(lambda: app.return_value is not None)
        await app.end_visits()
        return app

    assert run_loop(run()).return_value == 3
    assert len(list(tmp_path.glob("*.p2plog"))) == 1


def test_a_bot_may_play_the_seat_to_the_end(tmp_path: Path) -> None:
    """`--auto`: the person watches, the score sheet comes up, and `c` verifies the log."""

    async def run() -> None:
        app = hosting(tmp_path, bots=1, auto="normal")
        async with app.run_test(size=SMALLEST) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: "The game is over" in playing.text())
            await playing.press("c")
            await playing.until(lambda: "The log is fair and intact" in playing.text())

    run_loop(run())


def seats_of(log: Path) -> list[str]:
    """The players of the seats, by the contract."""
    return [seat.name for seat in Replay(log.read_bytes(), find_game).genesis.contract.seats]


def test_another_game_with_the_same_people_begins_from_the_score_sheet(tmp_path: Path) -> None:
    """`r`: the bots come back with their keys, everybody one seat on, and each table has a log."""

    async def run() -> Full:
        app = hosting(tmp_path, bots=1, auto="normal")
        async with app.run_test(size=SMALLEST) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: "The game is over" in playing.text())
            assert "rematch" in playing.text()
            first = playing.table
            assert isinstance(first.table, NetworkTable)
            first.table.remark("Ben wants another game.")
            await playing.until(lambda: "Ben wants another game." in playing.text())
            await playing.press("escape")
            assert "r rematch" in playing.text(), "the sheet may be put away first"
            assert "Ben wants another game." in playing.text()
            await playing.press("r")
            await playing.until(lambda: playing.has_table and playing.table is not first)
            await playing.until(lambda: "The game is over" in playing.text())
            await playing.press("escape", "q")
            await playing.until(lambda: app.return_value is not None)
        return app

    app = run_loop(run())
    assert app.return_value == 0
    logs = list(tmp_path.glob("*.p2plog"))
    assert sorted(map(seats_of, logs)) == [["Ada", "Max-random"], ["Max-random", "Ada"]]
    assert all(any(str(log) in line for line in app.farewell) for log in logs)


def test_leaving_a_stopped_game_says_how_to_resume_it(tmp_path: Path) -> None:
    """At a table of two one has gone, and the bot at one's own seat saves the game: leaving it then is no failure."""
    host, address = hosted(tmp_path / "ben", "tink", "--open", "--grace", "1")
    where = typed_address(address)
    assert where is not None
    me = Me(Identity(os.urandom(SEED_BYTES)), "Cleo", LogLocation(tmp_path / "cleo"))

    async def run() -> Full:
        app = Full(lambda app: join(app, me, JoinTarget((where,)), None, "random"), at_once())
        async with app.run_test(size=SMALLEST) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: "waiting for Ada" in playing.text())
            host.kill()
            await playing.until(lambda: "The game is saved, and nobody has won." in playing.text())
            await playing.press("q", "y")
            await playing.until(lambda: app.return_value is not None)
        return app

    with running(host):
        app = run_loop(run())
    assert app.return_value == 3
    assert "The game is saved, and nobody has won. Resume it any time." in app.farewell
    assert any("Return to the table with" in line for line in app.farewell)


def test_a_guest_that_knows_of_a_code_comes_in_by_the_code_only(tmp_path: Path) -> None:
    """Chosen from a list or not: the whole screen ends with the sentence of a table that asks for none."""
    host, address = hosted(tmp_path / "ada", "tink", "--open")
    where = typed_address(address)
    assert where is not None
    me = Me(Identity(os.urandom(SEED_BYTES)), "Ben", LogLocation(tmp_path / "ben"))
    refused: list[Failed] = []

    async def story(app: Full) -> int:
        for target, code in ((JoinTarget((where,), coded=True), None), (JoinTarget((where,)), "7-amber-otter")):
            with pytest.raises(Failed) as caught:
                await join(app, me, target, code, None)
            refused.append(caught.value)
        return 0

    async def run() -> None:
        app = Full(story, at_once())
        async with app.run_test(size=SMALLEST) as pilot:
            await Playing(app, pilot).until(lambda: app.return_value is not None)

    with running(host):
        run_loop(run())
    assert ["This host asked for no code, but the chosen table has one" in each.message for each in refused] == [
        True,
        True,
    ]
    assert "Ben" not in host.output


async def play_to_the_end(playing: Playing, host: Peer) -> None:
    """Both build a row of stones; the seat that begins has four first."""
    begins = host.wait_for(r"First to play: (\w+)")[1]
    host.type(*(f"s@{column}3" for column in ("cdef" if begins == "you" else "cde")))
    for column in "cde" if begins == "you" else "cdef":
        await playing.asked()
        await playing.type(f"s@{column}6")
    await playing.until(lambda: "The game is over" in playing.text())


@pytest.mark.long
def test_a_guest_waits_for_the_host_to_open_the_next_table(tmp_path: Path) -> None:
    """It says for whom; it is let in without a code, and may leave."""
    host, address = hosted(tmp_path / "ada", "tink")
    code = host.wait_for(r"Code: (\S+)")[1]
    where = typed_address(address)
    assert where is not None
    me = Me(Identity(os.urandom(SEED_BYTES)), "Ben", LogLocation(tmp_path / "ben"))

    async def run() -> Full:
        app = Full(lambda app: join(app, me, JoinTarget((where,)), code, None), at_once())
        async with app.run_test(size=SMALLEST) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: "you are not ready yet" in playing.text())
            assert "your seat is held for" in unwrapped(playing.text())
            await playing.press("r")
            await playing.until(lambda: playing.has_table)
            await play_to_the_end(playing, host)
            await playing.press("r")
            await playing.until(lambda: "Waiting for Ada to open the table ..." in playing.text())
            host.wait_for("Play again?")
            host.type("rematch")
            await playing.until(lambda: playing.has_table and playing.table.table.step > 0)
            await playing.press("q", "y")
            await playing.until(lambda: app.return_value is not None)
        await app.end_visits()
        return app

    with running(host):
        assert run_loop(run()).return_value == 3


@pytest.fixture(autouse=True)
def _quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody needs to follow."""
    monkeypatch.setattr(Settings, "seconds", 0.0)
