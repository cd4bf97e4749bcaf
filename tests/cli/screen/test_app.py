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

from .piloting import PATIENCE, SMALLEST, at_once


class Broken(Picker):
    """Fails when a key is pressed."""

    def on_key(self, event: events.Key) -> None:
        """Fail."""
        raise KeyError("lost")


def test_an_error_in_a_screen_ends_in_a_sentence_and_is_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No stack on the terminal: it is in a file. Everything beside the screens is ended."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    ended: list[str] = []

    async def beside() -> None:
        try:
            await trio.sleep_forever()
        finally:
            ended.append("log closed")

    async def story(app: Full) -> int:
        app.visit(beside)
        await app.push_screen_wait(Broken("Which?", [Entry("a", "A"), Entry("b", "B")]))
        return 0

    async def run() -> Full:
        app = Full(story, at_once())
        async with app.run_test(size=SMALLEST) as pilot:
            await pilot.pause()
            with monkeypatch.context() as patch:
                patch.setattr(Full, "is_headless", property(lambda _self: False))
                app.screen.post_message(events.Key("down", None))
                async with asyncio.timeout(PATIENCE):
                    while app.return_value is None:
                        await asyncio.sleep(0.01)
        await app.end_visits()
        return app

    app = asyncio.run(run())
    assert app.return_value == ExitCode.FAILED
    assert app.refusal is not None
    assert "lost" in app.refusal.format_message()
    assert "KeyError" in next(tmp_path.rglob("bug-report.txt")).read_text("utf-8")
    assert ended == ["log closed"]
