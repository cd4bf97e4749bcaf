"""`p2pgame` alone: the menu, by keys."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.flows.menu import menu
from p2pgame.cli.screen.screens.table import TableScreen
from p2pgame.cli.screen.widgets.picker import Entry, Picker
from p2pgame.p2p.store.journal_file import journal_path
from textual import events

from ..unwrapped import unwrapped
from .piloting import SMALLEST, Playing, at_once, run_loop


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own logs and keys are touched."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))


def at_the_menu(test: Callable[[Playing, Full], Awaitable[None]]) -> Full:
    """Run a test that begins at the menu."""

    async def run() -> Full:
        app = Full(menu, at_once())
        async with app.run_test(size=SMALLEST) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: isinstance(app.screen, Picker))
            await test(playing, app)
        return app

    return run_loop(run())


def test_a_game_is_played_from_the_menu_and_left() -> None:
    """Play, Tink, two seats; leaving comes back to the menu, and leaving that ends the program."""

    async def test(playing: Playing, app: Full) -> None:
        await playing.press("enter")
        await playing.until(lambda: "Which game?" in playing.text())
        await playing.press("2")
        await playing.until(lambda: "Level of the bots" in playing.text())
        await playing.press("enter")
        await playing.until(lambda: isinstance(app.screen, TableScreen))
        await playing.press("q", "y")
        await playing.until(lambda: "Host a table" in playing.text())
        await playing.press("q")

    assert at_the_menu(test).return_value == 0


@pytest.mark.parametrize(("key", "said"), [("6", "No unfinished network game in"), ("7", "No games in")])
def test_without_logs_there_is_nothing_to_resume_or_replay(key: str, said: str) -> None:
    """It says so, and Escape goes back."""

    async def test(playing: Playing, _app: Full) -> None:
        await playing.press(key)
        await playing.until(lambda: said in unwrapped(playing.text()))
        await playing.press("escape")
        await playing.until(lambda: "Host a table" in playing.text())

    at_the_menu(test)


def test_a_list_may_change_while_the_cursor_stays_on_its_entry() -> None:
    """As tables on the LAN appear and vanish."""

    async def test(playing: Playing, app: Full) -> None:
        picker = app.screen
        assert isinstance(picker, Picker)
        await playing.press("down")
        picker.change((Entry("new", "New"), *picker.entries))
        await playing.press("enter")
        await playing.until(lambda: "Learn which game?" in playing.text())

    at_the_menu(test)


def test_unfinished_tables_can_be_resumed(tmp_path: Path) -> None:
    """Those whose own part is still kept beside the log; the others have ended, or were watched."""
    logs = tmp_path / "default" / "logs"
    logs.mkdir(parents=True)
    for name in ("ended", "stopped"):
        (logs / f"{name}.p2plog").write_bytes(b"")
    journal_path(logs / "stopped.p2plog").write_bytes(b"")

    async def test(playing: Playing, app: Full) -> None:
        await playing.press("6")
        await playing.until(lambda: "stopped" in playing.text())
        assert "ended" not in playing.text()
        await playing.press("enter")
        await playing.until(lambda: "That did not work" in playing.text())
        await playing.press("escape")
        await playing.until(lambda: "Host a table" in playing.text())

    at_the_menu(test)


@pytest.mark.parametrize("key", ["enter", "1", "escape"])
def test_a_key_pressed_twice_before_the_next_screen_counts_once(key: str) -> None:
    """Of a person whose finger shakes, or who is faster than the screen."""

    async def test(playing: Playing, app: Full) -> None:
        await playing.press("enter")
        await playing.until(lambda: "Which game?" in playing.text())
        game = app.screen
        for _ in range(3):
            game.post_message(events.Key(key, None))
        await playing.until(lambda: app.screen is not game)
        await playing.until(lambda: any(known in playing.text() for known in ("Level of the bots", "Host a table")))

    at_the_menu(test)
