"""Makes the pictures of this folder: each screen as it is, played to by keys.

python docs/screens/make.py
"""

from __future__ import annotations

import asyncio
import os
import random
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import trio
from p2pgame.cli.games import presentation_of
from p2pgame.cli.games.session import Session
from p2pgame.cli.net.demo import Demo
from p2pgame.cli.profile.person import try_on
from p2pgame.cli.profile.settings import Settings
from p2pgame.cli.saves.opening import open_log
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.flows.learn import learn
from p2pgame.cli.screen.flows.menu import menu
from p2pgame.cli.screen.flows.replay import replay
from p2pgame.cli.screen.key_debounce import KeyDebounce
from p2pgame.cli.screen.screens.lesson import LessonScreen
from p2pgame.cli.screen.screens.table import TableScreen
from p2pgame.cli.table.local import LocalTable
from p2pgame.engine.bots import BOTS
from p2pgame.engine.games import load
from textual.pilot import Pilot

HERE = Path(__file__).parent

NAME = "Ada"
"""The person's name in the settings, which pictures of settings change."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: a game that bots play for some moves, then keys."""

    name: str
    game: str
    seats: int
    moves: int
    keys: tuple[str, ...] = ()
    size: tuple[int, int] = (100, 30)


SHOTS = (
    Shot("tetris", "tetris", 3, 13, ("right", "right", "r")),
    Shot("te-trix", "te-trix", 4, 9, ()),
    Shot("ten", "ten", 3, 40, ()),
    Shot("tentricks", "tentricks", 4, 14, ("right", "r")),
    Shot("tink", "tink", 3, 8, ("2",)),
    Shot("large", "tetris", 3, 13, ("right", "right", "r"), (160, 48)),
    Shot("end", "te-trix", 3, 400),
    Shot("smallest", "tentricks", 4, 14, ("right",), (80, 24)),
    Shot("trust", "tink", 2, 2, ("v",), (80, 24)),
)

MENUS = {
    "menu": (),
    "host": ("3", "1", "right", "down", "right", "down", "down", "down", "down"),
    "settings": ("8", "down", "right"),
}
"""Picture to the keys that lead to it from the menu."""


async def _shoot(shot: Shot) -> None:
    game = load(shot.game)
    session: Session[Any, Any] = Session(game, game.begin(shot.seats))
    bots = dict.fromkeys(range(1, shot.seats), BOTS["normal"])
    table = LocalTable(session, bots, random.Random(7), called=(NAME,))

    async def story(app: Full) -> int:
        await app.push_screen_wait(TableScreen(table, pause=0))
        return 0

    app = Full(story, KeyDebounce(settle=0, held=0))
    async with app.run_test(size=shot.size) as pilot:
        app.animation_level = "none"
        await _play_on(app, pilot, table, shot.moves)
        for key in shot.keys:
            await pilot.press(key)
        await _save(app, pilot, shot.name)


async def _play_on(app: Full, pilot: Pilot[int], table: LocalTable, moves: int) -> None:
    rng = random.Random(7)
    for left in reversed(range(moves + 1)):
        while not isinstance(app.screen, TableScreen) or not app.screen.view.ready:
            await pilot.pause(0.02)
        if table.result is not None or not left:
            return
        assert table.seat is not None
        app.screen.view.sight.note_move()
        table.make(BOTS["normal"].choose(table.game, table.state, table.seat, rng))
        await pilot.pause(0.02)


async def _shoot_menus() -> None:
    for name, keys in MENUS.items():
        try_on(Settings(name=NAME))
        app = Full(menu, KeyDebounce(settle=0, held=0))
        async with app.run_test(size=(80, 24)) as pilot:
            for key in keys:
                await pilot.pause(0.3)
                await pilot.press(key)
            await _save(app, pilot, name)


async def _shoot_lesson() -> None:
    """The first piece of the lesson of Tetris, about to fall."""
    game = load("tetris")
    lesson = presentation_of(game).lesson
    assert lesson is not None

    async def story(app: Full) -> int:
        await learn(app, game, lesson, again=True, pause=0)
        return 0

    app = Full(story, KeyDebounce(settle=0, held=0))
    async with app.run_test(size=(100, 30)) as pilot:
        for keys in ((), ("enter",), ("enter",), ("r", "right", "right", "right", "right")):
            await pilot.press(*keys)
            while not isinstance(app.screen, LessonScreen) or not app.screen.view.ready:
                await pilot.pause(0.02)
        await _save(app, pilot, "learn")


async def _shoot_replay(log: Path) -> None:
    app = Full(lambda app: replay(app, open_log(log), log), KeyDebounce(settle=0, held=0))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause(0.3)
        await pilot.press("pagedown", "pagedown", "2")
        await _save(app, pilot, "replay")


def _played(folder: Path) -> Path:
    """The log of a table at which bots have played."""
    game = load("te-trix")
    demo = Demo(game, 3, {}, "normal", folder, lambda _: None, lambda _: None, lambda _: None, 0)
    trio.run(demo.run)
    return demo.logs[0]


async def _save(app: Full, pilot: Pilot[int], name: str) -> None:
    await pilot.pause(0.3)
    (HERE / f"{name}.svg").write_text(app.export_screenshot(title="p2pgame"), "utf-8")


def main() -> None:
    """Make all pictures, with default settings."""
    with TemporaryDirectory(prefix="p2pgame-docs-") as folder:
        os.environ["P2PGAME_HOME"] = folder
        try_on(Settings(name=NAME))
        for shot in SHOTS:
            asyncio.run(_shoot(shot))
        asyncio.run(_shoot_lesson())
        asyncio.run(_shoot_replay(_played(Path(folder))))
        asyncio.run(_shoot_menus())


if __name__ == "__main__":
    main()
