"""Trio as a guest of asyncio: what ends one ends both."""

from __future__ import annotations

import asyncio

import pytest
import trio
from p2pgame.cli.screen.bridge import guest


def test_the_guest_gives_its_result() -> None:
    """After having slept by trio's clock."""

    async def main() -> int:
        await trio.sleep(0.01)
        return 7

    assert asyncio.run(guest(main)) == 7


def test_an_error_of_the_guest_is_raised_here() -> None:
    """The very same."""

    async def main() -> None:
        await trio.sleep(0)
        raise KeyError("lost")

    with pytest.raises(KeyError, match="lost"):
        asyncio.run(guest(main))


def test_cancelling_lets_the_guest_clean_up() -> None:
    """Its `finally` has run when the cancelled task is done."""
    cleaned: list[str] = []
    begun = asyncio.Event()

    async def main() -> None:
        try:
            begun.set()
            await trio.sleep_forever()
        finally:
            with trio.CancelScope(shield=True):
                await trio.sleep(0.05)
            cleaned.append("closed")

    async def host() -> None:
        task = asyncio.create_task(guest(main))
        await begun.wait()
        task.cancel()
        await asyncio.wait({task})
        assert task.cancelled()
        assert cleaned == ["closed"]

    asyncio.run(host())


def test_plain_functions_call_across() -> None:
    """Something asyncio does wakes a task of trio."""

    async def host() -> str:
        event, begun = trio.Event(), asyncio.Event()

        async def main() -> str:
            begun.set()
            await event.wait()
            return "woken"

        task = asyncio.create_task(guest(main))
        await begun.wait()
        event.set()
        return await task

    assert asyncio.run(host()) == "woken"
