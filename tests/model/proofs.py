"""Two final values: which proofs against lying seats must they hold, for all papers that may be shown?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from p2pgame.protocol.table import consensus
from p2pgame.protocol.table.consensus import BallotStatement, ProofKind, Proposal

from . import liar
from .slot import Slot, State
from .writing import Final

Evidence = frozenset[BallotStatement | bytes]
"""The lying seats' statements in a record, and the digest of the inputs in it, if it holds inputs."""


def proofs(slot: Slot, state: State) -> set[ProofKind | None]:
    """Of each way to show two final values of other content one proof that it holds; None for a way without."""
    finals = slot.finals(state)
    return {
        _proof(one | other)
        for first, second in combinations(finals, 2)
        if first.value != second.value
        for one in evidence(slot, state, first)
        for other in evidence(slot, state, second)
    }


def evidence(slot: Slot, state: State, final: Final) -> set[Evidence]:
    """All that a final value may be shown with, one entry for each choice of papers."""
    liars = [seat for seat in slot.plan.liars if seat in slot.electorate.seats]
    acks = [
        frozenset(liar.ack(seat, final.ballot, final.value) for seat in some)
        for some in combinations(liars, final.lacking)
    ]
    return {some | rest for some in acks for rest in _chains(slot, state, final.ballot, final.value)}


def _chains(slot: Slot, state: State, ballot: int, value: bytes) -> Iterator[Evidence]:
    inputs: Evidence = frozenset({value} & set(state.inputs))
    if ballot == 0:
        yield inputs
        return
    owner = slot.electorate.owner(ballot)
    said: set[BallotStatement] = {Proposal(owner, ballot, value)} if owner in slot.plan.liars else set()
    for highest, promises in slot.papers(state, ballot)[value]:
        lies: set[BallotStatement] = {*promises, *(lie.latest for lie in promises if lie.latest is not None)}
        below = _chains(slot, state, highest, value) if highest >= 0 else [inputs]
        for rest in below:
            yield rest | said | lies


def _proof(said: Evidence) -> ProofKind | None:
    inputs = [each for each in said if isinstance(each, bytes)]
    statements = [each for each in said if not isinstance(each, bytes)]
    pairs = [pair for pair in permutations(statements, 2) if pair[0].seat == pair[1].seat]
    kinds = [consensus.contradiction(one, other) for one, other in pairs]
    found = {kind for kind in kinds if kind is not None} | ({ProofKind.INPUTS} if len(inputs) > 1 else set())
    return min(found, default=None)
