"""Two slots in a row: the value of the first decides who decides the second, and on which head.

A seat says nothing in the second slot before it has written the first; then it says nothing more in the first. Nobody
lies, but a dropped seat may still send statements in the second slot, where it has no vote.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from .search import Search
from .seats import Seat
from .slot import Plan, Slot, State

GoesOn = Callable[[Slot, State, Seat], set[bytes]]
"""The values of the first slot after which a seat may continue, if it does not wait any longer."""


def when_final(slot: Slot, state: State, _seat: Seat) -> set[bytes]:
    """The rule: a seat may sign only on a final value."""
    return {final.value for final in slot.finals(state)}


def when_acked(_slot: Slot, _state: State, seat: Seat) -> set[bytes]:
    """A false rule, which the search must find: a seat may sign on a value that it has acked itself."""
    return set() if seat.acceptor.latest is None else {seat.acceptor.latest.value}


class Both(NamedTuple):
    """The first slot, and the second on each head that a seat has continued with."""

    first: State
    second: tuple[tuple[bytes, State], ...]


@dataclass
class FoundInTwo:
    """The findings. Anything that `broken` counts must not happen."""

    states: int = 0
    complete: bool = True
    """Whether these are all states."""
    seconds: int = 0
    """States in which a second slot has been decided, too."""
    electorates: set[tuple[int, ...]] = field(default_factory=set)
    """The seats that decide a second slot."""
    broken: Counter[str] = field(default_factory=Counter)


class TwoSlots:
    """The states of two slots, and the states that may follow each."""

    def __init__(self, first: Plan, owners: tuple[int, ...], goes_on: GoesOn = when_final) -> None:
        """`owners` are those of the ballots above 0 in the second slot; all are for the ruling on the last seat."""
        self.first = Slot(replace(first, merge=False))
        self._owners = owners
        self._goes_on = goes_on
        self.heads: dict[bytes, Slot] = {}
        """The second slots that there have been, by the value of the first."""
        self.start = Both(self.first.start, ())

    def steps(self, both: Both) -> Iterator[Both]:
        """Every state that may follow a state."""
        yield from (Both(new, both.second) for new in self._in_first(both.first))
        for value in sorted({seat.written for seat in both.first.seats if seat.written is not None}):
            slot = self.second(value)
            states = dict(both.second)
            acting = [seat.number for seat in both.first.seats if seat.written == value]
            for new in slot.steps(states.get(value, slot.start), acting):
                yield Both(both.first, tuple(sorted({**states, value: new}.items(), key=lambda item: item[0])))

    def _in_first(self, state: State) -> Iterator[State]:
        yield from self.first.steps(state)
        for index, seat in enumerate(state.seats):
            if seat.written is None:
                for value in sorted(self._goes_on(self.first, state, seat)):
                    written = self.first.seats.write(seat, 0, value)
                    seats = (*state.seats[:index], written, *state.seats[index + 1 :])
                    yield State(state.inputs, seats, state.proposed)

    def second(self, value: bytes) -> Slot:
        """The second slot on the head that a value leads to."""
        if value not in self.heads:
            plan = self.first.plan
            dropped = [r.seat for rulings in plan.ballots.values() for r in rulings if r and r.digest == value]
            seats = tuple(seat for seat in plan.seats if seat not in dropped)
            due = seats[:1]
            rulings = ((seats[-1],),) * len(self._owners)
            width = plan.electorate.width
            self.heads[value] = Slot(Plan(seats, self._owners, rulings, tuple(dropped), due, width=width, merge=False))
        return self.heads[value]


def explore_two(slots: TwoSlots, limit: int | None = None) -> FoundInTwo:
    """Every state of two slots, at most `limit`."""
    found = FoundInTwo()
    search = Search([slots.start], slots.steps, limit)
    for both in search:
        final = {each.value for each in slots.first.finals(both.first)}
        decided = [slots.second(value).finals(state) for value, state in both.second]
        found.seconds += any(decided)
        found.electorates |= {slots.second(value).electorate.seats for value, _ in both.second}
        if any(final != {value} for value, _ in both.second):
            found.broken["something is signed on a head that is not final"] += 1
        if len({each.value for finals in decided for each in finals}) > 1:
            found.broken["two final values in the second slot"] += 1
        seats = (seat for _, state in both.second for seat in state.seats)
        if any(slots.first.seats.is_blamed(seat) for seat in (*both.first.seats, *seats)):
            found.broken["an honest seat is blamed"] += 1
    refused = [each for slot in (slots.first, *slots.heads.values()) for each in slot.refused]
    if refused:
        found.broken["an honest proposal is refused"] = len(refused)
    found.states, found.complete = search.found, search.complete
    return found
