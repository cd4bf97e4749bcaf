"""Tables of two, exhaustively: every slot of a kind, every set of inputs that a claim may carry, every pair of claims.

With two seats there are no ballots, so nothing can fork but by two inputs of one seat, which are a proof. The open
question is the worth of a claim. No claim ever wins the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, product

import pytest
from p2pgame.protocol.log.format import whole_log
from p2pgame.protocol.log.verify import Report, Verdict, verify
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.ledger import Ledger
from p2pgame.protocol.table.messages import Claimed
from p2pgame.protocol.table.signing import Claim, Input, sign

from ..protocol import people
from ..protocol.table.signed import TETRIS, TINK, answer, given, open_to

SLOTS = {
    InputKind.ACCEPT: TINK,
    InputKind.SHARE: TINK,
    InputKind.MOVE: TINK,
    InputKind.COMMIT: TETRIS,
}
"""The kinds of slots, and a game that has each."""


def table(kind: InputKind) -> Ledger:
    """A table of two that has come to a slot of a kind."""
    game = SLOTS[kind]
    if kind is InputKind.ACCEPT:
        return Ledger(people.genesis(game, 2), game)
    return open_to(kind, game, seats=2, turn_time=0)


def inputs(ledger: Ledger) -> tuple[Input, ...]:
    """One input of each due seat."""
    due = ledger.now.due
    assert due is not None
    match due.kind:
        case InputKind.ACCEPT:
            return tuple(given(ledger.now, seat, b"") for seat in due.seats)
        case InputKind.COMMIT:
            return tuple(given(ledger.now, seat, bytes([seat]) * 32) for seat in due.seats)
        case _:
            return tuple(answer(ledger.now, seat) for seat in due.seats)


def claims(ledger: Ledger, seat: int) -> Iterator[Claimed]:
    """Every claim that a seat can make in the open slot."""
    due, place = inputs(ledger), ledger.now.place
    for carried in chain.from_iterable(combinations(due, count) for count in range(len(due) + 1)):
        yield Claimed(place, sign(people.identity(seat), place, Claim(seat)), carried)


def worth(ledger: Ledger, *claimed: Claimed) -> Report:
    """The findings of `verify` in a log that ends with these claims."""
    return verify(whole_log(ledger.genesis, [*ledger.records, *claimed]), people.find_game)


def owes(ledger: Ledger, seat: int, claimed: Claimed) -> bool:
    """Whether a seat owes an input that no claim carries."""
    due = ledger.now.due
    assert due is not None
    return seat in due.seats and all(each.seat != seat for each in claimed.inputs)


@pytest.mark.parametrize("kind", SLOTS)
def test_a_claim_counts_only_against_a_seat_that_owes_and_wins_nothing(kind: InputKind) -> None:
    """For every claim, by either seat."""
    ledger, tried = table(kind), 0
    for seat in (0, 1):
        for claimed in claims(ledger, seat):
            report, tried = worth(ledger, claimed), tried + 1
            counts = owes(ledger, 1 - seat, claimed) and not owes(ledger, seat, claimed)
            assert (report.claim is not None) is counts
            assert report.claim is None or (report.claim.seat, report.claim.target) == (seat, 1 - seat)
            assert (report.verdict, report.result, report.fault) == (Verdict.UNFINISHED, None, None)
    assert tried == 2 * 2 ** len(inputs(ledger))


@pytest.mark.parametrize("kind", SLOTS)
def test_two_claims_are_contested_with_any_inputs(kind: InputKind) -> None:
    """In either order: no log shows which of the two was away."""
    ledger = table(kind)
    for one, other in product(claims(ledger, 0), claims(ledger, 1)):
        for both in ((one, other), (other, one)):
            report = worth(ledger, *both)
            assert report.is_contested
            assert (report.verdict, report.result) == (Verdict.UNFINISHED, None)
