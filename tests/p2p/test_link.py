"""Links: two proven peers and a bounded stream of payloads each way."""

from __future__ import annotations

import select
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from datetime import UTC, datetime

import pytest
import trio
from p2pgame.p2p.link import link as links
from p2pgame.p2p.link.link import AskCode, Door, Link, accept, dial
from p2pgame.p2p.link.outbox import BYTES
from p2pgame.p2p.link.tls import make_certificate
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.link.handshake import Peer
from p2pgame.protocol.link.pairing import CodeKeeper
from p2pgame.protocol.wire.errors import Code, LocalError, RefusedByPeer, RemoteError
from p2pgame.protocol.wire.framing import FrameReader, frame
from p2pgame.protocol.wire.limits import FRAME, LENGTH_BYTES
from trio.testing import MockClock, memory_stream_pair, wait_all_tasks_blocked

pytestmark = pytest.mark.trio

ANN = Identity(b"ann".ljust(32, b"."))
BOB = Identity(b"bob".ljust(32, b"."))
CERTIFICATE = make_certificate(datetime(2030, 5, 1, tzinfo=UTC))


def open_door(peer: Peer) -> None:
    """Everybody may come in."""


async def unasked(problem: str | None) -> str:
    """A guest that should not be asked for a code."""
    raise AssertionError("asked for a code")


def typing(*codes: str) -> AskCode:
    """Somebody who types these codes, one after the other."""
    left = list(codes)

    async def ask(problem: str | None) -> str:
        return left.pop(0)

    return ask


@asynccontextmanager
async def linked(
    door: Door = open_door, ask: AskCode = unasked, over: tuple[trio.abc.Stream, trio.abc.Stream] | None = None
) -> AsyncGenerator[tuple[Link, Link]]:
    """Ann's link to Bob and Bob's to Ann, over a pair of streams."""
    ours, theirs = over or memory_stream_pair()
    links: list[Link] = []

    async def hold(link: AbstractAsyncContextManager[Link], *, task_status: trio.TaskStatus[Link]) -> None:
        async with link as opened:
            task_status.started(opened)
            await done.wait()

    async def host() -> None:
        links.append(await nursery.start(hold, accept(nursery, theirs, BOB, CERTIFICATE, door)))

    done = trio.Event()
    async with trio.open_nursery() as nursery:
        async with trio.open_nursery() as opening:
            opening.start_soon(host)
            guest = await nursery.start(hold, dial(nursery, ours, ANN, ask))
        yield guest, links[0]
        done.set()


async def outcomes(
    guest: Callable[[trio.Nursery], Awaitable[object]], host: Callable[[trio.Nursery], Awaitable[object]]
) -> list[RemoteError]:
    """How a guest and a host fail that cannot become linked."""
    errors: dict[int, RemoteError] = {}

    async def fail(number: int, side: Callable[[trio.Nursery], Awaitable[object]]) -> None:
        with pytest.raises(RemoteError) as caught:
            await side(nursery)
        errors[number] = caught.value

    async with trio.open_nursery() as nursery:
        nursery.start_soon(fail, 0, guest)
        nursery.start_soon(fail, 1, host)
    return [errors[0], errors[1]]


async def failing(
    door: Door = open_door, ask: AskCode = unasked, guest: Identity = ANN, expected: bytes | None = None
) -> list[RemoteError]:
    """How both sides fail."""
    ours, theirs = memory_stream_pair()

    async def dials(nursery: trio.Nursery) -> None:
        async with dial(nursery, ours, guest, ask, expected):
            pytest.fail("let in")

    async def accepts(nursery: trio.Nursery) -> None:
        async with accept(nursery, theirs, BOB, CERTIFICATE, door):
            pytest.fail("let in")

    return await outcomes(dials, accepts)


async def test_both_know_whom_they_speak_with() -> None:
    """Keys that are proven, and the software's name."""
    async with linked() as (ann, bob):
        assert ann.peer.public == BOB.public
        assert bob.peer.public == ANN.public
        assert ann.peer.software.startswith("p2pgame ")


async def test_payloads_arrive_in_order_both_ways() -> None:
    """From one byte to the longest frame."""
    payloads = [b"1", b"two", bytes(FRAME), b"three"]
    async with linked() as (ann, bob), trio.open_nursery() as nursery:

        async def send_all(link: Link) -> None:
            for payload in payloads:
                await link.send(payload)

        nursery.start_soon(send_all, ann)
        nursery.start_soon(send_all, bob)
        for link in (ann, bob):
            assert [await anext(link) for _ in payloads] == payloads


async def test_bytes_behind_the_welcome_are_not_lost() -> None:
    """The first payload may arrive in one piece with the last message of the dialogue before."""
    ours, theirs = memory_stream_pair()
    reader = FrameReader(FRAME)
    reader.push(frame(b"early") + frame(b"a little later")[:5])
    link = Link(ours, Peer(BOB.public, 1, ""), reader)
    assert await anext(link) == b"early"
    await theirs.send_all(frame(b"a little later")[5:])
    assert await anext(link) == b"a little later"


@asynccontextmanager
async def sockets() -> AsyncGenerator[tuple[trio.SocketStream, trio.SocketStream]]:
    """Two ends of a connection on the loopback interface."""
    [listening] = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listening:
        ours = await trio.testing.open_stream_to_socket_listener(listening)
        theirs = await listening.accept()
    async with ours, theirs:
        yield ours, theirs


async def test_a_payload_leaves_at_once_if_no_other_waits() -> None:
    """The socket has it before any other task has run."""
    async with sockets() as ends, linked(over=ends) as (ann, bob):
        await wait_all_tasks_blocked()
        ann.send_nowait(b"now")
        assert ends[1].socket.fileno() in select.select([ends[1].socket.fileno()], [], [], 5)[0]
        assert await anext(bob) == b"now"


async def test_payloads_that_the_socket_does_not_take_follow_in_order() -> None:
    """The peer reads late: what leaves at once, a part of a payload and the queue behind it are one stream."""
    sent = [bytes([number % 256]) * 50_000 for number in range(1_000)]
    async with sockets() as ends, linked(over=ends) as (ann, bob):
        await wait_all_tasks_blocked()
        count = 0
        with suppress(trio.WouldBlock):
            for payload in sent:
                ann.send_nowait(payload)
                count += 1
        assert BYTES // 50_000 < count < len(sent)
        assert [await anext(bob) for _ in range(count)] == sent[:count]
        ann.send_nowait(b"last")
        assert await anext(bob) == b"last"


async def test_over_real_sockets() -> None:
    """The same over TCP on the loopback interface."""
    [listening] = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listening:
        ours = await trio.testing.open_stream_to_socket_listener(listening)
        async with linked(over=(ours, await listening.accept())) as (ann, bob):
            await ann.send(b"hello")
            assert await anext(bob) == b"hello"
            await bob.send(b"hello yourself")
            assert await anext(ann) == b"hello yourself"


async def test_leaving_the_block_ends_the_other_sides_iteration() -> None:
    """Data sent before still arrives."""
    ours, theirs = memory_stream_pair()
    got: list[bytes] = []

    async def host() -> None:
        async with accept(nursery, theirs, BOB, CERTIFICATE, open_door) as link:
            got.extend([payload async for payload in link])
            with pytest.raises(trio.ClosedResourceError):
                await link.send(b"too late")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(host)
        async with dial(nursery, ours, ANN, unasked) as link:
            for number in range(100):
                link.send_nowait(b"%d" % number)
    assert got == [b"%d" % number for number in range(100)]


async def test_a_broken_connection_ends_the_iteration_too() -> None:
    """A reset looks like a farewell: what matters is what was signed."""
    ours, theirs = memory_stream_pair()
    async with linked(over=(ours, theirs)) as (_, bob):
        await trio.aclose_forcefully(ours)
        assert [payload async for payload in bob] == []
        with pytest.raises(trio.ClosedResourceError):
            await bob.send(b"anybody there?")


async def test_damage_on_the_way_ends_the_link_and_nothing_else() -> None:
    """Reader and writer both take it for the end of the connection."""
    ours, theirs = memory_stream_pair()
    async with linked(over=(ours, theirs)) as (_, bob):
        await ours.send_all(b"\x17\x03\x03\x00\x20" + bytes(32))
        assert [payload async for payload in bob] == []
        with pytest.raises(trio.ClosedResourceError):
            bob.send_nowait(b"anybody there?")


async def test_a_slow_peer_slows_its_sender_and_costs_bounded_memory(autojump_clock: MockClock) -> None:
    """`send` waits, `send_nowait` says that it would."""
    ours, theirs = memory_stream_pair()
    async with linked(over=(ours, theirs)) as (ann, _):
        ours.send_stream.send_all_hook = trio.sleep_forever
        ours.send_stream.close_hook = None
        await ann.send(b"this one is being written for ever")
        await wait_all_tasks_blocked()
        for _ in range(BYTES // 1000):
            ann.send_nowait(bytes(1000 - LENGTH_BYTES))
        with pytest.raises(trio.WouldBlock):
            ann.send_nowait(bytes(1000 - LENGTH_BYTES))
        with trio.move_on_after(5) as waiting:
            await ann.send(bytes(1000 - LENGTH_BYTES))
        assert waiting.cancelled_caught


async def test_too_long_a_payload_is_our_own_mistake() -> None:
    """Nothing is sent, and the link continues."""
    async with linked() as (ann, bob):
        with pytest.raises(LocalError):
            await ann.send(bytes(FRAME + 1))
        await ann.send(b"short")
        assert await anext(bob) == b"short"


async def test_too_long_a_frame_is_the_peers_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Known from its first four bytes."""
    async with linked() as (ann, bob):
        monkeypatch.setattr(links, "frame", lambda _payload: b"\xff\xff\xff\xff")
        await ann.send(b"long")
        with pytest.raises(RemoteError) as caught:
            await anext(bob)
        assert caught.value.code == Code.FRAME_TOO_LONG


async def test_the_right_code_lets_in() -> None:
    """Asked again for as long as what is typed can be no code."""
    keeper = CodeKeeper(b"k" * 32)
    problems: list[str | None] = []
    codes = ["7 ambr otter", keeper.code]

    async def ask(problem: str | None) -> str:
        problems.append(problem)
        return codes.pop(0)

    async with linked(lambda peer: keeper, ask) as (ann, bob):
        await ann.send(b"hello")
        assert await anext(bob) == b"hello"
    assert problems[0] is None
    assert "'ambr'" in str(problems[1])


async def test_a_wrong_code_is_named_on_both_sides() -> None:
    """And counted."""
    keeper = CodeKeeper(b"k" * 32)
    wrong = next(code for code in ("7-amber-otter", "8-amber-otter") if code != keeper.code)
    guest, host = await failing(lambda peer: keeper, typing(wrong))
    assert host.code == Code.WRONG_CODE
    assert isinstance(guest, RefusedByPeer)
    assert guest.reason == Code.WRONG_CODE
    assert keeper.wrong == 1


async def test_a_door_that_stays_shut_says_why() -> None:
    """The host's reason reaches the guest."""

    def full(peer: Peer) -> None:
        raise RemoteError(Code.TABLE_FULL, "the table is full")

    guest, host = await failing(full)
    assert host.code == Code.TABLE_FULL
    assert isinstance(guest, RefusedByPeer)
    assert "the table is full" in guest.sentence


async def test_our_own_key_is_not_let_in(autojump_clock: MockClock) -> None:
    """Connected to oneself: both sides say so, or get the refusal."""
    guest, host = await failing(guest=BOB)
    assert {guest.code, host.code} <= {Code.OWN_KEY, Code.REFUSED}


async def test_the_expected_peer_must_answer() -> None:
    """Somebody else at that address does not help."""
    guest, host = await failing(expected=ANN.public)
    assert guest.code == Code.WRONG_PEER
    assert isinstance(host, RefusedByPeer)


async def test_an_error_in_the_block_comes_out_as_it_is() -> None:
    """Not in a group, as the link's own task runs in the caller's nursery."""
    ours, theirs = memory_stream_pair()

    async def host() -> None:
        async with accept(nursery, theirs, BOB, CERTIFICATE, open_door) as link:
            assert [payload async for payload in link] == []

    async def guest() -> None:
        async with dial(nursery, ours, ANN, unasked):
            raise KeyError("ours")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(host)
        with pytest.raises(KeyError, match="ours"):
            await guest()
