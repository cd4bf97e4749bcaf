"""Votes within one step: to go on without a seat, or with its default move; and the ballots that they are cast in.

In each ballot on a motion a seat says yes once, or no once (KEEP). Whoever has said yes takes no answer of that seat
any more in this step, until so many have said no that the ballot can never be won: then it has lapsed, all are free,
and only then may anybody say yes in the next. So no two parts of a broken network ever go on with two histories for
good. Specified, with the argument, in `spec/table.md`, "Votes".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..wire.limits import BALLOTS, SEATS
from .inputs import Input
from .kinds import Kind


@dataclass(frozen=True, slots=True, order=True)
class Motion:
    """What is voted on in a step: that a seat is dropped (DROP), or makes its default move (SKIP)."""

    kind: Kind
    target: int


@dataclass(frozen=True, slots=True)
class Vote:
    """What a DROP, SKIP or KEEP says."""

    motion: Motion
    ballot: int
    yes: bool

    @property
    def content(self) -> bytes:
        """As it stands in an input."""
        place = bytes([self.motion.target, self.ballot])
        return place if self.yes else bytes([self.motion.kind]) + place


def votes_needed(present: int) -> int:
    """How many votes decide a motion: more than half of all present seats; of two, the other's."""
    return 1 if present == 2 else present // 2 + 1


def read_vote(given: Input) -> Vote | None:
    """The vote that an input of one of these kinds says; None if it says none."""
    content, kind, yes = given.content, given.kind, True
    if kind is Kind.KEEP:
        if len(content) != 3 or content[0] not in (Kind.DROP, Kind.SKIP):
            return None
        kind, content, yes = Kind(content[0]), content[1:], False
    is_one = len(content) == 2 and content[0] < SEATS and content[1] < BALLOTS
    return Vote(Motion(kind, content[0]), content[1], yes) if is_one else None


class Votes:
    """The votes of one step, in which `present` seats can vote and `needed` of them decide."""

    def __init__(self, present: int, needed: int) -> None:
        self._present = present
        self._needed = needed
        self._cast: dict[tuple[Motion, int], dict[int, Input]] = {}
        self._against: dict[tuple[Motion, int], dict[int, Input]] = {}
        self._motions: tuple[Motion, ...] = ()

    @property
    def all(self) -> tuple[Input, ...]:
        """Every vote, for peers that lack some."""
        return tuple(
            given for table in (self._cast, self._against) for voters in table.values() for given in voters.values()
        )

    @property
    def motions(self) -> tuple[Motion, ...]:
        """What somebody has voted for, in order."""
        return self._motions

    def count(self, vote: Vote, given: Input) -> bool:
        """Count a vote; whether it is new. Why earlier ballots have lapsed need not be known here."""
        voters = (self._cast if vote.yes else self._against).setdefault((vote.motion, vote.ballot), {})
        if given.seat in voters:
            return False
        voters[given.seat] = given
        if vote.yes:
            self._motions = tuple(sorted({*self._motions, vote.motion}))
        return True

    def ballot(self, motion: Motion) -> int:
        """The ballot that is open on a motion: the first that has not lapsed."""
        number = 0
        while number < BALLOTS - 1 and self._has_lapsed(motion, number):
            number += 1
        return number

    def voters(self, motion: Motion) -> frozenset[int]:
        """Who has said yes in the open ballot."""
        return frozenset(self._cast.get((motion, self.ballot(motion)), ()))

    def said(self, seat: int, motion: Motion) -> bool | None:
        """Whether that seat has said yes in the open ballot, or no; None if it has not spoken."""
        return self.said_in(self.ballot(motion), seat, motion)

    def said_in(self, ballot: int, seat: int, motion: Motion) -> bool | None:
        """Whether that seat has said yes in that ballot, or no; None if it has not spoken."""
        key = motion, ballot
        return True if seat in self._cast.get(key, ()) else False if seat in self._against.get(key, ()) else None

    def noes(self, motion: Motion, ballot: int) -> tuple[Input, ...]:
        """Who has said no in that ballot, in the words of each."""
        return tuple(self._against.get((motion, ballot), {}).values())

    def has_spoken(self, seat: int, motion: Motion) -> bool:
        """Whether that seat has said yes or no in the open ballot."""
        return self.said(seat, motion) is not None

    def binds(self, voter: int, target: int) -> bool:
        """Whether the voter must not take that seat's answer: it has said yes in a ballot that may still be won."""
        return any(motion.target == target and voter in self.voters(motion) for motion in self.motions)

    def enough(self, motion: Motion) -> tuple[Input, ...] | None:
        """The votes that decide a motion, in seat order, if there are so many in one ballot."""
        for (cast_on, _), voters in sorted(self._cast.items(), key=lambda item: item[0]):
            if cast_on == motion and len(voters) >= self._needed:
                return tuple(voters[seat] for seat in sorted(voters))
        return None

    def can_lapse(self, noes: int) -> bool:
        """Whether a ballot lapses with so many noes: the seat that it is about has no vote in it."""
        return self._present - 1 - noes < self._needed

    @property
    def is_stuck(self) -> bool:
        """Whether there is a motion that somebody has voted for, and nothing has come of it."""
        return any(self.voters(motion) and self.enough(motion) is None for motion in self.motions)

    def _has_lapsed(self, motion: Motion, ballot: int) -> bool:
        """Whether so many have said no, and not also yes, that the others are too few."""
        key = motion, ballot
        noes, yeses = self._against.get(key, {}), self._cast.get(key, {})
        return self.can_lapse(sum(seat not in yeses for seat in noes))


class OwnVotes:
    """What one's own seat has said in ballots, by step and head.

    Nobody honest says both yes and no in one, also not after a restart, or when the table goes back and comes to that
    head again.
    """

    def __init__(self) -> None:
        self._said: dict[tuple[int, bytes], dict[tuple[Kind, bytes], Input]] = {}

    def add(self, given: Input) -> None:
        """Remember a vote."""
        self._said.setdefault((given.step, given.head), {})[given.kind, given.content] = given

    def at(self, step: int, head: bytes) -> tuple[Input, ...]:
        """The votes in a step, as it is after this history."""
        return tuple(self._said.get((step, head), {}).values())

    def around(self, step: int) -> Iterator[Input]:
        """The votes in other steps than this one, those of the latest first."""
        steps = sorted((key for key in self._said if key[0] != step), reverse=True)
        return (given for key in steps for given in self._said[key].values())


@dataclass(slots=True)
class ToldVote:
    """A vote on ourselves of which we tell the others, as its voter may have told nobody else."""

    given: Input
    silent: Counter[int] = field(default_factory=Counter)
    """Beats in which each seat was told, and had said nothing to that yet."""


@dataclass(slots=True)
class Past:
    """What is remembered of the voting in a step that is done: others may still be in it."""

    votes: Votes
    missed: frozenset[int] = frozenset()
    """Seats of which nothing was heard for long in it."""
    beats: int = 0
    """How many beats its last round took."""
    since: int | None = None
    """The beat in which the first vote came after it was done."""
    told: dict[tuple[Motion, int], ToldVote] = field(default_factory=dict)
    """Votes on ourselves of which we tell the others, by ballot."""


@dataclass(slots=True)
class LateSaid:
    """What has been said within a beat in steps that are done."""

    votes: set[tuple[int, Vote]] = field(default_factory=set)
    """Our votes, by step."""
    signed: Counter[tuple[bytes, int]] = field(default_factory=Counter)
    """How many of them were signed anew, by the link over which we were asked, and for which voter."""
    told: Counter[int] = field(default_factory=Counter)
    """Votes of each seat on ourselves of which we have told the others."""
