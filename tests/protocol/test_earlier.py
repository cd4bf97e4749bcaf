"""The table as it was before an earlier step."""

from __future__ import annotations

import random

import pytest
from p2pgame.engine.games import load
from p2pgame.protocol.voting_table.earlier import EVERY, Earlier
from p2pgame.protocol.voting_table.ledger import Ledger
from p2pgame.protocol.voting_table.steps import Step

from .people import genesis
from .room import Room


@pytest.fixture(scope="module")
def ledger_and_steps() -> tuple[Ledger, list[Step]]:
    """A whole game of four."""
    game = load("tentricks")
    room = Room(game, genesis(game, 4))
    room.connect()
    room.begin()
    room.run()
    table = room.peers[0].table
    assert len(table.steps) > 4 * EVERY
    return table.ledger, table.steps


def snapshot(ledger: Ledger) -> tuple[object, ...]:
    """What tells two ledgers apart."""
    return ledger.step, ledger.head, ledger.state_hash, ledger.due, ledger.draw_number, ledger.closed


def test_any_earlier_step_can_be_gone_back_to_in_any_order(ledger_and_steps: tuple[Ledger, list[Step]]) -> None:
    """It is what a replay from the first step comes to."""
    ledger, steps = ledger_and_steps
    replayed = Ledger(ledger.genesis, ledger.game)
    expected = [snapshot(replayed)]
    for step in steps:
        replayed.absorb(step)
        expected.append(snapshot(replayed))
    earlier = Earlier(ledger.genesis, ledger.game)
    numbers = [*range(len(steps) + 1)] * 2
    random.Random(1).shuffle(numbers)
    for number in numbers:
        assert snapshot(earlier.before(number, steps)) == expected[number]


def test_only_the_first_look_costs_the_whole_table(
    ledger_and_steps: tuple[Ledger, list[Step]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Later ones cost less than the steps between two copies."""
    ledger, steps = ledger_and_steps
    earlier = Earlier(ledger.genesis, ledger.game)
    earlier.before(len(steps), steps)
    absorbed: list[int] = []
    absorb = Ledger.absorb
    monkeypatch.setattr(Ledger, "absorb", lambda self, step: (absorbed.append(step.number), absorb(self, step))[1])
    for number in range(len(steps)):
        absorbed.clear()
        earlier.before(number, steps)
        assert len(absorbed) < EVERY


def test_other_steps_may_follow(ledger_and_steps: tuple[Ledger, list[Step]]) -> None:
    """What was kept of the steps that are given up does not come back, and what is lent out is the borrower's."""
    ledger, steps = ledger_and_steps
    earlier = Earlier(ledger.genesis, ledger.game)
    earlier.before(4 * EVERY, steps)
    earlier.forget_after(2 * EVERY + 3)
    assert earlier.before(4 * EVERY, steps[: 2 * EVERY + 3]).step == 2 * EVERY + 3
    lent = earlier.before(EVERY, steps)
    lent.absorb(steps[EVERY])
    assert earlier.before(EVERY, steps).step == EVERY
