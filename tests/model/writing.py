"""When a seat writes a final value: rule 7, and other rules that one might think of.

All honest seats are linked here, so a seat looks at all others. An ack that it sees of another stays true, even if the
news is old. That another is free may be false by then. A liar sends everything that lets a seat write. One that stays
linked and shows an ack to hold a value up has a rule of its own, `beside`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .seats import Seat


class Final(NamedTuple):
    """A value that a quorum has acked in a ballot."""

    ballot: int
    value: bytes
    honest: tuple[int, ...]
    """The honest seats that have acked it there."""
    lacking: int
    """How many acks of liars a quorum lacks."""


Condition = Callable[[Seat, Final], bool]


@dataclass(frozen=True)
class Case:
    """The seat meets one of the conditions itself, and every other honest seat one of theirs."""

    own: tuple[Condition, ...]
    others: tuple[Condition, ...]
    some: Condition | None = None
    """A condition that at least one other honest seat meets."""

    def holds(self, seat: Seat, others: Sequence[Seat], final: Final) -> bool:
        """Whether it is so."""
        if self.some is not None and not any(self.some(other, final) for other in others):
            return False
        return any(meets(seat, final) for meets in self.own) and all(
            any(meets(other, final) for meets in self.others) for other in others
        )


class WriteRule:
    """A seat writes a final value in any of these cases."""

    def __init__(self, *cases: Case) -> None:
        self._cases = cases

    def may_write(self, seats: Sequence[Seat], index: int, final: Final) -> bool:
        """Whether the seat of that index may write it now."""
        if seats[index].written is not None:
            return False
        others = [*seats[:index], *seats[index + 1 :]]
        return any(case.holds(seats[index], others, final) for case in self._cases)


def acked(seat: Seat, final: Final) -> bool:
    """It has acked this value in this ballot."""
    return seat.number in final.honest


def acked_last(seat: Seat, final: Final) -> bool:
    """It has acked this value in this ballot, and nothing in a higher one."""
    latest = seat.acceptor.latest
    return acked(seat, final) and latest is not None and latest.ballot == final.ballot


def not_acked_against(seat: Seat, final: Final) -> bool:
    """It has acked nothing in a higher ballot, and nothing else in this one; it may have promised, or be free."""
    latest = seat.acceptor.latest
    return latest is None or latest.ballot < final.ballot or acked_last(seat, final)


def not_acked_otherwise(seat: Seat, final: Final) -> bool:
    """It has acked no other value in this ballot or a higher one; the same it may have acked again."""
    return all(ack.value == final.value for ack in seat.acks if ack.ballot >= final.ballot)


def latest_is_it(seat: Seat, final: Final) -> bool:
    """Its latest ack is of this value, or in a lower ballot; it may have acked another value in between."""
    latest = seat.acceptor.latest
    return latest is None or latest.ballot < final.ballot or latest.value == final.value


def not_acked_above(seat: Seat, final: Final) -> bool:
    """It has acked nothing in a higher ballot; in this one perhaps another value."""
    latest = seat.acceptor.latest
    return latest is None or latest.ballot <= final.ballot


def always(_seat: Seat, _final: Final) -> bool:
    """After any statements."""
    return True


def past(seat: Seat, _final: Final) -> bool:
    """It has written something."""
    return seat.written is not None


def past_with_it(seat: Seat, final: Final) -> bool:
    """It has written this value."""
    return seat.written == final.value


def free(seat: Seat, _final: Final) -> bool:
    """It has promised and acked nothing, and has not written."""
    return seat.acceptor.is_free and seat.written is None


def not_beside(seat: Seat, final: Final) -> bool:
    """It has not written, has acked only this value, and has promised nothing above its ballot."""
    values = {ack.value for ack in seat.acks}
    return seat.written is None and values <= {final.value} and seat.acceptor.bound <= final.ballot


def was_free(seat: Seat, final: Final) -> bool:
    """It was free once, and nothing in the record shows that it no longer is."""
    return not acked(seat, final) and all(said.promise.ballot > final.ballot for said in seat.promises)


SHOWN = Case((always,), (past_with_it,))
"""All others show the same record."""

ENDED = Case((always,), (always,), past_with_it)
"""A dispute has ended: for long enough another seat has shown that record, even if others show something else."""


def beside(shown: tuple[int, bytes] | None, *, disputes_end: bool = True) -> WriteRule:
    """Rule 7 for seats that are linked with a liar. Nothing proves it a cheat, it shows one ack, or none, and is
    silent from then on. So it is late, but its ack of another value in this ballot or a higher one is not passed over
    before the dispute has ended."""

    def is_undisputed(seat: Seat, final: Final) -> bool:
        is_against = shown is not None and shown[0] >= final.ballot and shown[1] != final.value
        return not is_against and not_acked_otherwise(seat, final)

    in_time = Case((is_undisputed,), (acked, past_with_it))
    return WriteRule(in_time, ENDED) if disputes_end else WriteRule(in_time)


RULES = {
    "table": WriteRule(Case((not_acked_otherwise,), (acked, past_with_it)), SHOWN),
    "ended": WriteRule(Case((not_acked_otherwise,), (acked, past_with_it)), SHOWN, ENDED),
    "latest-same": WriteRule(Case((latest_is_it,), (acked, past_with_it)), SHOWN),
    "free-now": WriteRule(Case((not_acked_against,), (acked, past_with_it, free)), SHOWN),
    "free-once": WriteRule(Case((not_acked_against,), (acked, past_with_it, was_free)), SHOWN),
    "beside-now": WriteRule(Case((not_acked_against,), (acked, past_with_it, not_beside)), SHOWN),
    "past-any": WriteRule(Case((acked_last,), (acked, past))),
    "without-shown": WriteRule(Case((not_acked_against,), (acked, past_with_it))),
    "own-ack-only": WriteRule(Case((acked_last,), (acked, past_with_it)), SHOWN),
    "other-ack-in-it": WriteRule(Case((not_acked_above,), (acked, past_with_it)), SHOWN),
    "any-ballot": WriteRule(Case((acked,), (acked, past_with_it)), SHOWN),
}
"""`table` is rule 7; the docstring of this package has the results of each. With `free-now` a seat counts, too, if it
is free at that very moment; with `free-once` if it was so some time ago, as it is with news that travels."""
