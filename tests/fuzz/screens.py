"""`python -m tests.fuzz.screens`: the whole screen against peers that say anything, with somebody who presses any keys.

    python -m tests.fuzz.screens host guest spectator --seeds 0:100

A hostile guest talks to a host, a hostile host to a guest or a spectator. Each conversation has a seed, and takes some
seconds of real time. The screen survives everything, or ends with a sentence; the logs that it leaves are intact.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import trio
from p2pgame.cli.games.find import find_game
from p2pgame.cli.net.front import Sign
from p2pgame.cli.net.guest_session import GuestSession
from p2pgame.cli.net.host_session import HostSession
from p2pgame.cli.net.join_target import JoinTarget
from p2pgame.cli.net.spectator_session import SpectatorSession
from p2pgame.cli.net.terms import Terms
from p2pgame.cli.profile.crash import CRASHED
from p2pgame.cli.profile.who import Me
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.flows.network import follow
from p2pgame.cli.screen.front import ScreenFront
from p2pgame.cli.thinking.bots import Bots
from p2pgame.engine.games import load
from p2pgame.engine.options import complete
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.protocol.lobby.messages import Address
from p2pgame.protocol.log.verify import Verdict, verify

from ..cli.screen.piloting import SMALLEST, Playing, at_once, run_loop
from .hostile_peers import LOOPBACK, VICTIM, honest_guest, hostile_guest, hostile_host, lie

SECONDS = 4.0
"""Of each conversation."""

KEYS = (
    *("enter", "escape", "up", "down", "left", "right", "tab", "space", "pageup", "pagedown", "home", "end", "f1"),
    *("r", "t", "v", "c", "s", "h", "n", "x", "w", "1", "2", "question_mark", "colon", "slash", "backspace"),
)
"""All but those that leave."""

HARMLESS = (Verdict.FAIR, Verdict.UNFINISHED, Verdict.CHEATED)
"""Possible sentences about a log of one's own."""

Peers = Callable[[trio.Nursery, ScreenFront], Awaitable[None]]
"""Starts the hostile peers, and is the person's own program."""


class Failure(AssertionError):
    """The error of a conversation."""


class Front(ScreenFront):
    """A host's person, whose screen shows where it listens."""

    def __init__(self, me: Me, auto: str | None) -> None:
        super().__init__(me, auto)
        self.listening = trio.Event()
        self.addresses: tuple[Address, ...] = ()

    def show_sign(self, sign: Sign) -> None:
        """Remember it."""
        self.addresses = sign.addresses
        self.listening.set()
        super().show_sign(sign)


def converse(role: str, seed: int, folder: Path) -> None:
    """Hold one conversation.

    Raises:
        Failure: the screen ended with a fault of the program, or left a log that is not intact.
        Exception: a screen has failed with that.
    """
    rng = random.Random(f"{role}/{seed}")
    me = Me(VICTIM, "Ben", LogLocation(folder / "victim"))
    auto = rng.choice((None, "random"))

    async def story(app: Full) -> int:
        front = Front(me, auto)
        return await follow(app, front, lambda: _held(_ROLES[role], me, front, folder))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Front, "pause", 0.05)
        lie(seed, patch)
        app = run_loop(_shown(story, rng))
    if app.refusal is not None and CRASHED in app.refusal.message:
        raise Failure(app.refusal.message)
    for log in (folder / "victim").glob("*.p2plog"):
        if (verdict := verify(log.read_bytes(), find_game).verdict) not in HARMLESS:
            raise Failure(f"{log.name} is {verdict.value}")


async def _shown(story: Callable[[Full], Awaitable[int]], rng: random.Random) -> Full:
    """Press keys while the story runs."""
    app = Full(story, at_once())
    end = asyncio.get_running_loop().time() + SECONDS
    async with app.run_test(size=rng.choice((SMALLEST, (100, 40), (40, 12)))) as pilot:
        playing = Playing(app, pilot)
        while app.return_value is None and asyncio.get_running_loop().time() < end:
            await playing.press(rng.choice(KEYS))
            await asyncio.sleep(0.02)
    await app.end_visits()
    return app


async def _held(
    role: Callable[[trio.Nursery, Me, Front, Path], Awaitable[None]], me: Me, front: Front, folder: Path
) -> None:
    async with trio.open_nursery() as nursery:
        await role(nursery, me, front, folder)
        nursery.cancel_scope.cancel()


async def _host(nursery: trio.Nursery, me: Me, front: Front, folder: Path) -> None:
    game = load("tink")
    terms = Terms(game, complete(game.options, {}), 2, Bots(0, ""), True, 0, LOOPBACK, None, 20, announced=False)

    async def guest() -> None:
        await front.listening.wait()
        await hostile_guest(nursery, folder / "hostile", front.addresses)

    nursery.start_soon(guest)
    await HostSession(me, terms, front).run()


async def _guest(nursery: trio.Nursery, me: Me, front: Front, folder: Path) -> None:
    _, address = await hostile_host(nursery, folder / "hostile")
    await GuestSession(me, JoinTarget((address,)), front).run()


async def _spectator(nursery: trio.Nursery, me: Me, front: Front, folder: Path) -> None:
    _, address = await hostile_host(nursery, folder / "hostile")
    await honest_guest(nursery, folder / "cleo", address)
    await SpectatorSession(me, JoinTarget((address,)), front).run()


_ROLES: dict[str, Callable[[trio.Nursery, Me, Front, Path], Awaitable[None]]] = {
    "host": _host,
    "guest": _guest,
    "spectator": _spectator,
}

ROLES = tuple(_ROLES)


def main(words: list[str] | None = None) -> int:
    """Hold conversations, print what failed, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.screens", description=__doc__.split("\n", 1)[0])
    parser.add_argument("roles", nargs="*", metavar="ROLE", help=f"of {', '.join(ROLES)}; all when none is named")
    parser.add_argument("--seeds", default="0:10", metavar="FROM:TO", help="seeds of the conversations (0:10)")
    asked = parser.parse_args(words)
    first, last = map(int, asked.seeds.split(":"))
    failed = 0
    for seed in range(first, last):
        for role in asked.roles or ROLES:
            with tempfile.TemporaryDirectory() as folder:
                try:
                    converse(role, seed, Path(folder))
                except Exception as error:
                    failed += 1
                    print(f"{role} {seed}: {error!r}", flush=True)
    print(f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
