"""A replay shows what has happened so far, is exported by one key, and is left one level at a time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from p2pgame.cli.export.beside import KINDS
from p2pgame.cli.profile import person
from p2pgame.cli.saves.catalogue import games_in
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.screens.replay import ReplayScreen
from p2pgame.cli.screen.widgets.modal import Reading
from p2pgame.cli.screen.widgets.picker import Picker
from p2pgame.cli.system.exits import ExitCode
from p2pgame.engine.games import load

from ...protocol.log.local_logs import local_log, played, recorded
from ..unwrapped import unwrapped
from .logged import log_of
from .piloting import Playing
from .test_menu import at_the_menu
from .test_replay_full import looked_at

WIDE = (140, 40)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A profile and a working folder of its own."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    person.play_as("default")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("size", [(80, 24), WIDE])
def test_moves_to_come_are_hidden_until_they_are_wanted(size: tuple[int, int]) -> None:
    """In the list beside the boards, below them, and in the list over them."""

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        await playing.press("right", "right")
        following = screen.replay.frames[3].text
        assert following not in unwrapped(playing.text())
        await playing.press("l")
        assert following not in unwrapped(playing.text())
        await playing.press("escape", "m")
        assert following in unwrapped(playing.text())
        await playing.press("m")
        assert following not in unwrapped(playing.text())

    looked_at(log_of("tink"), test, size)


def test_the_title_has_the_players_and_at_the_end_the_winner() -> None:
    """The winner is not given away before."""

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        title = playing.text().splitlines()[0]
        assert all(name in title for name in screen.view.table.names)
        assert "wins" not in title
        await playing.press("end")
        assert " wins." in playing.text().splitlines()[0]

    looked_at(log_of("tink"), test, WIDE)


@pytest.mark.parametrize(
    ("key", "suffix", "begin"), [("x", "html", b"<!doctype html"), ("p", "png", b"\x89PNG"), ("f", "gif", b"GIF89a")]
)
def test_one_key_exports_the_replay(key: str, suffix: str, begin: bytes, tmp_path: Path) -> None:
    """Into the working folder, under a name of its own; the second time beside the first."""
    log = tmp_path / "home" / "evening.p2plog"
    log.parent.mkdir()
    log.write_bytes(b"".join(recorded(load("tink"), 2, list(played("tink", 2))[:4])))

    async def test(playing: Playing, _screen: ReplayScreen) -> None:
        for number in (1, 2):
            await playing.press(key)
            await playing.until(lambda: len(list(tmp_path.glob(f"evening*.{suffix}"))) == number)  # noqa: B023
            await playing.until(lambda: f"The {KINDS[suffix]} is" in unwrapped(playing.text()))

    looked_at(log, test)
    assert all(path.read_bytes().startswith(begin) for path in tmp_path.glob(f"evening*.{suffix}"))


def test_where_nothing_can_be_written_a_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in the working folder nor beside the log."""
    log = log_of("tink")  # played before nothing can be written

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("p2pgame.p2p.store.atomic_write.replace", refuse)

    async def test(playing: Playing, _screen: ReplayScreen) -> None:
        await playing.press("p")
        await playing.until(lambda: "cannot be written: Permission denied." in unwrapped(playing.text()))

    looked_at(log, test, size=(700, 60))  # room for the longest path in one line


def test_escape_pauses_then_asks_where_it_would_end_the_program() -> None:
    """And stays, if it was pressed by mistake."""

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        await playing.press("space", "escape")
        assert "paused" in playing.text()
        await playing.press("escape")
        assert isinstance(playing.app.screen, Reading)
        await playing.press("escape")
        assert screen.is_current
        await playing.press("escape", "y")
        await playing.until(lambda: playing.app.return_value is not None)

    assert looked_at(log_of("tink"), test).return_value == ExitCode.OK


def kept_games() -> None:
    """A finished game of Tink with a bot, which another key has signed, and the log of a table."""
    logs = person.home().logs
    logs.mkdir(parents=True)
    (logs / "tink.p2plog").write_bytes(local_log())
    (logs / "table.p2plog").write_bytes(log_of("tetris").read_bytes())


def test_my_games_lists_all_and_a_replay_leads_back_to_the_list() -> None:
    """Escape goes up one level after the other."""
    kept_games()

    async def test(playing: Playing, app: Full) -> None:
        await playing.press("7")
        await playing.until(lambda: "My games" in playing.text() and "Tetris" in playing.text())
        assert "Ada and Max 1 (normal bot)" in unwrapped(playing.text())
        await playing.press("1")
        await playing.until(lambda: isinstance(app.screen, ReplayScreen))
        await playing.press("escape")
        await playing.until(lambda: isinstance(app.screen, Picker))
        assert "Tetris" in playing.text()
        await playing.press("escape")
        await playing.until(lambda: "Host a table" in playing.text())

    at_the_menu(test)


def test_my_games_has_the_records_of_games_that_one_has_played() -> None:
    """With each opponent."""
    key = person.home().identity()
    log = b"".join(recorded(load("tink"), 2, list(played("tink", 2)), key))
    (person.home().logs / "mine.p2plog").write_bytes(log)
    (game,) = games_in(person.home().logs, key.public)

    async def test(playing: Playing, _app: Full) -> None:
        await playing.press("7")
        await playing.until(lambda: "Records" in playing.text())
        await playing.press("1")
        won = int(game.summary.won)
        await playing.until(lambda: f"against normal bot: {won} of 1" in playing.text())

    at_the_menu(test)


def test_an_unfinished_game_is_resumed_from_the_list() -> None:
    """Or replayed."""
    key = person.home().identity()
    log = b"".join(recorded(load("tink"), 2, list(played("tink", 2))[:5], key))
    (person.home().logs / "mine.p2plog").write_bytes(log)

    async def test(playing: Playing, app: Full) -> None:
        await playing.press("7")
        await playing.until(lambda: "unfinished" in playing.text())
        await playing.press("1")
        await playing.until(lambda: "Resume it" in playing.text())
        await playing.press("2")
        await playing.until(lambda: isinstance(app.screen, ReplayScreen))
        await playing.press("escape")
        await playing.until(lambda: "My games" in playing.text())
        await playing.press("1")
        await playing.until(lambda: "Resume it" in playing.text())
        await playing.press("1")
        await playing.until(lambda: playing.has_table)
        assert playing.table.table.step >= 5
        await playing.press("q", "y")
        await playing.until(lambda: "My games" in playing.text())

    at_the_menu(test)


def test_a_broken_log_in_the_list_is_marked() -> None:
    """The list says so, and choosing it says why."""
    kept_games()
    path = person.home().logs / "tink.p2plog"
    path.write_bytes(path.read_bytes()[:-40] + b"x" * 40)

    async def test(playing: Playing, _app: Full) -> None:
        await playing.press("7")
        await playing.until(lambda: "the log is broken" in unwrapped(playing.text()))

    at_the_menu(test)


async def _asks(playing: Playing) -> None:
    await playing.press("ctrl+c")
    await playing.until(lambda: "Leave this table?" in playing.text())


def _play_tink(then: Callable[[Playing], Awaitable[None]]) -> Full:
    async def test(playing: Playing, _app: Full) -> None:
        await playing.press("1")
        await playing.until(lambda: "Which game?" in playing.text())
        await playing.press("2")
        await playing.until(lambda: "Level of the bots" in playing.text())
        await playing.press("enter")
        await playing.until(lambda: playing.has_table)
        await playing.asked()
        await playing.press("enter")
        await playing.asked()
        await then(playing)

    return at_the_menu(test)


def test_ctrl_c_asks_once_and_the_game_is_kept() -> None:
    """The second one leaves at once."""

    async def then(playing: Playing) -> None:
        await _asks(playing)
        assert "The game is saved." in unwrapped(playing.text())
        await playing.press("ctrl+c")
        await playing.until(lambda: playing.app.return_value is not None)

    assert _play_tink(then).return_value == ExitCode.INTERRUPTED
    (game,) = games_in(person.home().logs, person.home().identity().public)
    assert game.summary.steps > 1


def test_ctrl_c_by_mistake_is_taken_back() -> None:
    """Escape plays on."""

    async def then(playing: Playing) -> None:
        await _asks(playing)
        await playing.press("escape")
        await playing.asked()
        await _asks(playing)
        await playing.press("y")
        await playing.until(lambda: "Host a table" in playing.text())
        await playing.press("ctrl+c")

    assert _play_tink(then).return_value == ExitCode.INTERRUPTED
