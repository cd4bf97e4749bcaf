"""Logs that are put together by hand: proofs of every kind, and values that are final above ballot 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from p2pgame.protocol.log.format import LogEntry, whole_log
from p2pgame.protocol.table.consensus import Ack, Proposal, Ruling, RulingKind
from p2pgame.protocol.table.ledger import Ledger
from p2pgame.protocol.table.proofs import Proof, Statement, find
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.state import Outcome, TableState

from ..table.signed import acked, answers, at_a_move, promised, proposed

DROP = Ruling(RulingKind.DROP, 0)
"""The tables that are prepared here: the seat that owes the move is seat 0."""


def log_of(ledger: Ledger, *entries: LogEntry) -> bytes:
    """The log of a table, with these entries at its end."""
    return whole_log(ledger.genesis, [*ledger.records, *entries])


def _proof(state: TableState, one: Statement, other: Statement) -> Proof:
    proof = find(state.place, one, other)
    assert proof is not None
    return proof


def two_acks() -> bytes:
    """Seat 2 acks two states in one ballot."""
    ledger = at_a_move()
    state = ledger.now
    outcome = state.outcome(answers(state))
    return log_of(ledger, _proof(state, acked(state, outcome, 2), acked(state, outcome, 2, state=bytes(32))))


def two_proposals() -> bytes:
    """Seat 1 proposes two values in its first ballot, ballot 2."""
    ledger = at_a_move()
    state = ledger.now
    promises = [promised(state, seat, 2, DROP, consents=True) for seat in (1, 2)]
    values = state.outcome(answers(state)).digest, DROP.digest
    return log_of(ledger, _proof(state, *(proposed(state, 2, value, promises) for value in values)))


def hidden_ack() -> bytes:
    """Seat 2 acks the move in ballot 0, and reports nothing in its promise to ballot 2."""
    ledger = at_a_move()
    state = ledger.now
    ack = acked(state, state.outcome(answers(state)), 2)
    return log_of(ledger, _proof(state, ack, promised(state, 2, 2, DROP, consents=True)))


def _final(state: TableState, outcome: Outcome, proposal: Proposal, seats: Sequence[int]) -> Record:
    acks = tuple((seat, acked(state, outcome, seat, proposal.ballot).signature) for seat in seats)
    return Record(state.slot, outcome.value, outcome.state_hash, proposal.ballot, acks, proposal)


def carried(ruling: Ruling = DROP) -> bytes:
    """Seat 1 prepares ballot 2 to drop seat 0. Seat 0 reports its ack of its own move, so that becomes final."""
    ledger = at_a_move()
    state = ledger.now
    outcome = state.outcome(answers(state))
    promises = [
        promised(state, 0, 2, ruling, consents=False, latest=acked(state, outcome, 0)),
        promised(state, 1, 2, ruling, consents=True),
    ]
    ledger.absorb(_final(state, outcome, proposed(state, 2, outcome.digest, promises), (0, 1)))
    return log_of(ledger)


def chained() -> bytes:
    """Seats 1, 2 and 1 again propose to drop seat 0 in ballots 2, 3 and 5: nobody's ballot came to its end before."""
    ledger = at_a_move()
    state = ledger.now
    outcome = state.outcome(DROP)
    proposal: Proposal | None = None
    latest: dict[int, Ack] = {}
    for ballot, owner in ((2, 1), (3, 2), (5, 1)):
        promises = [promised(state, seat, ballot, DROP, consents=True, latest=latest.get(seat)) for seat in (1, 2)]
        proposal = replace(proposed(state, ballot, DROP.digest, promises), under=proposal)
        latest[owner] = acked(state, outcome, owner, ballot)
    assert proposal is not None
    ledger.absorb(_final(state, outcome, proposal, (1, 2)))
    return log_of(ledger)
