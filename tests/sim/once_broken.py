"""Runs in which something was broken once, each with what it was. They are played again by default tests."""

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
}
