"""`python -m tests.sim --seeds A:B`: play whole tables under faults, and print what does not hold.

The exit code is 1 if an invariant was broken; each broken seed is printed with the command that replays it.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from multiprocessing import Pool

from p2pgame.engine.games import GAMES

from .attacks import ATTACKS
from .faults import FAULTS
from .plan import Choice, make
from .run import Outcome, play

REPORTED = 500
"""Games after which a long run says how far it is."""


def main(words: list[str] | None = None) -> int:
    """Play, print, and return the exit code."""
    asked = _parser().parse_args(words)
    choice = Choice(_words(asked.faults, FAULTS), asked.game, asked.seats, _words(asked.attacks, ATTACKS))
    first, _, end = asked.seeds.partition(":")
    seeds = range(int(first), int(end or int(first) + 1))
    began = time.monotonic()
    broken = 0
    outcomes = []
    for outcome in _played(choice, seeds, asked.jobs, show=asked.show):
        outcomes.append(outcome)
        if asked.show or outcome.problem:
            _print_one(outcome)
        if outcome.problem:
            broken += 1
            print(f"  {_replay(outcome.plan.seed, asked)}", flush=True)
        if len(outcomes) % REPORTED == 0:
            print(
                f"{len(outcomes)} of {len(seeds)} games in {time.monotonic() - began:.0f} s, {broken} broken",
                flush=True,
            )
    _print_all(outcomes, time.monotonic() - began)
    print(f"{broken} broken")
    return 1 if broken else 0


def _words(asked: str, known: Mapping[str, object]) -> tuple[str, ...]:
    """The words of a list with commas; `all` and `none` are allowed, too."""
    words = {"all": tuple(known), "none": ()}.get(asked, tuple(asked.split(",")))
    unknown = [word for word in words if word not in known]
    if unknown:
        raise SystemExit(f"unknown: {', '.join(unknown)}; there are {', '.join(known)}")
    return words


def _played(choice: Choice, seeds: range, jobs: int, *, show: bool) -> Iterator[Outcome]:
    if jobs < 2 or len(seeds) < 2:
        yield from (_one(choice, show, seed) for seed in seeds)
        return
    with Pool(jobs, initializer=_look_for_garbage_seldom) as pool:
        yield from pool.imap_unordered(partial(_one, choice, show), seeds)


def _look_for_garbage_seldom() -> None:
    """The modules stay, and a game leaves little garbage: to look for it as often as usual takes 6% of the time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _one(choice: Choice, show: bool, seed: int) -> Outcome:
    return play(make(seed, choice), show=show)


def _print_one(outcome: Outcome) -> None:
    plan = outcome.plan
    print(f"seed {plan.seed}: {plan.game}, {plan.seats} seats, {outcome.steps} steps, {outcome.virtual:.0f} s")
    if plan.attack is not None:
        print(f"  attack: {plan.attack} by seat {' and '.join(map(str, plan.attackers))}")
    for fault in plan.faults:
        print(f"  {fault}")
    print(f"  ends: {', '.join(outcome.ends)}; trace {outcome.trace}")
    print(f"  {outcome.problem or 'all holds'}")


def _print_all(outcomes: list[Outcome], seconds: float) -> None:
    virtual, wall = sum(each.virtual for each in outcomes), sum(each.wall for each in outcomes)
    ends = Counter(end for each in outcomes for end in each.ends)
    print(f"{len(outcomes)} games in {seconds:.1f} s, {60 * len(outcomes) / seconds:.0f} a minute")
    print(f"{virtual:.0f} virtual seconds in {wall:.1f} s of processor: {virtual / wall:.0f} times real time a core")
    print("seats: " + ", ".join(f"{count} {end}" for end, count in sorted(ends.items())))


def _replay(seed: int, asked: argparse.Namespace) -> str:
    words = f"python -m tests.sim --seeds {seed}:{seed + 1} --faults {asked.faults} --attacks {asked.attacks} --show"
    words += f" --game {asked.game}" if asked.game else ""
    return words + (f" --seats {asked.seats}" if asked.seats else "")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.sim", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seeds", default="0:100", metavar="A:B", help="from A on, up to and without B (0:100)")
    parser.add_argument("--faults", default="all", metavar="KINDS", help=f"all, none, or some of {', '.join(FAULTS)}")
    parser.add_argument("--attacks", default="all", metavar="KINDS", help=f"all, none, or some of {', '.join(ATTACKS)}")
    parser.add_argument("--game", choices=tuple(GAMES), help="only this game")
    parser.add_argument("--seats", type=int, metavar="N", help="only tables of N seats")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (all cores)")
    parser.add_argument("--show", action="store_true", help="print everything that happens")
    return parser


if __name__ == "__main__":
    sys.exit(main())
