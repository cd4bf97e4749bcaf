"""The meaning of a seed: the table, the faults, the attackers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from p2pgame.engine.games import GAMES, load

from ..protocol.people import GRACE
from .attacks import ATTACKS
from .clock import SECOND
from .faults import KEEPS_AWAY, LONGEST, Fault, pick_seats

FEWEST, MOST = 2, 5
"""Seats at a simulated table."""

PACES = ((1, 4, 12), (1, 2, 4))
"""Seconds that decisions take at the most in a run: quicker players in TEN, which has ten times the decisions."""


NONCES = 4
"""Tables that the same people have begun: signing them, and making their chains, takes a while."""

WATCHED = 8
"""One in this many tables has an honest spectator."""

GATHERED = 8
"""One in this many tables begins with its lobby."""

FIRST_MINUTE = 60 * SECOND
"""In it all faults begin, and people take their time."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The parts that the command line fixes, or leaves open (None)."""

    kinds: tuple[str, ...]
    """The fault kinds that may come."""
    game: str | None = None
    seats: int | None = None
    attacks: tuple[str, ...] = ()
    """The attacks of which one may come."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One run."""

    seed: int
    game: str
    seats: int
    nonce: int
    pace: int
    """Seconds that a decision takes at the most."""
    faults: tuple[Fault, ...]
    attack: str | None
    attackers: tuple[int, ...]
    """The seats that make it, in order."""
    turn_time: int = 0
    """Seconds for a decision; 0 for no end."""
    spectators: int = 0
    """The number of spectators. Attacking ones have the numbers behind the seats."""
    gathering: tuple[Fault, ...] | None = None
    """The fault of the lobby, if the table begins with one; all other faults then come after it."""
    coded: bool = False
    """Whether the lobby has a code."""
    takebacks: bool = False
    """Whether the contract allows takebacks. Then honest seats ask, agree and refuse at random."""

    @property
    def mended(self) -> int:
        """When the last fault is mended, in milliseconds."""
        return max((fault.start + fault.length for fault in self.faults), default=0)

    @property
    def calm(self) -> int:
        """When people begin to play fast, in milliseconds, because only the game is left."""
        return max(self.mended, FIRST_MINUTE)

    @property
    def guilty(self) -> frozenset[int]:
        """The seats that attack."""
        return frozenset(seat for seat in self.attackers if seat < self.seats)

    @property
    def excused(self) -> frozenset[int]:
        """The seats that faults keep away long enough to be dropped."""
        away = [0] * self.seats
        for fault in self.faults:
            if fault.kind in KEEPS_AWAY:
                for seat in range(self.seats) if self._touches_all(fault) else fault.seats:
                    away[seat] += self._lasts(fault) + 8 * SECOND
        enough = GRACE * SECOND
        if len(self.guilty) > 1:  # a seat that has missed another one for that long believes two that say it is away
            enough //= 2
        if self._two_decide:  # who is late by half of the turn time is not believed to have answered in time
            enough = min(enough // 2 if self.guilty else enough, (self.turn_time or 2 * GRACE) * SECOND // 2)
        return frozenset(self._leaving | {seat for seat in range(self.seats) if away[seat] >= enough})

    def _lasts(self, fault: Fault) -> int:
        """For how long a fault keeps a seat away: one that reads slowly as long again, where it has twice as much to
        read as what is sent is cut in two, or comes twice.
        """
        if fault.kind == "reset":
            return 0
        twice = fault.kind == "slow" and any(
            other.kind in ("slice", "duplicate")
            and set(other.seats) & set(fault.seats)
            and other.start < fault.start + fault.length
            and fault.start < other.start + other.length
            for other in self.faults
        )
        return fault.length * (2 if twice else 1)

    @property
    def _leaving(self) -> frozenset[int]:
        return frozenset(seat for fault in self.faults if fault.kind == "leave" for seat in fault.seats)

    @property
    def _two_decide(self) -> bool:
        """Whether two may be left of the seats that stay and are honest: then each decides alone about the other."""
        return self.seats - len(self._leaving | self.guilty) <= 2

    def _touches_all(self, fault: Fault) -> bool:
        """Whether everybody may seem away to somebody: with two seats, each one that gets nothing from the other."""
        return self._two_decide or fault.kind in ("partition", "asymmetric")


def make(seed: int, choice: Choice) -> Plan:
    """The plan of a seed."""
    rng = random.Random(f"plan {seed}")
    games = [choice.game] if choice.game else list(GAMES)
    game = games[seed % len(games)]
    counts = [count for count in load(game).seats if FEWEST <= count <= MOST]
    least = min((ATTACKS[attack].least for attack in choice.attacks), default=FEWEST)
    counts = [count for count in counts if count >= least]
    seats = choice.seats or counts[seed // len(games) % len(counts)]
    attacks = [attack for attack in choice.attacks if ATTACKS[attack].least <= seats]
    attack = rng.choice(attacks) if attacks and (not choice.kinds or rng.randrange(2)) else None
    attackers = () if attack is None else ATTACKS[attack].pick(rng, seats)
    faults = _faults(rng, choice.kinds, seats)
    pace, turn_time = rng.choice(PACES[game == "ten"]), rng.choice((0, 0, 6, 10))
    outside = sum(seat >= seats for seat in attackers)
    spectators = outside + (rng.randrange(WATCHED) == 0)
    is_gathered = attack is not None and ATTACKS[attack].from_lobby
    gathering = _lobby_faults(rng, choice.kinds, seats) if is_gathered or rng.randrange(GATHERED) == 0 else None
    coded = (attack is not None and ATTACKS[attack].coded) or (gathering is not None and rng.randrange(3) == 0)
    takebacks = random.Random(f"takebacks {seed}").randrange(2) == 0 if attack is None else ATTACKS[attack].takebacks
    return Plan(
        seed,
        game,
        seats,
        seed % NONCES,
        pace,
        faults,
        attack,
        attackers,
        turn_time,
        spectators,
        gathering,
        coded,
        takebacks,
    )


def _lobby_faults(rng: random.Random, kinds: Sequence[str], seats: int) -> tuple[Fault, ...]:
    """None, or one fault of all links: a guest that is cut off in a lobby leaves, and no table begins."""
    fitting = [kind for kind in ("delay", "jitter", "reorder", "slice", "coalesce") if kind in kinds]
    if not fitting or rng.randrange(2):
        return ()
    return (Fault(rng.choice(fitting), 0, 30 * SECOND, tuple(range(seats)), rng.randrange(100)),)


def _faults(rng: random.Random, kinds: Sequence[str], seats: int) -> tuple[Fault, ...]:
    if not kinds:
        return ()
    faults: list[Fault] = []
    for _ in range(rng.randrange(1, 7)):
        kind = rng.choice(kinds)
        if kind == "leave" and any(fault.kind == kind for fault in faults):
            continue
        long = rng.randrange(12) == 0
        length = rng.randrange(100, 60 * SECOND if long else LONGEST)
        start = rng.randrange(2 * SECOND, FIRST_MINUTE)
        faults.append(Fault(kind, start, length, pick_seats(rng, kind, seats), rng.randrange(100)))
    return tuple(sorted(faults, key=lambda fault: fault.start))
