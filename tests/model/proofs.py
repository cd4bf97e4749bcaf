"""Two final values: which proofs against the lying seat must they hold, whichever papers are shown for each?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from p2pgame.protocol.table import consensus
from p2pgame.protocol.table.consensus import BallotStatement, ProofKind, Proposal

from .slot import Slot, State
from .writing import Final

Evidence = frozenset[BallotStatement | bytes]
"""The lying seat's statements in a record, and the digest of the inputs in it, if it holds inputs."""


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
    acks = {slot.lying_ack(final.ballot, final.value)} if final.needs_liar else set()
    return {frozenset(acks) | rest for rest in _chains(slot, state, final.ballot, final.value)}


def _chains(slot: Slot, state: State, ballot: int, value: bytes) -> Iterator[Evidence]:
    inputs: Evidence = frozenset({value} & set(state.inputs))
    if ballot == 0:
        yield inputs
        return
    owner = slot.electorate.owner(ballot)
    said: set[BallotStatement] = {Proposal(owner, ballot, value)} if owner == slot.plan.liar else set()
    for highest, lie in slot.papers(state, ballot)[value]:
        lies: set[BallotStatement] = set() if lie is None else {lie}
        if lie is not None and lie.latest is not None:
            lies.add(lie.latest)
        below = _chains(slot, state, highest, value) if highest >= 0 else [inputs]
        for rest in below:
            yield rest | said | lies


def _proof(said: Evidence) -> ProofKind | None:
    inputs = [each for each in said if isinstance(each, bytes)]
    statements = [each for each in said if not isinstance(each, bytes)]
    kinds = [consensus.contradiction(one, other) for one, other in permutations(statements, 2)]
    found = {kind for kind in kinds if kind is not None} | ({ProofKind.INPUTS} if len(inputs) > 1 else set())
    return min(found, default=None)
