"""Trio as a guest of asyncio, on one thread: Textual runs on asyncio, the network on trio.

    seated = await guest(main)        # in a coroutine of asyncio; `main` is a function of trio

Both sides may call each other's plain functions, because nothing runs at the same time. Neither may wait for the other,
except by this bridge. Both end together: an error of `main` is raised here, and cancelling here cancels `main` and
waits until it has cleaned up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import trio

if TYPE_CHECKING:
    from outcome import Outcome

T = TypeVar("T")


async def guest(main: Callable[[], Awaitable[T]]) -> T:
    """The result of `main`, run by trio inside of the running asyncio loop.

    Raises:
        The errors of `main`; a BaseExceptionGroup from its nurseries unchanged.
    """
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[None] = loop.create_future()
    scope = trio.CancelScope()
    result: list[T] = []

    async def whole() -> None:
        with scope:
            result.append(await main())

    def finish(outcome: Outcome[None]) -> None:
        try:
            outcome.unwrap()
        except BaseException as error:
            ended.set_exception(error)
        else:
            ended.set_result(None)

    trio.lowlevel.start_guest_run(
        whole,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        run_sync_soon_not_threadsafe=loop.call_soon,
        done_callback=finish,
        host_uses_signal_set_wakeup_fd=True,
    )
    try:
        await asyncio.shield(ended)
    except asyncio.CancelledError:
        scope.cancel()
        await _until(ended)
        raise
    return result[0]


async def _until(ended: asyncio.Future[None]) -> None:
    """Wait for the end of the guest, even if cancelled again meanwhile: a log is being closed.

    Raises:
        The errors of the guest.
    """
    while not ended.done():
        try:
            await asyncio.shield(ended)
        except asyncio.CancelledError:
            continue
    ended.result()
