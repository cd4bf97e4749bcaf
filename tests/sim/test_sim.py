"""The simulation: a short run of it. `spec/simulation.md`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from .attacks import ATTACKS
from .faults import FAULTS
from .once_broken import ONCE_BROKEN
from .plan import Choice, Plan, make
from .run import play

_SECRET = (
    "two-commitments",
    "copied-commitment",
    "foreign-commitment",
    "opened-wrongly",
    "opened-illegally",
    "withheld-opening",
)
"""Attacks that need a game of secret choices."""

_DRAWS = ("withheld-share", "last-revealer")
"""Attacks that need draws in the middle of a game."""

_PUT_OUT = {
    "two-moves",
    "two-moves-apart",
    "two-commitments",
    "copied-commitment",
    "foreign-commitment",
    "opened-illegally",
    "withheld-share",
    "last-revealer",
    "withheld-opening",
    "withheld-close",
    "answers-apart-together",
    "swapped-answers-together",
    "two-worlds",
}
"""Attacks for which all who make them are voted out, as `spec/security.md` has it."""


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
    """One table for each attack, which is really made, and costs whom it is to cost the game."""
    game = "tetris" if attack in _SECRET + _DRAWS else "tink"
    seats = max(3, ATTACKS[attack].least)
    outcome = play(replace(make(1, Choice((), game, seats, (attack,))), pace=1))
    assert outcome.problem is None
    assert outcome.attacked
    if attack in _PUT_OUT:
        assert outcome.put_out == outcome.plan.guilty


def test_who_looks_on_sees_all_of_it_whatever_another_one_injects() -> None:
    """One honestly, one not: the table goes on as it does without them."""
    plan = replace(make(1, Choice((), "tink", 3, ("injecting",))), pace=2, spectators=2, attackers=(4,))
    outcome = play(plan)
    assert outcome.problem is None
    assert outcome.attacked
    assert outcome.looked_on == ("closed",)
    assert set(outcome.ends) == {"closed"}
    assert not outcome.put_out


@pytest.mark.parametrize("what", ONCE_BROKEN)
def test_what_was_once_broken_holds(what: str) -> None:
    """The very runs in which it was found."""
    assert play(ONCE_BROKEN[what]).problem is None
