"""`p2pgame demo` on the whole screen: real links, bots at all seats, and the choices after it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.flows.demo import demonstrate
from p2pgame.cli.screen.screens.replay import ReplayScreen
from p2pgame.cli.screen.screens.table import TableScreen
from p2pgame.engine.games import load

from ..unwrapped import unwrapped
from .piloting import Playing, at_once, run_loop


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The logs go nowhere else."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))


def demonstrated(test: Callable[[Playing, Full], Awaitable[None]], pause: float = 0.0) -> Full:
    """Run a test at a demonstration of Tink. Normal bots are done soon."""

    async def run() -> Full:
        app = Full(lambda app: demonstrate(app, load("tink"), 2, {}, "normal", pause), at_once())
        async with app.run_test(size=(100, 30)) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: playing.has_table)
            await test(playing, app)
        return app

    return run_loop(run())


async def _to_its_end(playing: Playing) -> None:
    await playing.until(lambda: "same history" in unwrapped(playing.text()))


def test_the_end_says_that_all_logs_agree_and_shows_three_keys() -> None:
    """`q` quits. The conclusion is printed again when the screen is given back."""

    async def test(playing: Playing, app: Full) -> None:
        await _to_its_end(playing)
        shown = unwrapped(playing.text())
        assert all(key in shown for key in ("p play", "r replay", "q leave"))
        await playing.press("q")

    app = demonstrated(test)
    assert app.return_value == 0
    assert app.farewell[0] == "Both logs hold the same history."
    assert "`p2pgame replay " in app.farewell[1]


def test_p_plays_the_game_oneself() -> None:
    """Against a bot; leaving that ends the program."""

    async def test(playing: Playing, app: Full) -> None:
        await _to_its_end(playing)
        await playing.press("p")
        await playing.until(lambda: "Max (easy)" in playing.text())
        assert isinstance(app.screen, TableScreen)
        await playing.press("q")
        assert "not saved" not in unwrapped(playing.text())
        await playing.press("y")

    assert demonstrated(test).return_value == 0


def test_r_shows_the_log_of_it() -> None:
    """As `p2pgame replay` does."""

    async def test(playing: Playing, app: Full) -> None:
        await _to_its_end(playing)
        await playing.press("r")
        await playing.until(lambda: isinstance(app.screen, ReplayScreen))
        await playing.press("q")

    assert demonstrated(test).return_value == 0


def test_a_demonstration_may_be_left_at_any_time() -> None:
    """After a question, as each table; the bots stop."""

    async def test(playing: Playing, app: Full) -> None:
        await playing.until(lambda: isinstance(app.screen, TableScreen) and "watching" in playing.text())
        await playing.press("q")
        await playing.until(lambda: "The demo has stopped." in unwrapped(playing.text()))
        await playing.press("y")
        await playing.until(lambda: app.return_value is not None)

    assert demonstrated(test, pause=1000).return_value == 0
