"""Watching and resuming a table on the full screen, the other side being a process of its own."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import click
import pytest
from p2pgame.cli.net.choosing import typed_address
from p2pgame.cli.net.join_target import JoinTarget
from p2pgame.cli.profile.who import Me
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.flows.network import resume, watch
from p2pgame.cli.screen.screens.lobby import LobbyScreen
from p2pgame.cli.screen.screens.table import TableScreen
from p2pgame.p2p.store.home import Home
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.protocol.identity.keys import SEED_BYTES, Identity

from ..peers import Peer, begun, begun_with_code, place_stones, running
from ..unwrapped import unwrapped
from .piloting import Playing, at_once, run_loop


def me(folder: Path, profile: str = "default") -> Me:
    """Somebody new."""
    return Me(Identity(os.urandom(SEED_BYTES)), "Cleo", LogLocation(folder), profile)


def target(address: str) -> JoinTarget:
    """The table at an address."""
    where = typed_address(address)
    assert where is not None
    return JoinTarget((where,))


def shown(story: Callable[[Full], Awaitable[int]], test: Callable[[Playing, Full], Awaitable[None]]) -> Full:
    """Run a test on a story's screens."""

    async def run() -> Full:
        app = Full(story, at_once())
        async with app.run_test(size=(100, 30)) as pilot:
            await test(Playing(app, pilot), app)
        await app.end_visits()
        return app

    return run_loop(run())


async def is_let_in_by(code: str, playing: Playing, app: Full) -> None:
    """The code is asked for, and again after a wrong one."""
    await playing.until(lambda: isinstance(app.screen, LobbyScreen) and "needs a code" in playing.text())
    await playing.type_here("4-amber-otter" if code.startswith("3") else "3-amber-otter")
    await playing.until(lambda: "not the code of this table" in playing.text())
    await playing.type_here(code)
    await playing.until(lambda: isinstance(app.screen, TableScreen))
    await playing.until(lambda: "waiting for" in playing.text())


async def can_talk_but_not_move(playing: Playing) -> None:
    """Neither keys nor typed lines are moves or votes."""
    screen, step = playing.table, playing.table.table.step
    await playing.press("enter", "right", "d")
    assert "trust" in playing.text()
    assert "drop" not in playing.text()
    screen.obey("say hello")
    await playing.until(lambda: "<you> hello" in playing.text())
    screen.obey("drop Ada")
    await playing.until(lambda: "you cannot move" in playing.text())
    screen.obey("s@d4")
    assert screen.table.step == step


@pytest.mark.long
def test_a_spectator_sees_every_move_and_can_make_none(tmp_path: Path) -> None:
    """From the code to the end, which comes by itself, and verifies."""
    host, guest, address, code = begun_with_code(tmp_path)

    async def test(playing: Playing, app: Full) -> None:
        await is_let_in_by(code, playing, app)
        await can_talk_but_not_move(playing)
        place_stones(host, guest)
        await playing.until(lambda: "The game is over" in playing.text())
        await playing.press("c")
        await playing.until(lambda: "The log is fair and intact" in playing.text())
        await playing.press("escape", "q")
        await playing.until(lambda: app.return_value is not None)

    with running(host, guest):
        app = shown(lambda app: watch(app, me(tmp_path / "cleo"), target(address), None), test)
        assert app.return_value == 0
        assert not any("resume" in line for line in app.farewell)
        assert (host.end(), guest.end()) == (0, 0)
    (log,) = (tmp_path / "cleo").glob("*.p2plog")
    assert log.read_bytes() == host.logs[0].read_bytes()


def test_a_spectator_reads_that_a_player_is_away_and_back(tmp_path: Path) -> None:
    """At a table of two, from the links of the other player; no clock runs meanwhile. Two processes, so it takes
    seconds."""
    host, guest, address = begun(tmp_path)

    async def test(playing: Playing, app: Full) -> None:
        await playing.until(lambda: isinstance(app.screen, TableScreen))
        host.type("s@c3")
        await playing.until(lambda: "Ben is thinking" in playing.text())
        assert "is away" not in playing.text()
        guest.kill()
        await playing.until(lambda: "Ben is away; the game waits." in playing.text())
        await playing.until(lambda: "paused" in playing.text() and "is thinking" not in playing.text())
        with running(Peer(guest.home, "resume", str(guest.logs[0]))):
            await playing.until(lambda: "Ben is here" in playing.text() and "Ben is thinking" in playing.text())
            await playing.until(lambda: "paused" not in playing.text())
        await playing.press("q")
        await playing.press("y")
        await playing.until(lambda: app.return_value is not None)

    with running(host, guest):
        shown(lambda app: watch(app, me(tmp_path / "cleo"), target(address), None), test)


@pytest.mark.long
def test_a_spectator_comes_along_to_the_rematch(tmp_path: Path) -> None:
    """By one key, before the players have decided; what it says reaches both; each game has a log of its own."""
    host, guest, address, code = begun_with_code(tmp_path)

    async def test(playing: Playing, app: Full) -> None:
        await playing.until(lambda: isinstance(app.screen, TableScreen) and "waiting for" in playing.text())
        playing.table.obey("say hello")
        await playing.until(lambda: "<Cleo (watching)> hello" in host.output)
        await playing.until(lambda: "Cleo (watching): hello" in guest.output)
        place_stones(host, guest)
        await playing.until(lambda: "watch the rematch" in playing.text())
        first = playing.table.screen
        await playing.press("r")
        await playing.until(lambda: "You come along without a code." in playing.text())
        for player in (guest, host):
            player.type("rematch")
        await playing.until(lambda: isinstance(app.screen, TableScreen) and app.screen is not first)
        place_stones(host, guest)
        await playing.until(lambda: "The game is over" in playing.text())
        await playing.press("q")
        await playing.until(lambda: app.return_value is not None)

    with running(host, guest):
        app = shown(lambda app: watch(app, me(tmp_path / "cleo"), target(address), code), test)
        assert app.return_value == 0
        assert (host.end(), guest.end()) == (0, 0)
    logs = sorted(path.read_bytes() for path in (tmp_path / "cleo").glob("*.p2plog"))
    assert logs == sorted(path.read_bytes() for path in host.logs)
    assert len(logs) == 2


@pytest.mark.long
def test_the_screen_says_that_a_table_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The boards stay until a key is pressed; then the sentence and the log are printed again, with exit code 1."""
    monkeypatch.setattr("p2pgame.p2p.table.watching.RETRY", 0.05)
    monkeypatch.setattr("p2pgame.p2p.table.watching.PATIENCE", 0.2)
    host, guest, address = begun(tmp_path)

    async def test(playing: Playing, app: Full) -> None:
        await playing.until(lambda: isinstance(app.screen, TableScreen) and "waiting for" in playing.text())
        host.kill()
        guest.kill()
        await playing.until(lambda: "The table cannot be reached" in playing.text())
        assert "watch it again" in unwrapped(playing.text())
        await playing.press("q")
        assert "cannot continue" in playing.text()
        await playing.press("y")
        await playing.until(lambda: app.refusal is not None)

    with running(host, guest):
        app = shown(lambda app: watch(app, me(tmp_path / "cleo"), target(address), None), test)
    assert isinstance(app.refusal, click.ClickException)
    assert app.refusal.exit_code == 1
    assert "cannot be reached" in app.refusal.message
    (log,) = (tmp_path / "cleo").glob("*.p2plog")
    assert f"The log is {log}" in app.farewell


@pytest.mark.long
def test_a_returning_player_sees_the_game_and_the_missing_players(tmp_path: Path) -> None:
    """The host is killed; alone it waits for Ben, who is away; when he is back, the game continues where it stopped."""
    host, guest, _ = begun(tmp_path)
    place_stones(host, guest, "c")
    for peer in (host, guest):
        peer.wait_for("s@c6")
        peer.kill()
    (log,) = host.logs

    async def test(playing: Playing, app: Full) -> None:
        await playing.until(lambda: isinstance(app.screen, TableScreen))
        await playing.until(lambda: "Ben is" in playing.text())
        told = unwrapped(playing.text())
        assert "Ben is not back yet" in told or "Ben is away; the game waits." in told
        lines = [line.text for line in playing.table.table.lines]
        assert any("small stone on c6" in line for line in lines)
        assert len([line for line in lines if line.startswith("The game continues after step")]) == 1
        back = Peer(tmp_path / "ben", "resume", str(guest.logs[0]))
        with running(back):
            await playing.until(lambda: "Ben is here" in playing.text() and "Ben is away;" not in playing.text())
            back.kill()
        await playing.press("q")
        assert "--profile work" in unwrapped(playing.text())
        await playing.press("y")
        await playing.until(lambda: app.return_value is not None)

    own = Me(_identity(tmp_path / "ada"), "Ada", LogLocation(tmp_path), "work")
    app = shown(lambda app: resume(app, own, log, None), test)
    assert app.return_value == 3
    assert f"Return to the table with `p2pgame resume {log} --profile work`." in app.farewell


async def finish(playing: Playing, guest: Peer) -> None:
    """The seat that is to move has three in a row: it places the fourth stone."""
    screen = playing.table
    await playing.until(lambda: screen.table.asked or screen.table.waiting == (1,))
    if screen.table.asked:
        screen.obey("s@f3")
    else:
        guest.type("s@f6")
    await playing.until(lambda: "The game is over" in playing.text())


@pytest.mark.long
def test_a_rematch_follows_a_resumed_table(tmp_path: Path) -> None:
    """The host is killed and comes back on the whole screen; at the end a key opens the next lobby, and Ben comes."""
    host, guest, _ = begun(tmp_path)
    place_stones(host, guest, "cde")
    host.wait_for("s@e6")
    guest.wait_for("s@e3")
    host.kill()
    (log,) = host.logs

    async def test(playing: Playing, app: Full) -> None:
        await playing.until(lambda: playing.has_table and "Ben is here" in playing.text())
        first = playing.table.screen
        await finish(playing, guest)
        await playing.press("r")
        await playing.until(lambda: isinstance(app.screen, LobbyScreen))
        guest.wait_for("Play again?")
        guest.type("rematch")
        await playing.until(lambda: isinstance(app.screen, TableScreen) and app.screen is not first)
        assert playing.table.table.names == ("Ben", "Ada")
        assert playing.table.table.seat == 1
        await playing.press("q", "y")
        await playing.until(lambda: app.return_value is not None)

    own = Me(_identity(tmp_path / "ada"), "Somebody", LogLocation(log.parent))  # where its journal is
    with running(host, guest):
        app = shown(lambda app: resume(app, own, log, None), test)
    assert app.refusal is None
    assert len([line for line in app.farewell if line.startswith("The log is")]) == 2


def _identity(home: Path) -> Identity:
    """That of a home's usual profile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("P2PGAME_HOME", str(home))
        return Home.of().identity()


def test_a_file_that_is_not_a_log_is_one_sentence(tmp_path: Path) -> None:
    """And ends with the code for it."""
    path = tmp_path / "a.txt"
    path.write_text("no log", "utf-8")

    async def test(playing: Playing, app: Full) -> None:
        await playing.until(lambda: app.refusal is not None)

    app = shown(lambda app: resume(app, me(tmp_path), path, None), test)
    assert isinstance(app.refusal, click.ClickException)
    assert app.refusal.exit_code == 2
    assert str(path) in app.refusal.message
