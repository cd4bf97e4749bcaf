"""How quick the full screen is: from a key to the repaint, and from the command to the first screen.

python -m benchmarks.screen
"""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import time
from statistics import median

from p2pgame.cli.session import Session
from p2pgame.cli.tui.app import Full
from p2pgame.cli.tui.screens.table import TableScreen
from p2pgame.cli.tui.tables.local import LocalTable
from p2pgame.engine.bots import BOTS
from p2pgame.engine.games import GAMES, load

KEYS = ("left", "right", "r", "left", "right") * 8


async def _key_to_repaint(game_id: str) -> list[float]:
    """Milliseconds of processor time for each key, the repaint included."""
    game = load(game_id)
    session = Session(game, game.begin(2))
    table = LocalTable(session, {1: BOTS["greedy"]}, random.Random(1), pause=0)

    async def story(app: Full) -> int:
        await app.push_screen_wait(TableScreen(table))
        return 0

    app, times = Full(story), []
    async with app.run_test(size=(120, 40)) as pilot:
        while not table.asked or not isinstance(app.screen, TableScreen):
            await pilot.pause(0.05)
        await pilot.pause(0.2)
        for key in KEYS:
            before = time.process_time()
            await pilot.press(key)
            times.append(1000 * (time.process_time() - before))
    return times


def main() -> None:
    """Measure and print."""
    for game_id in GAMES:
        times = sorted(asyncio.run(_key_to_repaint(game_id)))
        print(f"{game_id}: key to repaint, median {median(times):.0f} ms, worst {times[-1]:.0f} ms")
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import p2pgame.cli.tui.stories.play"], check=True)
    print(f"imports of the full screen: {time.perf_counter() - begin:.2f} s")


if __name__ == "__main__":
    main()
