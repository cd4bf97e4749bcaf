"""The cast of a run: an honest peer for each number, or one that attacks, each with its own luck."""

from __future__ import annotations

import random

from p2pgame.protocol.contract.contract import Genesis

from .attacker import Attacker
from .attacks import ATTACKS, Attack, Crew
from .node import Node
from .plan import Plan
from .spectator import Injector, Spectator
from .world import World


class Cast:
    """Makes the peers of a plan when they are needed."""

    def __init__(self, world: World, plan: Plan) -> None:
        self._world = world
        crew = Crew(plan.attackers, plan.seats)
        self._luck = {
            number: random.Random(f"{'seat' if number < plan.seats else 'spectator'} {number} of {plan.seed}")
            for number in range(world.peers)
        }
        self.attacks: dict[int, Attack] = {}
        """The attacks of attackers, by their numbers: the same from the lobby to the end."""
        if plan.attack is not None:
            kind = ATTACKS[plan.attack]
            self.attacks = {number: kind(number, crew, self._luck[number]) for number in plan.attackers}

    @property
    def attacked(self) -> int:
        """How often the attack was made."""
        return sum(attack.done for attack in self.attacks.values())

    def node(self, seat: int, genesis: Genesis) -> Node:
        """The peer of a seat."""
        attack, luck = self.attacks.get(seat), self._luck[seat]
        if attack is None:
            return Node(self._world, genesis, seat, luck)
        return Attacker(self._world, genesis, seat, luck, attack)

    def spectator(self, number: int) -> Spectator:
        """A spectator, through a seat of a table that has begun."""
        attack, luck = self.attacks.get(number), self._luck[number]
        watched = luck.randrange(self._world.count)
        genesis = self._world.nodes[watched].genesis
        if attack is None:
            return Spectator(self._world, genesis, number, luck, watched)
        return Injector(self._world, genesis, number, luck, attack)
