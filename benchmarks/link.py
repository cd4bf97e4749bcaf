"""The cost of a link: `python -m benchmarks.link`.

Both ends run in one process over TLS on the loopback interface, so one round trip is all the work of both. Figures are
per second of processor time, which other programs on the machine disturb less than the clock.
"""

from __future__ import annotations

import os
import ssl
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from time import process_time

import trio
from p2pgame.p2p.link.link import accept, dial
from p2pgame.p2p.link.tls import make_certificate, secure_incoming, secure_outgoing
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.link.handshake import Peer
from trio.abc import Stream
from trio.testing import open_stream_to_socket_listener

COUNT = 5_000
PAYLOAD = os.urandom(200)
CERTIFICATE = make_certificate(datetime.now(UTC))

Wrap = Callable[[Stream], Awaitable[Stream]]


async def main() -> None:
    """Measure and print."""
    for name, measure in MEASURES.items():
        print(f"{name:<44} {await measure():>8,.0f} /s")


async def connected(serve: Callable[[Stream], Awaitable[object]], use: Callable[[Stream], Awaitable[float]]) -> float:
    """The result of `use` over one TCP connection whose other end is served by `serve`."""
    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(trio.serve_tcp, serve, 0)
        figure = await use(await open_stream_to_socket_listener(listeners[0]))
        nursery.cancel_scope.cancel()
    return figure


async def round_trips(dialed: Wrap, accepted: Wrap) -> float:
    """Round trips of plain bytes over a wrapped TCP connection."""

    async def serve(stream: Stream) -> None:
        wrapped = await accepted(stream)
        while data := await wrapped.receive_some(1 << 16):
            await wrapped.send_all(data)

    async def use(stream: Stream) -> float:
        wrapped = await dialed(stream)
        began = process_time()
        for _ in range(COUNT):
            await wrapped.send_all(PAYLOAD)
            await wrapped.receive_some(1 << 16)
        return COUNT / (process_time() - began)

    return await connected(serve, use)


async def tcp() -> float:
    """trio's sockets alone: the limit of any link."""

    async def as_it_is(stream: Stream) -> Stream:
        return stream

    return await round_trips(as_it_is, as_it_is)


async def trio_tls() -> float:
    """trio's SSLStream."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE

    async def dialed(stream: Stream) -> Stream:
        return trio.SSLStream(stream, context)

    async def accepted(stream: Stream) -> Stream:
        return trio.SSLStream(stream, CERTIFICATE.context, server_side=True)

    return await round_trips(dialed, accepted)


async def our_tls() -> float:
    """`p2p.tls.SecureStream`."""

    async def dialed(stream: Stream) -> Stream:
        return (await secure_outgoing(stream)).stream

    async def accepted(stream: Stream) -> Stream:
        return (await secure_incoming(stream, CERTIFICATE)).stream

    return await round_trips(dialed, accepted)


async def link(in_flight: int) -> float:
    """Payloads echoed over a link, with that many on their way at any time."""
    ann, bob = Identity(os.urandom(32)), Identity(os.urandom(32))

    async def serve(stream: Stream) -> None:
        async with trio.open_nursery() as nursery, accept(nursery, stream, bob, CERTIFICATE, _open_door) as echoing:
            async for payload in echoing:
                await echoing.send(payload)

    async def use(stream: Stream) -> float:
        async with trio.open_nursery() as nursery, dial(nursery, stream, ann, _unasked) as asking:
            began = process_time()
            for _ in range(in_flight):
                await asking.send(PAYLOAD)
            for _ in range(COUNT):
                await anext(asking)
                await asking.send(PAYLOAD)
            return COUNT / (process_time() - began)

    return await connected(serve, use)


def _open_door(peer: Peer) -> None:
    """Everybody may come in."""


async def _unasked(problem: str | None) -> str:
    raise AssertionError("an open door asks for no code")


MEASURES: dict[str, Callable[[], Awaitable[float]]] = {
    "round trips over TCP": tcp,
    "round trips over trio's SSLStream": trio_tls,
    "round trips over our SecureStream": our_tls,
    "round trips over a link": lambda: link(1),
    "payloads both ways over a link, 50 in flight": lambda: link(50),
}

if __name__ == "__main__":
    trio.run(main)
