"""Runs that once broke an invariant, each with its fault. The default tests play them again."""

from __future__ import annotations

from .faults import Fault
from .plan import Plan

ONCE_BROKEN: dict[str, Plan] = {
    "ballots outbid each other while links are slow, until no proposal could carry what it rests on": Plan(
        seed=201160,
        game="tentricks",
        seats=4,
        nonce=0,
        pace=12,
        faults=(
            Fault("half-close", 15545, 4047, (1, 3), 34),
            Fault("slice", 15633, 6561, (0, 1, 3), 34),
            Fault("reorder", 29955, 56138, (2,), 95),
            Fault("jump", 37797, 5864, (0,), 60),
            Fault("slice", 43510, 4965, (0, 1), 77),
        ),
        attack="false-hash",
        attackers=(2,),
        turn_time=6,
    ),
    "a cheat's record showed another ack than the one it had sent to a seat, which could write nothing": Plan(
        seed=202168,
        game="te-trix",
        seats=4,
        nonce=0,
        pace=1,
        faults=(Fault("jump", 28874, 10761, (3,), 74), Fault("slow", 42359, 6824, (0,), 24)),
        attack="acks-apart",
        attackers=(1,),
        gathering=(),
    ),
    "a cheat gave each of three seats another commitment, and one was dropped for not taking the third": Plan(
        seed=202604,
        game="tetris",
        seats=4,
        nonce=0,
        pace=4,
        faults=(
            Fault("disk-full", 2009, 3561, (0,), 90),
            Fault("reorder", 36271, 3571, (2, 3), 45),
            Fault("duplicate", 41666, 7808, (1, 3), 12),
        ),
        attack="two-commitments",
        attackers=(0,),
        turn_time=6,
    ),
    "the judge took a spectator that answers about takebacks at a table without them for an honest seat": Plan(
        seed=1040640,
        game="tentricks",
        seats=2,
        nonce=0,
        pace=4,
        faults=(),
        attack="injecting",
        attackers=(2,),
        spectators=1,
    ),
}
