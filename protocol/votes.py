"""Votes to go on without a seat, within one step.

Whoever has voted to drop a seat takes no answer of that seat any more in this step, until so many others have said
that they hold the step completed (KEEP) that the votes can never suffice. So no two halves of a broken network ever go
on with two histories for good. Specified, with the argument, in `spec/table.md`, "Seats that stay away".
"""

from __future__ import annotations

from collections import defaultdict

from .inputs import Input


class Votes:
    """The votes on the seats of one step."""

    def __init__(self) -> None:
        self._drops: defaultdict[int, dict[int, Input]] = defaultdict(dict)
        self._keeps: defaultdict[int, dict[int, Input]] = defaultdict(dict)

    @property
    def all(self) -> tuple[Input, ...]:
        """Every vote, for peers that lack some."""
        return tuple(
            given for table in (self._drops, self._keeps) for voters in table.values() for given in voters.values()
        )

    def drop(self, target: int, given: Input) -> bool:
        """Count a vote to drop a seat; whether it is new."""
        return self._count(self._drops, target, given)

    def keep(self, target: int, given: Input) -> bool:
        """Count a KEEP; whether it is new."""
        return self._count(self._keeps, target, given)

    def has_voted(self, voter: int, target: int) -> bool:
        """Whether that seat has voted to drop that one."""
        return voter in self._drops[target]

    def enough(self, target: int, needed: int) -> tuple[Input, ...] | None:
        """The votes against a seat in seat order, if they suffice."""
        voters = self._drops[target]
        return tuple(voters[seat] for seat in sorted(voters)) if len(voters) >= needed else None

    def binds(self, voter: int, target: int, present: int, needed: int) -> bool:
        """Whether the voter must not take that seat's answer: it has voted, and the votes may still suffice."""
        possible = present - 1 - len(self._keeps[target])
        return self.has_voted(voter, target) and possible >= needed

    def _count(self, table: dict[int, dict[int, Input]], target: int, given: Input) -> bool:
        voters = table[target]
        if given.seat in voters:
            return False
        voters[given.seat] = given
        return True
