"""One seed, played to its end and judged."""

from __future__ import annotations

import random
import time
import traceback
from dataclasses import dataclass
from functools import lru_cache

from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import load
from p2pgame.protocol.contract import Genesis

from ..protocol import people
from .attacker import Attacker
from .attacks import ATTACKS, Crew
from .clock import SECOND
from .faults import schedule
from .judge import Judge
from .node import Node
from .plan import Plan
from .sharing import forget, share
from .spectator import Injector, Spectator
from .world import World

PATIENCE = 150 * SECOND
"""How long nothing may happen at a table whose faults are mended, before somebody is said to wait for ever."""

WATCH = 10 * SECOND

COMES = 10 * SECOND
"""By when a spectator has come."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to."""

    plan: Plan
    trace: str
    lines: int
    steps: int
    virtual: float
    """Seconds of the virtual clock."""
    wall: float
    """Seconds of the processor."""
    ends: tuple[str, ...]
    """How it ended for each seat."""
    put_out: frozenset[int]
    """The seats that every honest peer has voted out."""
    attacked: int
    """How often the attack was made."""
    problem: str | None
    """The invariant that does not hold."""
    looked_on: tuple[str, ...] = ()
    """How it ended for each honest spectator."""


def play(plan: Plan, *, show: bool = False) -> Outcome:
    """Play a plan."""
    share()
    forget()
    began = time.process_time()
    game = load(plan.game)
    genesis = _genesis(game, plan.seats, plan.nonce, plan.turn_time)
    world = World(game, plan.seats, plan.spectators, str(plan.seed), plan.pace, plan.calm, show=show)
    world.judge = Judge(world, plan.guilty, plan.excused, plan.mended)
    crew = Crew(plan.attackers, plan.seats)
    world.nodes = [_node(world, genesis, plan, crew, seat) for seat in range(plan.seats)]
    world.spectators = [_spectator(world, genesis, plan, crew, number) for number in range(plan.seats, world.peers)]
    problem = None
    try:
        _play(world, plan)
        world.judge.final()
    except Exception as error:  # whatever goes wrong is what we look for
        problem = str(error) if isinstance(error, AssertionError) else traceback.format_exc()
    attacked = sum(node.attack.done for node in world.everybody if isinstance(node, Attacker))
    ends = tuple(map(_end, world.nodes))
    steps = max(node.table.ledger.step for node in world.nodes)
    virtual, wall = world.clock.now / SECOND, time.process_time() - began
    put_out = frozenset.intersection(*(frozenset(node.table.ledger.dropped) for node in world.nodes if node.honest))
    trace = world.trace
    looked_on = tuple(_end(node) for node in world.spectators if node.honest)
    return Outcome(plan, trace.digest, trace.lines, steps, virtual, wall, ends, put_out, attacked, problem, looked_on)


def _node(world: World, genesis: Genesis, plan: Plan, crew: Crew, seat: int) -> Node:
    rng = random.Random(f"seat {seat} of {plan.seed}")
    if plan.attack is None or seat not in plan.attackers:
        return Node(world, genesis, seat, rng)
    return Attacker(world, genesis, seat, rng, ATTACKS[plan.attack](seat, crew, rng))


def _spectator(world: World, genesis: Genesis, plan: Plan, crew: Crew, number: int) -> Spectator:
    rng = random.Random(f"spectator {number} of {plan.seed}")
    if plan.attack is None or number not in plan.attackers:
        return Spectator(world, genesis, number, rng)
    return Injector(world, genesis, number, rng, ATTACKS[plan.attack](number, crew, rng))


def _play(world: World, plan: Plan) -> None:
    for node in world.nodes:
        world.clock.after(world.rng.randrange(SECOND), node.start)
    for spectator in world.spectators:
        world.clock.after(spectator.rng.randrange(COMES), spectator.start)
    for fault in plan.faults:
        schedule(world, fault)
    world.clock.after(WATCH, _Watch(world, plan.mended).look)
    world.clock.run()


class _Watch:
    """Looks now and then whether anything goes on."""

    def __init__(self, world: World, mended: int) -> None:
        self._world = world
        self._mended = mended
        self._seen: object = None
        self._since = 0

    def look(self) -> None:
        """Call it a day if all have ended, or nothing has happened for long."""
        clock = self._world.clock
        clock.after(WATCH, self.look)
        if clock.now < self._mended:
            return
        seen = [(node.table.ledger.step, node.alive) for node in self._world.nodes]
        if seen != self._seen:
            self._seen, self._since = seen, clock.now
        if not any(node.alive for node in self._world.everybody) or clock.now - self._since > PATIENCE:
            clock.stop()


def _end(node: Node) -> str:
    table = node.table
    if not node.alive and not node.left:
        return "gone"
    if table.stopped is not None:
        return f"stopped {table.stopped.error.code.label}"
    if table.ledger.closed:
        return "closed"
    return "dropped" if node.seat in table.ledger.dropped else "waits"


@lru_cache(256)
def _genesis(game: AnyGame, seats: int, nonce: int, turn_time: int) -> Genesis:
    return people.genesis(game, seats, nonce=nonce, turn_time=turn_time)
