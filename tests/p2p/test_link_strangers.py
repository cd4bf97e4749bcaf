"""Strangers on a link: in the middle, silent, dripping, and typing for ever: `spec/identity-and-link.md`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest
import trio
from p2pgame.p2p.link.link import (
    CODE_SECONDS,
    GOODBYE_SECONDS,
    PROOF_SECONDS,
    CutEarly,
    CutShort,
    accept,
    dial,
)
from p2pgame.p2p.link.tls import make_certificate, secure_incoming, secure_outgoing
from p2pgame.protocol.link.pairing import CodeKeeper
from p2pgame.protocol.link.pake import Exchange
from p2pgame.protocol.wire.errors import Code, RemoteError
from p2pgame.protocol.wire.framing import frame
from trio.testing import MockClock, memory_stream_pair

from .test_link import ANN, BOB, CERTIFICATE, failing, open_door, outcomes, typing, unasked

pytestmark = pytest.mark.trio


async def in_the_middle(
    passing: Callable[[trio.abc.Stream, trio.abc.Stream], Awaitable[None]],
) -> list[RemoteError]:
    """How a guest and a host fail between whom somebody sits, with a real channel to each side."""
    ours, to_us = memory_stream_pair()
    to_them, theirs = memory_stream_pair()
    own = make_certificate(datetime(2030, 5, 1, tzinfo=UTC))

    async def relay() -> None:
        await passing((await secure_incoming(to_us, own)).stream, (await secure_outgoing(to_them)).stream)

    async def dials(inner: trio.Nursery) -> None:
        async with dial(inner, ours, ANN, unasked):
            pytest.fail("let in")

    async def accepts(inner: trio.Nursery) -> None:
        async with accept(inner, theirs, BOB, CERTIFICATE, open_door):
            pytest.fail("let in")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(relay)
        errors = await outcomes(dials, accepts)
        nursery.cancel_scope.cancel()
    return errors


async def test_somebody_in_the_middle_is_found_by_both(autojump_clock: MockClock) -> None:
    """Each side has the other's proof before the end, and sees that it is for another channel."""

    async def swap(victim: trio.abc.Stream, target: trio.abc.Stream) -> None:
        for _ in ("hellos", "proofs"):
            said, answered = await victim.receive_some(), await target.receive_some()
            await target.send_all(said)
            await victim.send_all(answered)
        await trio.sleep_forever()

    assert [error.code for error in await in_the_middle(swap)] == [Code.RELAYED, Code.RELAYED]


async def test_somebody_in_the_middle_who_relays_everything_gains_nothing(autojump_clock: MockClock) -> None:
    """The first to notice hangs up: the other may see the end before it has checked the proof."""

    async def pass_on(source: trio.abc.Stream, sink: trio.abc.Stream) -> None:
        try:
            async for data in source:
                await sink.send_all(data)
        except trio.BrokenResourceError:
            pass
        await sink.aclose()

    async def pass_all_on(victim: trio.abc.Stream, target: trio.abc.Stream) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pass_on, victim, target)
            nursery.start_soon(pass_on, target, victim)

    codes = {error.code for error in await in_the_middle(pass_all_on)}
    assert Code.RELAYED in codes <= {Code.RELAYED, Code.REFUSED, Code.HUNG_UP}


async def test_a_silent_stranger_is_hung_up_on(autojump_clock: MockClock) -> None:
    """Before TLS, and after it."""
    for secured in (False, True):
        ours, theirs = memory_stream_pair()
        async with trio.open_nursery() as nursery:
            if secured:
                nursery.start_soon(secure_outgoing, ours)
            began = trio.current_time()
            with pytest.raises(RemoteError) as caught:
                async with accept(nursery, theirs, BOB, CERTIFICATE, open_door):
                    pytest.fail("let in")
        assert caught.value.code == Code.TOO_SLOW
        assert PROOF_SECONDS <= trio.current_time() - began <= PROOF_SECONDS + 2


@pytest.mark.parametrize("secured", [False, True], ids=["before TLS", "in the handshake"])
async def test_a_stranger_that_sends_a_byte_now_and_then_is_cut_as_soon(
    autojump_clock: MockClock, secured: bool
) -> None:
    """The time for all of it counts, and not the time since the last byte."""
    ours, theirs = memory_stream_pair()

    async def drip() -> None:
        stream: trio.abc.Stream = (await secure_outgoing(ours)).stream if secured else ours
        first = frame(bytes(200)) if secured else b"\x16\x03\x01\x01\x00" + bytes(256)  # the head of a TLS record
        for byte in first:
            await trio.sleep(PROOF_SECONDS / 2 - 1)
            try:
                await stream.send_all(bytes([byte]))
            except trio.BrokenResourceError:
                return
        raise AssertionError("all of it was taken")

    began = trio.current_time()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(drip)
        with pytest.raises(RemoteError) as caught:
            async with accept(nursery, theirs, BOB, CERTIFICATE, open_door):
                pytest.fail("let in")
        nursery.cancel_scope.cancel()
    assert caught.value.code == Code.TOO_SLOW
    assert PROOF_SECONDS <= trio.current_time() - began <= PROOF_SECONDS + GOODBYE_SECONDS


async def test_a_guest_that_types_for_ever_is_hung_up_on(autojump_clock: MockClock) -> None:
    """The host hangs up, and the guest gets the reason."""
    keeper = CodeKeeper(b"k" * 32)

    async def thinking(problem: str | None) -> str:
        await trio.sleep(CODE_SECONDS - 1)
        return "7 ambr otter"

    guest, host = await failing(lambda peer: keeper, thinking)
    assert {guest.code, host.code} <= {Code.TOO_SLOW, Code.REFUSED}
    assert keeper.wrong == 0


async def test_a_stranger_sends_short_frames_only(autojump_clock: MockClock) -> None:
    """Longer frames are for peers that have come in."""
    ours, theirs = memory_stream_pair()

    async def dials(nursery: trio.Nursery) -> None:
        stream = (await secure_outgoing(ours)).stream
        await stream.send_all(frame(bytes(10_000)))
        raise RemoteError(Code.HUNG_UP, "done")

    async def accepts(nursery: trio.Nursery) -> None:
        async with accept(nursery, theirs, BOB, CERTIFICATE, open_door):
            pytest.fail("let in")

    _, host = await outcomes(dials, accepts)
    assert host.code == Code.FRAME_TOO_LONG


async def test_a_guest_that_is_cut_off_while_typing_can_give_the_code_again() -> None:
    """A flooded host cuts the stranger that takes the longest: it has received nothing that a guess could be tested
    with."""
    ours, theirs = memory_stream_pair()
    keeper, gone = CodeKeeper(b"k" * 32), trio.Event()

    async def host(nursery: trio.Nursery, *, task_status: trio.TaskStatus[trio.CancelScope]) -> None:
        with trio.CancelScope() as scope:
            task_status.started(scope)
            async with accept(nursery, theirs, BOB, CERTIFICATE, lambda _peer: keeper):
                pytest.fail("let in")
        gone.set()

    async with trio.open_nursery() as nursery:
        scope = await nursery.start(host, nursery)

        async def ask(_problem: str | None) -> str:
            scope.cancel()
            await gone.wait()
            return keeper.code

        with pytest.raises(CutShort) as caught:
            async with dial(nursery, ours, ANN, ask):
                pytest.fail("let in")
    assert caught.value.code == Code.HUNG_UP


@pytest.mark.parametrize("secured", [False, True], ids=["before TLS", "after TLS"])
async def test_a_guest_sees_why_the_host_hung_up_at_once(secured: bool) -> None:
    """A flooded host makes room. Nothing was sent yet, so the guest may dial again."""
    ours, theirs = memory_stream_pair()

    async def hang_up() -> None:
        if secured:
            await secure_incoming(theirs, CERTIFICATE)
        await theirs.aclose()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(hang_up)
        with pytest.raises(CutEarly):
            async with dial(nursery, ours, ANN, unasked):
                pytest.fail("let in")


async def test_a_host_that_hangs_up_when_it_could_test_a_guess_gets_no_second_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An impostor has one guess of each code that is typed."""

    def hang_up(_exchange: Exchange, _mac: bytes) -> bool:
        raise RemoteError(Code.HUNG_UP, "enough")

    monkeypatch.setattr(Exchange, "confirms", hang_up)
    keeper = CodeKeeper(b"k" * 32)
    guest, _ = await failing(lambda _peer: keeper, typing(keeper.code))
    assert guest.code == Code.HUNG_UP
    assert not isinstance(guest, CutShort)
