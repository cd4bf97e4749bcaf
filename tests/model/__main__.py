"""`python -m tests.model SEATS OWNERS RULINGS`: explore a slot, or two, and print what was found.

OWNERS are those of the ballots above 0, such as 1,2. RULINGS are what each may be prepared for: the seat to drop, or -
only to finish; several, as in 0/2, in ballots of the liar. The exit code is 1 if something is broken.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable

from .explore import Findings, explore
from .live import Hope, beside_liars, live
from .slot import Plan, State
from .two_slots import TwoSlots, explore_two
from .writing import RULES


def main(words: list[str] | None = None) -> int:
    """Explore, print, and return the exit code."""
    asked = _parser().parse_args(words)
    begun = time.monotonic()
    plan = Plan(
        tuple(range(asked.seats)),
        _numbers(asked.owners),
        tuple(
            tuple(None if each == "-" else int(each) for each in text.split("/")) for text in asked.rulings.split(",")
        ),
        liars=_numbers(asked.liar),
        due=_numbers(asked.due),
        write=RULES[asked.write] if asked.write else None,
        forge=asked.forge,
    )
    if asked.live:
        broken = _print_live(beside_liars(plan) if asked.linked else live(plan))
    elif asked.then is not None:
        found = explore_two(TwoSlots(plan, _numbers(asked.then)), asked.limit)
        print(f"{found.states:,} states, {found.seconds:,} with a second slot decided, complete: {found.complete}")
        broken = _print_broken(dict(found.broken))
    else:
        broken = _print_found(explore(plan, asked.limit))
    print(f"{time.monotonic() - begun:.0f} s")
    return 1 if broken else 0


def _print_live(hopes: Iterable[Hope]) -> bool:
    stuck = 0
    for hope in hopes:
        beside = "" if hope.shown is None else f" beside an ack in ballot {hope.shown[0]}"
        searched = f"{hope.stuck} stuck of {hope.of:,}, {hope.states:,} searched"
        print(f"{hope.present} with {hope.hope}{beside}: {searched}", flush=True)
        stuck += hope.stuck
    return stuck > 0


def _print_found(found: Findings) -> bool:
    proofs = {kind.name: count for kind, count in sorted(found.proofs.items())}
    print(f"{found.states:,} states, {found.forks:,} forks {proofs or ''}, complete: {found.complete}")
    for number, state in enumerate(found.trace):
        print(number, *_lines(state), sep="\n    ")
    return _print_broken(dict(found.broken))


def _print_broken(broken: dict[str, int]) -> bool:
    for what, count in sorted(broken.items()):
        print(f"BROKEN: {what}, {count} times")
    return bool(broken)


def _lines(state: State) -> list[str]:
    seats = [f"seat {seat.number}: {seat.shape}" for seat in state.seats]
    return [*seats, f"proposed: {state.proposed}", f"inputs: {len(state.inputs)}"]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(each) for each in text.split(",") if each)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.model", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("seats", type=int, help="how many seats decide")
    parser.add_argument("owners", help="of each ballot above 0, such as 1,2")
    parser.add_argument("rulings", help="of each ballot: the seat to drop, or -; such as 0,0")
    parser.add_argument("--liar", default="", help="the seats that lie, such as 1 or 1,4")
    parser.add_argument("--due", default="0", help="the seats that owe inputs (0)")
    parser.add_argument("--write", choices=tuple(RULES), help="all honest seats are linked and write by this rule")
    parser.add_argument("--forge", action="store_true", help="forge proposals, too")
    parser.add_argument("--live", action="store_true", help="look for states from which the slot cannot end")
    parser.add_argument("--linked", action="store_true", help="with --live: the liars stay linked, and are silent")
    parser.add_argument("--then", metavar="OWNERS", help="a second slot, with ballots of these owners; may be empty")
    parser.add_argument("--limit", type=int, metavar="N", help="stop after N states")
    return parser


if __name__ == "__main__":
    sys.exit(main())
