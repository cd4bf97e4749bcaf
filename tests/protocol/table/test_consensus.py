"""One slot's consensus: the allowed promises, acks and proposals, final values, and proofs.

`tests/model` explores the same functions exhaustively. Here each is shown alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from p2pgame.protocol.table.consensus import (
    Acceptor,
    Ack,
    BallotStatement,
    Electorate,
    Promise,
    ProofKind,
    Proposal,
    Ruling,
    RulingKind,
    choose,
    consenting,
    contradiction,
    final,
    follows,
)

THREE = Electorate((0, 1, 2), 3)
DROP = Ruling(RulingKind.DROP, 0)
INPUTS = b"inputs"
OTHER = b"other inputs"


def are_inputs(value: bytes) -> bool:
    """Both sets of inputs are complete."""
    return value in (INPUTS, OTHER)


def ack(seat: int, ballot: int, value: bytes = INPUTS, state: bytes = b"state") -> Ack:
    """An ack; the state is the same unless it is named."""
    return Ack(seat, ballot, value, state)


def promise(seat: int, ballot: int, latest: Ack | None = None, *, consents: bool = True) -> Promise:
    """A promise in a ballot that was prepared to drop seat 0."""
    return Promise(seat, ballot, DROP, consents, latest)


def dropping(ballot: int = 2) -> Proposal:
    """A valid proposal to drop seat 0 in a ballot of seat 1."""
    return Proposal(1, ballot, DROP.digest, (promise(1, ballot), promise(2, ballot)))


# Electorate


@pytest.mark.parametrize(("seats", "quorum"), [(2, 2), (3, 2), (4, 3), (5, 3)])
def test_a_quorum_is_more_than_half(seats: int, quorum: int) -> None:
    """A seat that is ruled on counts."""
    electorate = Electorate(tuple(range(seats)), 5)
    assert electorate.quorum == quorum
    assert electorate.is_quorum(range(quorum))
    assert not electorate.is_quorum(range(quorum - 1))


def test_a_quorum_is_of_different_seats_that_decide() -> None:
    """A seat counts once, and one that was dropped not at all."""
    electorate = Electorate((1, 2, 3), 4)
    assert electorate.is_quorum((1, 3))
    assert not electorate.is_quorum((1, 1))
    assert not electorate.is_quorum((0, 1))
    assert not electorate.is_quorum((0, 1, 2))


@given(st.integers(2, 5), st.data())
def test_the_next_ballot_of_a_seat_is_its_lowest_above(width: int, data: st.DataObject) -> None:
    """Every ballot has one owner, and each seat has one in any `width` in a row."""
    electorate = Electorate(tuple(range(width)), width)
    seat, ballot = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, 10_000))
    above = electorate.ballot_above(seat, ballot)
    assert ballot < above <= ballot + width + (seat if ballot == 0 else 0)
    assert [each for each in range(ballot + 1, above + 1) if electorate.owner(each) == seat] == [above]


def test_ballot_0_has_no_owner() -> None:
    """It belongs to the seats that the rules ask."""
    with pytest.raises(ValueError, match="no owner"):
        THREE.owner(0)


# Acceptor

steps = st.lists(st.tuples(st.sampled_from(["promise", "ack"]), st.integers(0, 6), st.sampled_from([INPUTS, OTHER])))


@given(steps)
def test_an_acceptor_never_contradicts_itself(tried: list[tuple[str, int, bytes]]) -> None:
    """For any questions in any order."""
    acceptor, said = Acceptor(1), list[BallotStatement]()
    for what, ballot, value in tried:
        if what == "promise" and acceptor.may_promise(ballot):
            given_promise = promise(1, ballot, acceptor.latest)
            said.append(given_promise)
            acceptor = acceptor.with_promise(given_promise)
        elif what == "ack" and acceptor.may_ack(ballot):
            given_ack = ack(1, ballot, value)
            said.append(given_ack)
            acceptor = acceptor.with_ack(given_ack, None)
    assert not any(contradiction(one, other) for one in said for other in said)


@given(steps)
def test_a_bound_never_falls(tried: list[tuple[str, int, bytes]]) -> None:
    """Neither by allowed statements nor by late repetitions."""
    acceptor = Acceptor(1)
    for what, ballot, value in tried:
        before = acceptor
        if what == "promise":
            acceptor = acceptor.with_promise(promise(1, ballot, acceptor.latest))
        else:
            acceptor = acceptor.with_ack(ack(1, ballot, value), None)
        assert acceptor.bound >= before.bound
        assert before.latest is None or (acceptor.latest is not None and acceptor.latest.ballot >= before.latest.ballot)


def test_ballot_0_is_acked_only_by_a_free_seat() -> None:
    """A promise closes it, for it has no first phase."""
    free = Acceptor(1)
    assert free.may_ack(0)
    assert not free.with_promise(promise(1, 1)).may_ack(0)
    assert not free.with_ack(ack(1, 0), None).may_ack(0)


def test_a_promised_ballot_is_acked_once_and_nothing_below() -> None:
    """And another is promised only above."""
    bound = Acceptor(1).with_promise(promise(1, 3))
    assert not bound.may_ack(2)
    assert not bound.may_promise(3)
    assert bound.may_ack(3)
    acked = bound.with_ack(ack(1, 3, DROP.digest), dropping())
    assert acked.proposal == dropping()
    assert not acked.may_ack(3)
    assert acked.may_ack(4)
    assert acked.may_promise(4)


# choose and follows


def test_all_inputs_are_chosen_before_a_ruling() -> None:
    """If nothing was acked, and they have all arrived."""
    promises = [promise(1, 2), promise(2, 2)]
    assert choose(THREE, promises, INPUTS, {}) == (INPUTS, tuple(promises), None)
    assert choose(THREE, promises, None, {}) == (DROP.digest, tuple(promises), None)


def test_a_ruling_needs_the_consent_of_a_quorum() -> None:
    """In these promises, and the ruled seat's does not count."""
    assert choose(THREE, [promise(1, 2), promise(2, 2, consents=False)], None, {}) is None
    assert choose(THREE, [promise(0, 2), promise(1, 2)], None, {}) is None
    chosen = choose(THREE, [promise(0, 2), promise(1, 2), promise(2, 2)], None, {})
    assert chosen is not None
    assert [each.seat for each in chosen[1]] == [1, 2]
    assert not follows(THREE, Proposal(1, 2, DROP.digest, (promise(0, 2), promise(1, 2))), are_inputs)


def test_the_highest_report_is_chosen() -> None:
    """With the proposal that it answers."""
    under = dropping()
    promises = [promise(0, 3, ack(0, 0)), promise(2, 3, ack(2, 2, DROP.digest))]
    assert choose(THREE, promises, INPUTS, {(2, DROP.digest): under}) == (DROP.digest, tuple(promises), under)


def test_a_promise_that_cannot_count_blocks_nobody() -> None:
    """It reports a ballot too high, or what was never proposed, or comes from a seat that was dropped."""
    good = [promise(1, 3), promise(2, 3)]
    useless = [promise(0, 3, ack(0, 3)), promise(0, 3, ack(0, 2, b"nothing")), promise(7, 3)]
    for each in useless:
        chosen = choose(THREE, [*good, each], None, {(3, INPUTS): Proposal(2, 3, INPUTS)})
        assert chosen == (DROP.digest, tuple(good), None)
        assert choose(THREE, [good[0], each], None, {}) is None


reports = st.one_of(st.none(), st.tuples(st.integers(0, 4), st.sampled_from([INPUTS, OTHER, DROP.digest])))


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans(), reports), max_size=6), st.booleans())
def test_a_choice_leads_to_the_next_words(
    told: list[tuple[int, bool, tuple[int, bytes] | None]], with_inputs: bool
) -> None:
    """After any promises, if reports of ballot 0 are of known inputs."""
    under = dropping()
    promises = {
        seat: promise(seat, 3, None if report is None else ack(seat, *report), consents=consents)
        for seat, consents, report in told
        if report is None or report[0] > 0 or are_inputs(report[1])
    }
    chosen = choose(THREE, promises.values(), INPUTS if with_inputs else None, {(2, DROP.digest): under})
    if chosen is not None:
        value, quorum, below = chosen
        assert follows(THREE, Proposal(2, 3, value, quorum, below), are_inputs)


GOOD = Proposal(2, 3, DROP.digest, (promise(0, 3, ack(0, 0)), promise(2, 3, ack(2, 2, DROP.digest))), dropping())


@pytest.mark.parametrize(
    "spoil",
    [
        lambda good: replace(good, seat=1),
        lambda good: replace(good, ballot=0, seat=2),
        lambda good: replace(good, value=INPUTS),
        lambda good: replace(good, promises=()),
        lambda good: replace(good, promises=good.promises[1:]),
        lambda good: replace(good, promises=(good.promises[1],) * 2),
        lambda good: replace(good, promises=(good.promises[1], promise(7, 3))),
        lambda good: replace(good, promises=(good.promises[1], promise(0, 6))),
        lambda good: replace(good, promises=(good.promises[1], Promise(0, 3, None, True, None))),
        lambda good: replace(good, promises=(good.promises[1], promise(0, 3, ack(0, 3, DROP.digest)))),
        lambda good: replace(good, under=None),
        lambda good: replace(good, under=replace(good.under, value=INPUTS)),
        lambda good: replace(good, under=replace(good.under, promises=good.under.promises[:1])),
    ],
)
def test_a_proposal_that_does_not_follow_is_seen(spoil: Callable[[Proposal], Proposal]) -> None:
    """By its owner, its promises, its value, or what lies under it."""
    assert follows(THREE, GOOD, are_inputs)
    assert not follows(THREE, spoil(GOOD), are_inputs)


def test_a_ruling_shows_which_seats_consented() -> None:
    """Also when it was proposed again."""
    assert consenting(dropping()) == (1, 2)
    assert consenting(GOOD) == (1, 2)


# final


def test_a_quorum_of_equal_acks_is_final() -> None:
    """In one ballot, with one value and one state; the lowest ballot comes first."""
    acks = [ack(2, 0), ack(0, 0), ack(1, 2), ack(2, 2), ack(1, 3, OTHER), ack(0, 3, OTHER, b"other state")]
    assert final(THREE, acks) == [(acks[1], acks[0]), (acks[2], acks[3])]


def test_an_ack_counts_once_and_only_of_a_seat_that_decides() -> None:
    """Nor does one by a dropped seat keep the others' from counting."""
    electorate = Electorate((1, 2, 3), 4)
    assert final(electorate, [ack(1, 0), ack(1, 0), ack(0, 0)]) == []
    assert final(electorate, [ack(0, 0), ack(1, 0), ack(2, 0)]) == [(ack(1, 0), ack(2, 0))]


# contradiction


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        (ack(1, 2), ack(1, 2, OTHER), ProofKind.ACKS),
        (ack(1, 2), ack(1, 2, state=b"other state"), ProofKind.ACKS),
        (dropping(), replace(dropping(), value=INPUTS), ProofKind.PROPOSALS),
        (ack(1, 2), promise(1, 3), ProofKind.HIDDEN_ACK),
        (ack(1, 2), promise(1, 3, ack(1, 0)), ProofKind.HIDDEN_ACK),
        (ack(1, 2), ack(1, 3, OTHER), None),
        (ack(1, 2), ack(1, 2), None),
        (ack(1, 2), promise(1, 3, ack(1, 2)), None),
        (ack(1, 3), promise(1, 3), None),
        (ack(1, 4), promise(1, 3), None),
        (dropping(), replace(dropping(), promises=()), None),
        (dropping(2), replace(dropping(5), value=INPUTS), None),
        (promise(1, 3), promise(1, 3, ack(1, 2)), None),
    ],
)
def test_statements_of_an_honest_seat_are_never_a_proof(
    first: BallotStatement, second: BallotStatement, kind: ProofKind | None
) -> None:
    """A hidden ack is found with the ack first."""
    assert contradiction(first, second) is kind
