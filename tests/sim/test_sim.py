"""The simulation: a short run of it. `spec/simulation.md`."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from .attacks import ATTACKS
from .faults import FAULTS, Fault
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
    "many-answers",
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
    "takeback-and-move",
}
"""Attacks for which all who make them are dropped, as `spec/security.md` has it."""

_PROVEN = {"answers-apart-together", "swapped-answers-together", "two-worlds"}
"""Attacks by two of four: the proof stops the table, where no quorum is honest any more, or one of them is dropped."""

_ENDS = {
    "different-contracts": {"left not-signed"},
    "different-tables": {"stopped other-table"},
    "changed-begin": {"left not-signed", "left wrong-shape", "left bad-contract"},
    "half-begun": {"left unknown-message", "waits"},
    "copied-anchor": {"left copied-commitment"},
    "equal-anchors": {"in the lobby"},
    "false-entry": {"in the lobby"},
    "never-ready": {"in the lobby"},
    "never-signs": {"in the lobby"},
    "elsewhere": {"stopped other-table"},
    "other-rules": {"left wrong-version", "left bad-contract", "left out-of-bounds"},
    "other-protocol": {"left wrong-version"},
    "changed-offer": {"left wrong-version", "left bad-contract"},
    "silent-host": {"left too-slow"},
    "flooding-host": {"left too-many-refusals"},
    "out-of-place": {"in the lobby"},
}
"""How it ends for the honest seats where no table comes of an attack; all others end theirs, or wait for a person."""


_NO_LINKS = {
    "relay": {"relayed"},
    "downgrade": {"replayed", "no-common-version"},
    "replayed-handshake": {"replayed"},
    "impersonator": {"wrong-peer", "wrong-code", "code-not-asked"},
    "code-guesser": {"wrong-code"},
    "half-open": {"too-slow", "frame-too-long"},
}
"""Why strangers do not come in, one of these at the least; and all others begin and end their table."""


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


@pytest.mark.parametrize("kind", [None, "delay", "jitter", "reorder", "slice", "coalesce"])
def test_a_lobby_becomes_a_table_over_links_of_all_kinds(kind: str | None) -> None:
    """As long as they hold: everybody plays the same to its end."""
    spoilt = () if kind is None else (Fault(kind, 0, 30_000, (0, 1, 2), 60),)
    outcome = play(replace(make(1, Choice((), "tink", 3)), pace=1, gathering=spoilt))
    assert outcome.problem is None
    assert outcome.ends == ("closed",) * 3


@pytest.mark.parametrize(("game", "seats"), [("tink", 2), ("tink", 4), ("ten", 2), ("tetris", 2)])
def test_honest_seats_take_moves_back_where_they_may(game: str, seats: int) -> None:
    """While messages overtake each other and a seat is killed; in Tetris there is nothing to take back."""
    faults = (Fault("reorder", 2_000, 40_000, tuple(range(seats)), 60), Fault("crash", 9_000, 5_000, (0,), 10))
    outcome = play(replace(make(1, Choice((), game, seats)), pace=1, faults=faults, takebacks=True))
    assert outcome.problem is None
    assert set(outcome.ends) == {"closed"}
    assert bool(outcome.taken_back) is (game != "tetris")


@pytest.mark.parametrize("attack", ATTACKS)
def test_every_invariant_holds_under_each_attack(attack: str) -> None:
    """One table for each attack, which is really made, and costs whom it is to cost the game."""
    game = "tetris" if attack in _SECRET + _DRAWS else "tink"
    seats = max(3, ATTACKS[attack].least)
    plan = replace(make(1, Choice((), game, seats, (attack,))), pace=1, coded=ATTACKS[attack].coded)
    outcome = play(plan)
    assert outcome.problem is None
    assert outcome.attacked
    if attack in _PUT_OUT:
        assert outcome.put_out == outcome.plan.guilty
    if attack in _PROVEN:
        ends = {end for seat, end in enumerate(outcome.ends) if seat not in outcome.plan.guilty}
        assert ends == {"stopped equivocation"} or outcome.put_out
    if attack in _NO_LINKS:
        assert outcome.no_links & _NO_LINKS[attack]
        assert set(outcome.ends) == {"closed"}
    if attack in _ENDS:
        assert {end for seat, end in enumerate(outcome.ends) if seat not in outcome.plan.guilty} <= _ENDS[attack]
        assert outcome.steps <= 1


def test_a_host_without_a_known_key_is_proven_by_the_code() -> None:
    """An impostor in its place has another one, or asks for none."""
    seen: set[str] = set()
    for seed in range(4):
        plan = replace(make(seed, Choice((), "tink", 2, ("impersonator",))), pace=1, gathering=(), coded=True)
        outcome = play(plan)
        assert outcome.problem is None
        assert outcome.ends == ("closed", "closed")
        seen |= outcome.no_links
    assert {"wrong-code", "code-not-asked"} <= seen


def test_a_spectator_sees_everything_despite_injected_messages() -> None:
    """One is honest, one is not: the table continues as it does without them."""
    plan = replace(make(1, Choice((), "tink", 3, ("injecting",))), pace=2, spectators=2, attackers=(4,))
    outcome = play(plan)
    assert outcome.problem is None
    assert outcome.attacked
    assert outcome.looked_on == ("closed",)
    assert set(outcome.ends) == {"closed"}
    assert not outcome.put_out


def test_the_page_lists_each_attack_and_no_other() -> None:
    """In its table of attempts."""
    page = (Path(__file__).parents[2] / "spec" / "simulation.md").read_text("utf-8")
    attacks = page.partition("## Attacks")[2].partition("## Invariants")[0]
    rows = [line for line in attacks.splitlines() if line.startswith("|")]
    assert set(re.findall(r"`([a-z-]+)`", "".join(rows))) == set(ATTACKS)


@pytest.mark.parametrize("what", ONCE_BROKEN)
def test_inputs_that_once_broke_something_pass(what: str) -> None:
    """The very runs in which it was found."""
    assert play(ONCE_BROKEN[what]).problem is None
