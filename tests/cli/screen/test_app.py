"""The program around the screens: however something goes wrong, it ends in a sentence."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import trio
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.widgets.picker import Entry, Picker
from p2pgame.cli.system.exits import ExitCode
from textual import events

from .piloting import PATIENCE, SMALLEST, at_once, run_loop


class Broken(Picker):
    """Fails when a key is pressed."""

    def on_key(self, event: events.Key) -> None:
        """Fail."""
        raise KeyError("lost")


class Log:
    """Something beside the screens that has to be closed."""

    closed = False

    async def keep(self) -> None:
        """Keep it open until it is cancelled."""
        try:
            await trio.sleep_forever()
        finally:
            self.closed = True


async def press_at_a_terminal(app: Full, patch: pytest.MonkeyPatch) -> None:
    """Press a key, and wait for the end, as at a terminal: a program without one raises the error in its test."""
    with patch.context() as inner:
        inner.setattr(Full, "is_headless", property(lambda _self: False))
        app.screen.post_message(events.Key("down", None))
        async with asyncio.timeout(PATIENCE):
            while app.return_value is None:
                await asyncio.sleep(0.01)


def test_an_error_in_a_screen_ends_in_a_sentence_and_is_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No stack on the terminal: it is in a file. Everything beside the screens is ended."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    log = Log()

    async def story(app: Full) -> int:
        app.visit(log.keep)
        await app.push_screen_wait(Broken("Which?", [Entry("a", "A"), Entry("b", "B")]))
        return 0

    async def run() -> Full:
        app = Full(story, at_once())
        async with app.run_test(size=SMALLEST) as pilot:
            await pilot.pause()
            await press_at_a_terminal(app, monkeypatch)
        await app.end_visits()
        return app

    app = run_loop(run())
    assert app.return_value == ExitCode.FAILED
    assert app.refusal is not None
    assert "lost" in app.refusal.format_message()
    assert "KeyError" in next(tmp_path.rglob("bug-report.txt")).read_text("utf-8")
    assert log.closed
