"""Faults to plant in `consensus.py`. A model that finds none of them would be worth nothing.

Each replaces a piece of the module's source. The changed module is run, and its functions and methods stand in for
those of the real one.
"""

from __future__ import annotations

import inspect
import types
from dataclasses import dataclass
from functools import cached_property

import pytest
from p2pgame.protocol.table import consensus


@dataclass(frozen=True)
class Mutant:
    """One fault, and the violation that the model must find."""

    name: str
    old: str
    new: str
    found: str
    where: str
    """Where the model looks: a plan of `test_mutants`, or `live`."""


FORK = "two final values without a proof"
BLAMED = "an honest seat is blamed"
REFUSED = "an honest proposal is refused"
NO_CONSENT = "a ruling without consent"
FORGED = "a forged proposal is followed"
STUCK = "stuck"
NEVER = "nothing is ever final"

MUTANTS = (
    Mutant("a quorum is half", "len(self.seats) // 2 + 1", "(len(self.seats) + 1) // 2", FORK, "four"),
    Mutant(
        "a seat counts twice",
        "len(set(seats)) == len(seats) >= self.quorum",
        "len(seats) >= self.quorum",
        FORGED,
        "forged",
    ),
    Mutant("too few are a quorum", "== len(seats) >= self.quorum", "== len(seats) >= self.quorum - 1", FORK, "honest"),
    Mutant("anybody is in a quorum", " and all(seat in self.seats for seat in seats)", "", FORGED, "forged"),
    Mutant(
        "ballot 0 is acked late",
        "            return self.is_free",
        "            return self.latest is None",
        FORK,
        "due seat lies",
    ),
    Mutant("acks below a promise", "return ballot >= self.bound and (", "return (", FORK, "due seat lies"),
    Mutant(
        "two acks in one ballot",
        "self.latest.ballot < ballot)",
        "self.latest.ballot <= ballot)",
        BLAMED,
        "proposer lies",
    ),
    Mutant("no promises", "return ballot > self.bound", "return False", STUCK, "live"),
    Mutant(
        "a promise forgets the ack",
        "promise.ballot), self.latest, self.proposal)",
        "promise.ballot), None, None)",
        BLAMED,
        "honest",
    ),
    Mutant(
        "a promise does not bind",
        "max(self.promised, promise.ballot), self",
        "self.promised, self",
        FORK,
        "due seat lies",
    ),
    Mutant("an ack forgets its proposal", "self.promised, ack, proposal)", "self.promised, ack, None)", STUCK, "live"),
    Mutant(
        "an ack is not kept", "self.promised, ack, proposal)", "self.promised, self.latest, proposal)", BLAMED, "honest"
    ),
    Mutant("reports are ignored", "    if reporting:", "    if False:", REFUSED, "honest"),
    Mutant(
        "the lowest report is chosen",
        "max(reporting, key=_report_ballot)",
        "min(reporting, key=_report_ballot)",
        REFUSED,
        "honest",
    ),
    Mutant("too few promises are chosen", "if len(usable) < electorate.quorum:", "if not usable:", REFUSED, "honest"),
    Mutant(
        "consent is not asked for",
        "    return promise.consents and ruling is not None",
        "    return ruling is not None",
        NO_CONSENT,
        "proposer lies",
    ),
    Mutant("one consents to its own drop", " and promise.seat != ruling.seat", "", NO_CONSENT, "due seat lies"),
    Mutant("a false report is chosen", "and _is_shown(promise, proposals)", "", REFUSED, "proposer lies"),
    Mutant("inputs are never chosen", "    if inputs is not None:", "    if False:", STUCK, "live"),
    Mutant("anybody may propose", "electorate.owner(proposal.ballot) != proposal.seat", "False", FORGED, "forged"),
    Mutant(
        "promises of another ballot count",
        "(promise.ballot, promise.ruling) != (proposal.ballot, ruling)",
        "False",
        FORGED,
        "forged",
    ),
    Mutant("reports are not looked at", "    if not reports:", "    if True:", REFUSED, "honest"),
    Mutant(
        "what lies under is not asked for",
        "return under is not None and (under.ballot, under.value) == (best, proposal.value)",
        "return True",
        NO_CONSENT,
        "forged",
    ),
    Mutant(
        "acks of all ballots are final",
        "setdefault((ack.ballot, ack.value, ack.state)",
        "setdefault((0, ack.value, ack.state)",
        FORK,
        "proposer lies",
    ),
    Mutant(
        "acks of dropped seats count",
        "        if ack.seat not in electorate.seats:\n            continue\n",
        "",
        NEVER,
        "after a drop",
    ),
    Mutant("hidden acks are no proof", "return ProofKind.HIDDEN_ACK", "return None", FORK, "proposer lies"),
    Mutant("two proposals are no proof", "return ProofKind.PROPOSALS", "return None", FORK, "proposer lies"),
    Mutant(
        "an ack after a promise is a proof",
        "case Ack(), Promise() if first.ballot < second.ballot",
        "case Ack(), Promise() if True",
        BLAMED,
        "honest",
    ),
    Mutant(
        "another ack later is a proof",
        "first.ballot == second.ballot and (first.value",
        "(first.value",
        BLAMED,
        "honest",
    ),
)


def plant(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a fault into the real module."""
    source = inspect.getsource(consensus)
    assert source.count(mutant.old) == 1, f"{mutant.old!r} stands {source.count(mutant.old)} times in consensus.py"
    changed = types.ModuleType(consensus.__name__)
    changed.__package__ = consensus.__package__
    exec(compile(source.replace(mutant.old, mutant.new), mutant.name, "exec"), vars(changed))  # noqa: S102 - our source
    for name, real in [*vars(consensus).items()]:
        if isinstance(real, types.FunctionType) and real.__module__ == consensus.__name__:
            monkeypatch.setattr(consensus, name, vars(changed)[name])
    for real in (consensus.Acceptor, consensus.Electorate):
        for name, part in [*vars(vars(changed)[real.__name__]).items()]:
            if isinstance(part, types.FunctionType | property | cached_property) and not name.startswith("__"):
                monkeypatch.setattr(real, name, part)
    for name, real in [*vars(consensus).items()]:
        if isinstance(real, type):
            setattr(changed, name, real)  # so that what either makes is of one kind
