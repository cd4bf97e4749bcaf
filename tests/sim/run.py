"""One seed, played to its end and judged."""

from __future__ import annotations

import gc
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial

from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import load
from p2pgame.engine.pending import Over
from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.table.kinds import InputKind

from ..protocol import people
from .attacks import ATTACKS
from .cast import Cast
from .clock import SECOND
from .faults import schedule
from .gathering import gather
from .judge import Judge
from .node import Node
from .plan import Plan
from .sharing import forget, part, share
from .world import World

PATIENCE = 150 * SECOND
"""The time without an event, after all faults are mended, after which a peer counts as waiting for ever."""

WATCH = 10 * SECOND

COMES = 10 * SECOND
"""By when a spectator has come."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a run."""

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
    no_links: frozenset[str] = frozenset()
    """Why connections in the lobby came to nothing."""
    taken_back: int = 0
    """How many moves were taken back, in the longest log."""


def play(plan: Plan, *, show: bool = False) -> Outcome:
    """Play a plan."""
    share()
    forget()
    with _uncollected():
        try:
            return _played(plan, show=show)
        finally:
            part()


def _played(plan: Plan, *, show: bool) -> Outcome:
    began = time.process_time()
    game = load(plan.game)
    world = World(game, plan.seats, plan.spectators, str(plan.seed), plan.pace, plan.calm, show=show)
    all_begin = plan.attack is None or not ATTACKS[plan.attack].may_spoil
    world.judge = Judge(world, plan.guilty, plan.excused, plan.mended, all_begin)
    cast = Cast(world, plan)
    problem = None
    try:
        _play(world, plan, cast, _genesis(game, plan.seats, plan.nonce, plan.turn_time, plan.takebacks))
        world.judge.final()
    except Exception as error:  # every error is a finding
        problem = str(error) if isinstance(error, AssertionError) else traceback.format_exc()
    outcome = Outcome(
        plan=plan,
        trace=world.trace.digest,
        lines=world.trace.lines,
        steps=max((node.table.ledger.now.step for node in world.nodes), default=0),
        virtual=world.clock.now / SECOND,
        wall=time.process_time() - began,
        ends=tuple(_end_of(world, seat) for seat in range(plan.seats)),
        put_out=_put_out(world),
        attacked=cast.attacked,
        problem=problem,
        looked_on=tuple(_end(node) for node in world.spectators if node.honest),
        no_links=frozenset(world.judge.no_links),
        taken_back=max((_taken_back(node) for node in world.nodes), default=0),
    )
    world.dissolve()
    return outcome


def _taken_back(node: Node) -> int:
    inputs = [given for record in node.table.ledger.records for given in record.inputs]
    return sum(given.kind is InputKind.TAKEBACK for given in inputs)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Look for unreachable cycles once, afterwards: a run makes few, and looking for them all the time is a twelfth of
    its work."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _play(world: World, plan: Plan, cast: Cast, genesis: Genesis) -> None:
    if plan.gathering is None:
        world.nodes = [cast.node(seat, genesis) for seat in range(plan.seats)]
        for node in world.nodes:
            world.clock.after(world.rng.randrange(SECOND), node.start)
        _all_begun(world, plan, cast)
    else:
        for fault in plan.gathering:
            schedule(world, fault)
        gather(world, genesis.contract, plan, cast.attacks, partial(_begun, world, plan, cast))
    world.clock.after(WATCH, _Watch(world).look)
    world.clock.run()


def _begun(world: World, plan: Plan, cast: Cast, seat: int, genesis: Genesis) -> Node:
    """A table begins for one seat of a lobby."""
    node = cast.node(seat, genesis)
    world.nodes = sorted((*world.nodes, node), key=lambda each: each.seat)
    if len(world.nodes) == plan.seats:
        world.postpone()
        _all_begun(world, plan, cast)
    return node


def _all_begun(world: World, plan: Plan, cast: Cast) -> None:
    """From now on spectators and faults may come."""
    outside = range(plan.seats, world.peers)
    strangers = () if world.stranger is None else (world.stranger.seat,)
    world.spectators = [cast.spectator(number) for number in outside if number not in strangers]
    for spectator in world.spectators:
        world.clock.after(spectator.rng.randrange(COMES), spectator.start)
    for fault in plan.faults:
        schedule(world, fault)


def _put_out(world: World) -> frozenset[int]:
    dropped = [frozenset(node.table.ledger.now.dropped) for node in world.nodes if node.honest]
    return frozenset.intersection(*dropped) if dropped else frozenset()


def _end_of(world: World, seat: int) -> str:
    node = world.node(seat)
    if node is not None:
        return _end(node)
    left = world.sitting[seat].left
    return "in the lobby" if left is None else f"left {left.code.label}"


class _Watch:
    """Looks now and then whether anything happens."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._seen: object = None
        self._since = 0

    def look(self) -> None:
        """Call it a day if all have ended, or nothing has happened for long."""
        clock = self._world.clock
        clock.after(WATCH, self.look)
        if clock.now < self._world.judge.mended:
            return
        seen = [(node.table.ledger.now.slot, node.alive) for node in self._world.nodes]
        seen += [(0, peer.alive) for peer in self._world.sitting]
        if seen != self._seen:
            self._seen, self._since = seen, clock.now
        is_over = not any(node.alive for node in self._world.everybody)
        if (is_over and not any(peer.alive for peer in self._world.sitting)) or clock.now - self._since > PATIENCE:
            clock.stop()


def _end(node: Node) -> str:
    table = node.table
    if not node.alive and not node.left:
        return "gone"
    if table.stopped is not None:
        return f"stopped {table.stopped.error.code.label}"
    if table.ledger.now.closed:
        return "closed"
    if isinstance(table.ledger.now.pending, Over):
        return "over"
    return "dropped" if node.seat in table.ledger.now.dropped else "waits"


@lru_cache(1 << 10)
def _genesis(game: AnyGame, seats: int, nonce: int, turn_time: int, takebacks: bool) -> Genesis:
    return people.genesis(game, seats, nonce=nonce, turn_time=turn_time, takebacks=takebacks)
