"""The model in a size for every day, and by name (`-m long`) in a large one. It explores `consensus.py` itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from .__main__ import main
from .explore import explore
from .live import beside_liars, live
from .slot import Plan
from .two_slots import TwoSlots, explore_two, when_acked
from .writing import RULES

THREE = Plan((0, 1, 2), (1, 2), ((0,), (0,)))
FOUR = Plan((0, 1, 2, 3), (1, 2), ((0,), (0,)))
FIVE = Plan((0, 1, 2, 3, 4), (1, 2), ((0,), (0,)))


def of_one_ballot(plan: Plan, *liars: int) -> Plan:
    """The same seats with the first ballot above 0 only, and these liars."""
    return replace(plan, owners=plan.owners[:1], rulings=plan.rulings[:1], liars=liars)


SOUND = {
    "three seats": (THREE, 2_458),
    "three seats, each ruled on": (replace(THREE, rulings=((0,), (1,))), 2_617),
    "the due seat lies": (replace(THREE, liars=(0,), forge=True), 691),
    "a proposer lies": (replace(THREE, liars=(1,), forge=True), 760),
    "the last proposer lies": (replace(THREE, liars=(2,), forge=True), 538),
    "a proposer asks for two rulings": (replace(THREE, liars=(1,), rulings=((0, 2, None), (0,))), 3_127),
    "two of four lie": (replace(of_one_ballot(FOUR, 0, 1), forge=True), 230),
    "two of five lie": (of_one_ballot(FIVE, 1, 2), 512),
    "a dropped seat lies": (Plan((1, 2, 3), (1, 2), ((3,), (3,)), liars=(0,), due=(1,), width=4), 2_458),
}
LARGE = {
    "three seats, three ballots": (Plan((0, 1, 2), (1, 2, 0), ((0,), (1,), (2,))), 53_862),
    "four seats": (FOUR, 28_470),
    "five seats": (FIVE, 844_090),
    "two ballots of a liar": (Plan((0, 1, 2), (1, 2, 1), ((0,), (0,), (0, 2)), liars=(1,)), 55_158),
    "four seats, the due one lies": (replace(FOUR, liars=(0,)), 19_765),
    "four seats, a proposer lies": (replace(FOUR, liars=(1,)), 9_630),
    "four seats, another lies": (replace(FOUR, liars=(3,)), 2_490),
    "five seats, the due one lies": (of_one_ballot(FIVE, 0), 1_721),
    "five seats, a proposer lies": (of_one_ballot(FIVE, 1), 1_196),
    "four seats, the due one and a proposer lie": (replace(FOUR, liars=(0, 1)), 3_771),
    "four seats, both proposers lie": (replace(FOUR, liars=(1, 2)), 2_648),
    "four seats, a proposer and another lie": (replace(FOUR, liars=(1, 3)), 760),
    "five seats, the due one and a proposer lie": (of_one_ballot(FIVE, 0, 1), 1_163),
    "five seats, a proposer and another lie": (replace(FIVE, liars=(1, 3)), 24_384),
}


@pytest.mark.parametrize("name", SOUND)
def test_two_final_values_hold_a_proof_and_nobody_honest_is_blamed(name: str) -> None:
    """All states are searched, and without a liar there are no two final values."""
    plan, states = SOUND[name]
    found = explore(plan)
    assert not found.broken
    assert found.states == states
    assert bool(found.forks) == bool({*plan.liars} & {*plan.seats})


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", LARGE)
def test_two_final_values_hold_a_proof_in_a_large_slot(name: str) -> None:
    """The same, with more seats and ballots."""
    plan, states = LARGE[name]
    found = explore(plan)
    assert not found.broken
    assert found.states == states


@pytest.mark.parametrize("liar", [0, 1, 2])
def test_linked_honest_seats_never_write_two_logs(liar: int) -> None:
    """With any lies of one seat: all honest seats look at each other before they write."""
    found = explore(replace(THREE, liars=(liar,), write=RULES["table"]))
    assert not found.broken
    assert found.forks


@pytest.mark.parametrize("rule", ["table", "ended"])
def test_three_of_five_never_write_two_logs_beside_two_liars(rule: str) -> None:
    """Nor when a dispute ends early."""
    found = explore(replace(of_one_ballot(FIVE, 3, 4), write=RULES[rule]))
    assert not found.broken
    assert found.forks


@pytest.mark.parametrize(
    "rule", ["free-now", "free-once", "beside-now", "past-any", "other-ack-in-it", "any-ballot", "latest-same"]
)
def test_looser_rules_for_writing_make_two_logs(rule: str) -> None:
    """So each part of the rule is needed, and a free seat is no reason to write."""
    plans = [replace(THREE, liars=(liar,), write=RULES[rule]) for liar in (0, 1)]
    assert any(explore(plan, stop=True).broken["two logs"] for plan in plans)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("liar", [0, 1, 3])
def test_four_linked_seats_never_write_two_logs(liar: int) -> None:
    """As with three."""
    assert not explore(replace(FOUR, liars=(liar,), write=RULES["table"])).broken


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("liar", [0, 1, 4])
def test_five_linked_seats_never_write_two_logs(liar: int) -> None:
    """As with three, with one ballot above 0."""
    assert not explore(replace(of_one_ballot(FIVE, liar), write=RULES["table"])).broken


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("rule", ["table", "ended"])
@pytest.mark.parametrize(
    "plan",
    [
        replace(THREE, liars=(1,)),
        replace(FOUR, liars=(1, 3)),
        of_one_ballot(FOUR, 0, 1),
        of_one_ballot(FIVE, 0, 1),
        of_one_ballot(FIVE, 1, 2),
        replace(FIVE, liars=(3, 4)),
    ],
)
def test_linked_honest_seats_never_write_two_logs_beside_several_liars(plan: Plan, rule: str) -> None:
    """As with one; also when disputes end early."""
    assert not explore(replace(plan, write=RULES[rule])).broken


@pytest.mark.parametrize("liars", [(), (1,)])
def test_a_quorum_that_is_left_alone_comes_to_an_end(liars: tuple[int, ...]) -> None:
    """From every state, if it may hope for anything."""
    hopes = list(live(replace(THREE, liars=liars)))
    assert {hope.hope for hope in hopes} >= {"answer", "neither"}
    assert all(hope.of > 0 and hope.stuck == 0 for hope in hopes)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("plan", [FOUR, *(replace(FOUR, liars=(liar,)) for liar in (0, 1, 3))])
def test_a_quorum_of_four_that_is_left_alone_comes_to_an_end(plan: Plan) -> None:
    """As with three."""
    assert not any(hope.stuck for hope in live(plan))


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("liar", [0, 1, 2])
def test_linked_honest_seats_can_always_write(liar: int) -> None:
    """After anything that the liar did before it fell silent."""
    assert not any(hope.stuck for hope in live(replace(THREE, liars=(liar,), write=RULES["table"])))


def test_a_liar_that_stays_linked_and_is_silent_holds_nobody_up() -> None:
    """After anything that it did before, and with any ack that it shows."""
    hopes = list(beside_liars(of_one_ballot(THREE, 1)))
    assert {hope.shown is None for hope in hopes} == {True, False}
    assert all(hope.of > 0 and hope.stuck == 0 for hope in hopes)


def test_without_the_end_of_disputes_a_silent_liar_holds_seats_up() -> None:
    """Another seat has written and opens no ballot any more, so nothing else overcomes the ack that is shown."""
    assert any(hope.stuck for hope in beside_liars(of_one_ballot(THREE, 1), disputes_end=False))


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    "plan",
    [
        *(replace(THREE, liars=(liar,)) for liar in (0, 1, 2)),
        *(of_one_ballot(FOUR, liar) for liar in (0, 1, 3)),
        *(of_one_ballot(FIVE, *liars) for liars in ((0, 1), (1, 2), (1, 4), (3, 4))),
    ],
)
def test_liars_that_stay_linked_and_are_silent_hold_nobody_up(plan: Plan) -> None:
    """More seats and ballots, and two of five who lie."""
    assert not any(hope.stuck for hope in beside_liars(plan))


def test_nothing_is_signed_on_a_head_that_is_not_final() -> None:
    """Two slots in a row; in the second, two seats decide if the first has dropped one."""
    found = explore_two(TwoSlots(Plan((0, 1, 2), (1,), ((0,),)), ()))
    assert not found.broken
    assert found.electorates == {(0, 1, 2), (1, 2)}
    assert found.seconds > 0


def test_continuing_before_a_value_is_final_is_found() -> None:
    """A seat that continues with a value that only it has acked speaks on a head that may fall."""
    found = explore_two(TwoSlots(Plan((0, 1, 2), (1,), ((0,),)), (), when_acked))
    assert found.broken["something is signed on a head that is not final"]


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_ruling_changes_the_quorum_of_the_next_slot() -> None:
    """Four seats decide to drop one; of the three that are left, two decide."""
    found = explore_two(TwoSlots(Plan((0, 1, 2, 3), (1,), ((0,),)), (1,)))
    assert not found.broken
    assert found.electorates == {(0, 1, 2, 3), (1, 2, 3)}
    assert found.states == 204_354


def test_the_command_prints_its_findings(capsys: pytest.CaptureFixture[str]) -> None:
    """A sound slot, and the way to the first state with two logs."""
    assert main(["3", "1", "0"]) == 0
    assert "complete: True" in capsys.readouterr().out
    assert main(["3", "1,2", "0,0", "--liar", "1", "--write", "past-any"]) == 1
    printed = capsys.readouterr().out
    assert "BROKEN: two logs" in printed
    assert "seat 0:" in printed
