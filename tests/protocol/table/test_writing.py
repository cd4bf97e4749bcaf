"""When a final value is written (`spec/table/writing.md`), with a slot that only holds what the rule looks at."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from p2pgame.protocol.table.consensus import Acceptor, Ack
from p2pgame.protocol.table.writing import WriteRule

ONE, OTHER = b"one", b"other"
OWN, PEER = 0, 1


def ack(seat: int, ballot: int, value: bytes) -> Ack:
    """An ack of the state that both values lead to."""
    return Ack(seat, ballot, value, b"state")


def final(ballot: int, value: bytes) -> Any:
    """A value that is final in a ballot."""
    return SimpleNamespace(ballot=ballot, outcome=SimpleNamespace(digest=value), acks=())


def may_write(own: Ack | None, peer: Ack, value: Any, shown: bytes | None = None) -> bool:
    """Whether a seat writes a value at once, after acks of its own and of a linked seat."""
    view = SimpleNamespace(shown=None if shown is None else (7, shown))
    slot = SimpleNamespace(
        state=SimpleNamespace(slot=7, needs_acks=True, present=(0, 1, 2)),
        acceptor=Acceptor(OWN, latest=own),
        acks={each.seat: {each.ballot: each} for each in (own, peer) if each is not None},
        proposals={},
        finals=lambda: [value],
    )
    rule: Any = WriteRule(SimpleNamespace(linked=lambda _seats: [(PEER, view)]))  # type: ignore[arg-type]
    return rule.choose(slot, (), 0) is not None


def test_a_value_acked_by_all_linked_seats_is_written() -> None:
    """Also by a seat that has not acked, or only something lower."""
    assert may_write(ack(OWN, 3, ONE), ack(PEER, 3, ONE), final(3, ONE))
    assert may_write(ack(OWN, 0, OTHER), ack(PEER, 3, ONE), final(3, ONE))
    assert may_write(None, ack(PEER, 3, ONE), final(3, ONE))
    assert not may_write(ack(OWN, 3, ONE), ack(PEER, 0, ONE), final(3, ONE))


def test_a_seat_does_not_write_against_its_own_ack_in_that_ballot() -> None:
    """A cheat proposes two values in one ballot and acks both. Each of two honest seats acks one of them, and sees that
    the other has acked the other: if that were enough, each would write what it has not acked itself."""
    assert not may_write(ack(OWN, 3, ONE), ack(PEER, 3, OTHER), final(3, OTHER))
    assert not may_write(ack(OWN, 4, ONE), ack(PEER, 3, OTHER), final(3, OTHER))


def test_a_seat_that_has_acked_the_same_value_again_still_writes_it() -> None:
    """A liar that proposes it again, to that seat alone, could keep the seat in its slot."""
    assert may_write(ack(OWN, 4, ONE), ack(PEER, 3, ONE), final(3, ONE))
    assert not may_write(ack(OWN, 4, OTHER), ack(PEER, 3, ONE), final(3, ONE))


def test_a_record_that_all_linked_seats_show_is_written_in_any_case() -> None:
    """They have written it, and say nothing more."""
    assert may_write(ack(OWN, 4, ONE), ack(PEER, 3, OTHER), final(3, OTHER), shown=OTHER)
    assert not may_write(ack(OWN, 4, ONE), ack(PEER, 3, OTHER), final(3, OTHER), shown=ONE)
