"""The queue before the writer: bounded, in order, few writes."""

from __future__ import annotations

import pytest
import trio
from p2pgame.p2p.link.outbox import BYTES, WRITE, Outbox
from trio.testing import wait_all_tasks_blocked

pytestmark = pytest.mark.trio


async def test_frames_that_wait_are_written_together_in_order() -> None:
    """One write for many small frames."""
    outbox = Outbox()
    for frame in (b"one ", b"two ", b"three"):
        outbox.put_nowait(frame)
    assert await outbox.take() == b"one two three"


async def test_one_write_is_not_without_end() -> None:
    """From 64 KiB on, the rest waits for the next."""
    outbox = Outbox()
    for _ in range(3):
        outbox.put_nowait(bytes(WRITE - 1))
    assert len(await outbox.take() or b"") == 2 * (WRITE - 1)
    assert len(await outbox.take() or b"") == WRITE - 1


async def test_a_full_outbox_takes_nothing_more_at_once() -> None:
    """And takes it again once there is room."""
    outbox = Outbox()
    outbox.put_nowait(bytes(BYTES))
    with pytest.raises(trio.WouldBlock):
        outbox.put_nowait(b"x")
    await outbox.take()
    outbox.put_nowait(b"x")


async def test_a_sender_waits_for_room() -> None:
    """Backpressure: a slow peer slows its senders."""
    outbox = Outbox()
    outbox.put_nowait(bytes(BYTES))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(outbox.put, b"late")
        await wait_all_tasks_blocked()
        assert len(await outbox.take() or b"") == BYTES
        assert await outbox.take() == b"late"


async def test_the_writer_waits_for_frames() -> None:
    """And gets them as soon as there are some."""
    outbox = Outbox()
    got = []

    async def write() -> None:
        got.append(await outbox.take())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(write)
        await wait_all_tasks_blocked()
        assert got == []
        outbox.put_nowait(b"now")
    assert got == [b"now"]


async def test_a_closed_outbox_is_emptied_and_then_ends() -> None:
    """Nothing queued is lost; nothing is taken any more."""
    outbox = Outbox()
    outbox.put_nowait(b"last")
    outbox.close()
    with pytest.raises(trio.ClosedResourceError):
        outbox.put_nowait(b"too late")
    assert await outbox.take() == b"last"
    assert await outbox.take() is None


async def test_closing_wakes_waiting_tasks() -> None:
    """A sender with an error, the writer with the end."""
    full = Outbox()
    full.put_nowait(bytes(BYTES))

    async def put() -> None:
        with pytest.raises(trio.ClosedResourceError):
            await full.put(b"x")

    empty = Outbox()

    async def take() -> None:
        assert await empty.take() is None

    async with trio.open_nursery() as nursery:
        nursery.start_soon(put)
        nursery.start_soon(take)
        await wait_all_tasks_blocked()
        full.close()
        empty.close()
