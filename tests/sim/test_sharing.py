"""Shared results of a run are refused exactly if the real functions refuse them: `spec/simulation.md`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import pytest
from p2pgame.engine.games import load
from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.identity import keys
from p2pgame.protocol.link import pairing
from p2pgame.protocol.link.handshake import Role
from p2pgame.protocol.link.pake import FRESH_BYTES, Exchange
from p2pgame.protocol.log.format import header, log_record
from p2pgame.protocol.log.verify import Verdict, verify
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import Records, decode_message, encode_message
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.signing import Input
from p2pgame.protocol.table.state import TableState
from p2pgame.protocol.wire.codec import Value, decode, encode
from p2pgame.protocol.wire.errors import Code, RemoteError

from ..protocol.people import genesis, identity, signer
from .engine import shared
from .sharing import forget, part, share


@pytest.fixture(autouse=True)
def sharing() -> Iterator[None]:
    """As in a run that begins."""
    share()
    forget()
    yield
    part()


@pytest.mark.parametrize("other", [b"said", b"said twice"])
def test_only_signatures_of_the_key_itself_pass_without_a_check(other: bytes) -> None:
    """Under another key, domain, payload or signature it is looked at, each time with the same result."""
    one, two = identity(0), identity(1)
    signature = one.sign("test", b"said")
    keys.verify(one.public, "test", b"said", signature)
    for forged in (
        (two.public, "test", b"said", signature),
        (one.public, "tests", b"said", signature),
        (one.public, "test", b"not said", signature),
        (one.public, "test", other, two.sign("test", other)),
    ):
        for _ in range(2):
            with pytest.raises(RemoteError) as refusal:
                keys.verify(*forged)
            assert refusal.value.code is Code.BAD_SIGNATURE


def test_peers_with_one_engine_share_a_state_and_others_do_not() -> None:
    """A seat whose program deviates comes to states of its own."""
    game, other = shared(load("tink")), shared(load("tink"))
    begun = genesis(game, 2)
    one = TableState.first(begun, game)
    assert TableState.first(begun, game) is one
    assert TableState.first(begun, other) is not one
    reached = one.outcome(_accepted(one, begun))
    assert one.after(reached) is one.after(reached)
    forget()
    assert TableState.first(begun, game) is not one


@pytest.mark.parametrize("first", [True, False])
def test_each_log_of_a_run_is_checked_by_itself(first: bool) -> None:
    """The states with which one is verified serve for the next one, too: a forgery in it is found nevertheless."""
    game = shared(load("tink"))
    begun = genesis(game, 2)
    state = TableState.first(begun, game)
    one, other = _accepted(state, begun)
    logs = {
        True: Record(0, (one, other), state.state_hash),
        False: Record(0, (one, replace(other, signature=one.signature)), state.state_hash),
    }
    for is_good in (first, not first, first):
        report = verify(header(begun) + log_record(logs[is_good]), lambda _id: game)
        assert report.verdict is (Verdict.UNFINISHED if is_good else Verdict.FALSE)
        assert report.replay is not None
        assert report.replay.ledger.before(0) is not state or not is_good


def test_another_code_is_not_mistaken_for_a_known_one() -> None:
    """A code is computed once, whatever random bytes come with it."""
    make = pairing.Password  # type: ignore[attr-defined]  # as the dialogues there make it
    one, again, other = (make(code, bytes([n]) * 32) for n, code in enumerate(("a", "a", "b")))
    assert one is again
    for code, is_same in ((again, True), (other, False)):
        dialer = Exchange(Role.DIALER, one, b"binding", bytes([1]) * FRESH_BYTES)
        listener = Exchange(Role.LISTENER, code, b"binding", bytes([2]) * FRESH_BYTES)
        dialer.finish(listener.element)
        listener.finish(dialer.element)
        assert listener.confirms(dialer.confirmation()) is is_same


def _accepted(state: TableState, begun: Genesis) -> tuple[Input, ...]:
    return tuple(signer(begun, seat).sign(state.place, Input(seat, InputKind.ACCEPT, b"")) for seat in (0, 1))


@pytest.mark.parametrize(("good", "bad"), [(0, False), (1, True)])
def test_a_known_record_is_not_mistaken_for_an_invalid_one(good: int, bad: bool) -> None:
    """Python takes True for 1; the codec does not."""
    message = Records((Record(0, (Input(0, InputKind.MOVE, b"", bytes(64)),), bytes(32)),))
    number, ((_, *rest),) = cast("tuple[int, tuple[tuple[Value, ...]]]", decode(encode_message(message)))

    def spelled(slot: Value) -> bytes:
        """The message, with another number for its slot."""
        return encode((number, ((slot, *rest),)))

    for _ in range(2):
        decode_message(spelled(good))
        with pytest.raises(RemoteError) as refusal:
            decode_message(spelled(bad))
        assert refusal.value.code is Code.WRONG_TYPE
