"""Everything that goes wrong by itself: each kind spoils something at its time, and later mends it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .clock import SECOND
from .world import World

Mend = Callable[[], None]
Pairs = Iterable[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a run. `kind` is in `FAULTS`; `seats` are those it touches."""

    kind: str
    start: int
    """Milliseconds from the beginning."""
    length: int
    """Milliseconds until it is mended."""
    seats: tuple[int, ...]
    strength: int
    """0 to 99; its meaning depends on the kind."""

    def __str__(self) -> str:
        return f"{self.kind} of {self.seats} at {self.start} ms for {self.length} ms, strength {self.strength}"


def schedule(world: World, fault: Fault) -> None:
    """Let a fault happen when it is due, and be mended."""

    def begin() -> None:
        world.trace.add(f"fault: {fault}")
        mend = FAULTS[fault.kind](world, fault)
        world.clock.after(fault.length, lambda: _mended(world, fault, mend))

    world.clock.after(fault.start, begin)


def _mended(world: World, fault: Fault, mend: Mend) -> None:
    world.trace.add(f"mended: {fault.kind}")
    mend()


def _between(world: World, fault: Fault) -> list[tuple[int, int]]:
    """The ways between the seats that a fault touches, or, for one seat, all ways from and to it."""
    inside = set(fault.seats)
    if len(inside) == 1:
        return [pair for pair in world.network.ways if inside & set(pair)]
    return [pair for pair in world.network.ways if inside >= set(pair)]


def _across(world: World, fault: Fault) -> list[tuple[int, int]]:
    """The ways from the seats that a fault touches to all others."""
    return [(a, b) for a, b in world.network.ways if a in fault.seats and b not in fault.seats]


def _change(world: World, pairs: Pairs, field: str, amounts: Callable[[], int]) -> Mend:
    """Add to a field of ways; the other way round when mended."""
    added = [(pair, amounts()) for pair in pairs]
    for pair, amount in added:
        way = world.network.ways[pair]
        setattr(way, field, getattr(way, field) + amount)

    def mend() -> None:
        for pair, amount in added:
            way = world.network.ways[pair]
            setattr(way, field, getattr(way, field) - amount)
        world.network.wake(pair for pair, _ in added)

    return mend


def _delay(world: World, fault: Fault) -> Mend:
    return _change(world, _between(world, fault), "delay", lambda: 20 * fault.strength)


def _jitter(world: World, fault: Fault) -> Mend:
    return _change(world, _between(world, fault), "jitter", lambda: 30 * fault.strength + 1)


def _reorder(world: World, fault: Fault) -> Mend:
    """Each direction has another delay, so that the first message often arrives last."""
    return _change(world, world.network.ways, "delay", lambda: world.rng.randrange(30 * fault.strength + 1))


def _duplicate(world: World, fault: Fault) -> Mend:
    return _change(world, _between(world, fault), "repeated", lambda: fault.strength + 1)


def _slice(world: World, fault: Fault) -> Mend:
    return _change(world, _between(world, fault), "sliced", lambda: 1)


def _coalesce(world: World, fault: Fault) -> Mend:
    return _change(world, _between(world, fault), "gathered", lambda: 20 * fault.strength + 50)


def _stall(world: World, fault: Fault) -> Mend:
    """From the first seat to the second nothing comes through."""
    return _change(world, [fault.seats[:2]], "blocked", lambda: 1)  # type: ignore[list-item]  # two seats


def _partition(world: World, fault: Fault) -> Mend:
    pairs = _across(world, fault)
    return _change(world, [*pairs, *((b, a) for a, b in pairs)], "blocked", lambda: 1)


def _asymmetric(world: World, fault: Fault) -> Mend:
    """The others get nothing from these seats, which get everything."""
    return _change(world, _across(world, fault), "blocked", lambda: 1)


def _slow(world: World, fault: Fault) -> Mend:
    """The seat reads slowly, and little is kept for it."""
    pairs = [(a, b) for a, b in world.network.ways if b == fault.seats[0]]
    mends = [
        _change(world, pairs, "slow", lambda: 12 * fault.strength),
        _change(world, pairs, "room", lambda: 4096 - (1 << 20) if world.network.ways[pairs[0]].room == 1 << 20 else 0),
    ]

    def mend_both() -> None:
        for mend in mends:
            mend()

    return mend_both


def _reset(world: World, fault: Fault) -> Mend:
    for a, b in _between(world, fault):
        if a < b:
            world.network.reset(a, b)
    return lambda: None


def _half_close(world: World, fault: Fault) -> Mend:
    world.network.half_close(*fault.seats[:2])
    return lambda: None


def _crash(world: World, fault: Fault) -> Mend:
    """Killed at once, or within one of its next writes; started again later."""
    node = world.nodes[fault.seats[0]]
    if fault.strength < 30:
        node.kill()
    else:
        node.disk.kill_at = fault.strength % 7
    return lambda: _restart(world, fault)


def _power_cut(world: World, fault: Fault) -> Mend:
    world.nodes[fault.seats[0]].kill(power=True)
    return lambda: _restart(world, fault)


def _restart(world: World, fault: Fault) -> None:
    node = world.nodes[fault.seats[0]]
    node.disk.kill_at = None
    if not node.alive and not node.left:
        node.start()


def _jump(world: World, fault: Fault) -> Mend:
    world.nodes[fault.seats[0]].jump(fault.strength)
    return lambda: None


def _disk_full(world: World, fault: Fault) -> Mend:
    node = world.nodes[fault.seats[0]]
    node.disk.full = True

    def mend() -> None:
        node.disk.full = False
        if node.broken and node.alive:
            node.kill()
        _restart(world, fault)

    return mend


def _leave(world: World, fault: Fault) -> Mend:
    """The seat goes for good."""
    world.nodes[fault.seats[0]].kill()
    return lambda: None


FAULTS: dict[str, Callable[[World, Fault], Mend]] = {
    "delay": _delay,
    "jitter": _jitter,
    "reorder": _reorder,
    "duplicate": _duplicate,
    "slice": _slice,
    "coalesce": _coalesce,
    "stall": _stall,
    "reset": _reset,
    "half-close": _half_close,
    "partition": _partition,
    "asymmetric": _asymmetric,
    "crash": _crash,
    "power-cut": _power_cut,
    "slow": _slow,
    "jump": _jump,
    "disk-full": _disk_full,
    "leave": _leave,
}
"""Kind to its effect; each returns the function that mends it."""

KEEPS_AWAY = frozenset(
    {"stall", "partition", "asymmetric", "crash", "power-cut", "disk-full", "slow", "half-close", "reset"}
)
"""The kinds that can make a seat unheard of for as long as they last; `reset` only until the link stands again."""


def pick_seats(rng: random.Random, kind: str, count: int) -> tuple[int, ...]:
    """The seats that a fault of that kind touches."""
    some = rng.sample(range(count), rng.randrange(1, count))
    match kind:
        case "stall" | "half-close":
            return tuple(rng.sample(range(count), 2))
        case "crash" | "power-cut" | "slow" | "jump" | "disk-full" | "leave":
            return (rng.randrange(count),)
        case _:
            return tuple(sorted(some))


LONGEST = 12 * SECOND
"""Most faults are mended within this time, well below the grace time; a few last for much longer."""
