"""Tasks that wait for a change of a table: `p2p.table.waiting`."""

from __future__ import annotations

import pytest
import trio
from p2pgame.p2p.table.waiting import Waiting
from trio.testing import wait_all_tasks_blocked

pytestmark = pytest.mark.trio


async def test_a_task_wakes_when_its_condition_holds() -> None:
    """Each has its own; a change that is no news for a task leaves it asleep."""
    waiting, here, woken = Waiting(), set[str](), list[str]()

    async def expect(name: str) -> None:
        await waiting.until(lambda: name in here)
        woken.append(name)

    async with trio.open_nursery() as nursery:
        for name in ("Ada", "Ben"):
            nursery.start_soon(expect, name)
        await wait_all_tasks_blocked()
        here.add("Ben")
        waiting.look()
        await wait_all_tasks_blocked()
        assert woken == ["Ben"]
        here.add("Ada")
        waiting.look()
    assert woken == ["Ben", "Ada"]


async def test_a_condition_that_holds_no_more_is_waited_for_again() -> None:
    """It held when the change was looked at, and not when the task came to run."""
    waiting, numbers, passed = Waiting(), [0], list[int]()

    async def expect() -> None:
        await waiting.until(lambda: numbers[0] == 1)
        passed.append(numbers[0])

    async with trio.open_nursery() as nursery:
        nursery.start_soon(expect)
        await wait_all_tasks_blocked()
        numbers[0] = 1
        waiting.look()
        numbers[0] = 2
        await wait_all_tasks_blocked()
        assert not passed
        numbers[0] = 1
        waiting.look()
    assert passed == [1]


async def test_a_condition_that_holds_lets_others_run() -> None:
    """A bot that is asked again and again leaves time for its links."""
    waiting, ran = Waiting(), list[str]()

    async def other() -> None:
        ran.append("other")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(other)
        for _ in range(2):  # tasks that are due at the same time run in any order
            await waiting.until(lambda: True)
        assert ran == ["other"]


async def test_a_task_that_is_cancelled_is_asked_no_more() -> None:
    """Its condition may be about something that is gone."""
    waiting, asked = Waiting(), list[None]()

    def condition() -> bool:
        asked.append(None)
        return False

    with trio.move_on_after(0):
        await waiting.until(condition)
    asked.clear()
    waiting.look()
    assert not asked
