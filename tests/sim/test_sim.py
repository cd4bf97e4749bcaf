"""The simulation: a short run of it, and that it finds what it looks for. `spec/simulation.md`."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
from p2pgame.protocol.effects import Effect, Send
from p2pgame.protocol.messages import Give

from .attacks import ATTACKS
from .faults import FAULTS
from .node import Node
from .plan import Choice, Plan, make
from .run import play

_ALL = Choice(tuple(FAULTS), attacks=tuple(ATTACKS))


_SECRET = ("two-commitments", "copied-commitment", "opened-wrongly", "opened-illegally", "withheld-opening")
"""Attacks that need a game of secret choices."""


def _shortest(kind: str) -> Plan:
    """A table of Tetris for three with that fault alone."""
    choice = Choice((kind,), game="tetris", seats=3)
    return replace(make(list(FAULTS).index(kind), choice), pace=1)


@pytest.mark.parametrize("kind", FAULTS)
def test_every_invariant_holds_under_each_fault(kind: str) -> None:
    """One table for each kind."""
    outcome = play(_shortest(kind))
    assert outcome.problem is None
    assert outcome.steps > 20


@pytest.mark.parametrize("attack", ATTACKS)
def test_every_invariant_holds_under_each_attack(attack: str) -> None:
    """One table for each attack, which is really made."""
    game = "tetris" if attack in _SECRET else "tink"
    outcome = play(replace(make(1, Choice((), game, 3, (attack,))), pace=1))
    assert outcome.problem is None
    assert outcome.attacked


def test_the_same_seed_gives_the_same_bytes_in_any_process() -> None:
    """The trace hash does not depend on the order of hashes."""
    plan = make(7, _ALL)
    code = (
        "from tests.sim.test_sim import _ALL; from tests.sim.plan import make; from tests.sim.run import play;"
        "print(play(make(7, _ALL)).trace)"
    )
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        )
        assert run.stdout.strip() == play(plan).trace


def test_a_peer_that_signs_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The watch over what honest seats sign sees a second move."""
    do = Node._do

    def twice(node: Node, effect: Effect) -> Any:
        do(node, effect)
        if isinstance(effect, Send) and isinstance(effect.message, Give) and effect.message.given.step > 3:
            given = effect.message.given
            assert node.table.player is not None
            other = type(given).signed(
                node.table.player.identity, given.table, given.step, given.seat, given.kind, b"?", given.head
            )
            do(node, Send(Give(other)))

    monkeypatch.setattr(Node, "_do", twice)
    problem = play(_shortest("delay")).problem
    assert problem is not None
    assert "signed two inputs" in problem
