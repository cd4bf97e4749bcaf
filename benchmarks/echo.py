"""The other end of a bare TLS connection, in a process of its own: the limit of any protocol over trio."""

from __future__ import annotations

import ssl
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from time import perf_counter, process_time

import trio
from p2pgame.p2p.link.tls import make_certificate

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class RoundTrip:
    """The cost of a number of bytes to the other end and back."""

    wall: float
    """Seconds by the clock."""
    cpu: float
    """Seconds of processor time, of both ends together."""


def round_trip(size: int, count: int) -> RoundTrip:
    """One of `count` round trips of `size` bytes through trio's SSLStream, between two processes."""
    return trio.run(_measure, size, count)


async def _measure(size: int, count: int) -> RoundTrip:
    with subprocess.Popen(
        [sys.executable, "-m", "benchmarks.echo", str(size)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as other:
        assert other.stdout is not None
        port = int(await trio.to_thread.run_sync(other.stdout.readline))
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        stream = trio.SSLStream(await trio.open_tcp_stream(LOOPBACK, port), context, https_compatible=True)
        await _ask(stream, bytes(size))
        wall, cpu = perf_counter(), process_time()
        for _ in range(count):
            await _ask(stream, bytes(size))
        wall, cpu = perf_counter() - wall, process_time() - cpu
        await stream.aclose()
        there = float(other.stdout.readline()) / (count + 1)
    return RoundTrip(wall / count, cpu / count + there)


async def _ask(stream: trio.abc.Stream, data: bytes) -> None:
    await stream.send_all(data)
    left = len(data)
    while left:
        left -= len(await stream.receive_some(left))


async def _serve(size: int) -> None:
    [listener] = await trio.open_tcp_listeners(0, host=LOOPBACK)
    print(listener.socket.getsockname()[1], flush=True)
    context = make_certificate(datetime.now(UTC)).context
    stream = trio.SSLStream(await listener.accept(), context, server_side=True, https_compatible=True)
    await stream.do_handshake()
    began = process_time()
    while data := await stream.receive_some(size):
        await stream.send_all(data)
    print(process_time() - began, flush=True)


if __name__ == "__main__":
    trio.run(_serve, int(sys.argv[1]))
