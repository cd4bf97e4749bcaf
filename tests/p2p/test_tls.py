"""The channel: TLS 1.3 or nothing, over any stream."""

from __future__ import annotations

import os
import socket
import ssl
import struct
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
import trio
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from p2pgame.p2p.link.tls import SecureStream, make_certificate, secure_incoming, secure_outgoing
from p2pgame.protocol.wire.errors import Code, RemoteError
from trio.testing import memory_stream_pair, memory_stream_pump, open_stream_to_socket_listener

from ..protocol.refusals import refused

pytestmark = pytest.mark.trio

NOW = datetime(2030, 5, 1, tzinfo=UTC)
CERTIFICATE = make_certificate(NOW)


def client_context(version: ssl.TLSVersion) -> ssl.SSLContext:
    """A dialer that speaks one version of TLS."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = context.maximum_version = version
    return context


async def channel(damage: trio.Event | None = None) -> tuple[SecureStream, SecureStream, bytearray]:
    """The dialer's and the listener's end of a channel, and all bytes that the dialer has sent, as on the wire.

    From an event on, the last byte of everything that is sent is changed on its way.
    """
    ours, theirs = memory_stream_pair()
    wire = bytearray()

    async def tap() -> None:
        data = ours.send_stream.get_data_nowait()
        wire.extend(data)
        if damage is not None and damage.is_set():
            data[-1] ^= 1
        theirs.receive_stream.put_data(data)

    ours.send_stream.send_all_hook = tap
    dialed = SecureStream(ours, client_context(ssl.TLSVersion.TLSv1_3), server_side=False)
    accepted = SecureStream(theirs, CERTIFICATE.context, server_side=True)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(accepted.do_handshake)
        nursery.start_soon(dialed.do_handshake)
    return dialed, accepted, wire


async def received(stream: trio.abc.Stream, count: int) -> bytes:
    """The next `count` bytes of a stream."""
    data = b""
    while len(data) < count:
        data += await stream.receive_some()
    return data


async def test_a_certificate_is_of_its_own_making_and_time() -> None:
    """Ed25519, signed by itself, and no two alike."""
    certificate = x509.load_der_x509_certificate(CERTIFICATE.der)
    assert certificate.issuer == certificate.subject
    public = certificate.public_key()
    assert isinstance(public, Ed25519PublicKey)
    public.verify(certificate.signature, certificate.tbs_certificate_bytes)
    assert certificate.not_valid_before_utc < NOW < certificate.not_valid_after_utc
    assert make_certificate(NOW).der != CERTIFICATE.der


async def test_both_ends_know_the_listeners_certificate() -> None:
    """The dialer from TLS, the listener because it is its own."""
    ours, theirs = memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(secure_incoming, theirs, CERTIFICATE)
        dialed = await secure_outgoing(ours)
    assert dialed.certificate == CERTIFICATE.der


async def test_data_arrives_and_is_encrypted_on_the_wire() -> None:
    """Both ways, and more than one record holds."""
    dialed, accepted, wire = await channel()
    await dialed.send_all(b"a secret")
    assert await accepted.receive_some() == b"a secret"
    assert b"a secret" not in wire
    long = bytes(range(256)) * 200
    await accepted.send_all(long)
    assert await received(dialed, len(long)) == long


async def test_one_byte_at_a_time() -> None:
    """Records cut to pieces on their way are put together."""
    ours, theirs = memory_stream_pair()
    ours.send_stream.send_all_hook = theirs.send_stream.send_all_hook = None
    dialed = SecureStream(ours, client_context(ssl.TLSVersion.TLSv1_3), server_side=False)
    accepted = SecureStream(theirs, CERTIFICATE.context, server_side=True)

    async def drip() -> None:
        while True:
            await trio.lowlevel.checkpoint()
            memory_stream_pump(ours.send_stream, theirs.receive_stream, max_bytes=1)
            memory_stream_pump(theirs.send_stream, ours.receive_stream, max_bytes=1)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(drip)
        async with trio.open_nursery() as handshakes:
            handshakes.start_soon(accepted.do_handshake)
            handshakes.start_soon(dialed.do_handshake)
        await dialed.send_all(b"slowly")
        assert await received(accepted, 6) == b"slowly"
        nursery.cancel_scope.cancel()


async def test_a_closed_connection_ends_the_stream() -> None:
    """And each further read ends as well."""
    dialed, accepted, _ = await channel()
    await dialed.send_all(b"last")
    await dialed.aclose()
    assert await accepted.receive_some() == b"last"
    assert await accepted.receive_some() == b""
    assert await accepted.receive_some() == b""


async def socket_channel() -> tuple[SecureStream, SecureStream, trio.SocketStream]:
    """Both ends of a channel over TCP, and the socket below the dialer's end."""
    [listener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener:
        below = await open_stream_to_socket_listener(listener)
        dialed = SecureStream(below, client_context(ssl.TLSVersion.TLSv1_3), server_side=False)
        accepted = SecureStream(await listener.accept(), CERTIFICATE.context, server_side=True)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(accepted.do_handshake)
        nursery.start_soon(dialed.do_handshake)
    return dialed, accepted, below


async def test_data_arrives_over_a_socket_until_the_other_side_closes_it() -> None:
    """More than a socket holds at once, and then the end, again and again."""
    dialed, accepted, _ = await socket_channel()
    long = bytes(range(256)) * 10_000
    async with accepted, trio.open_nursery() as nursery:
        nursery.start_soon(dialed.send_all, long)
        assert await received(accepted, len(long)) == long
        await dialed.aclose()
        assert await accepted.receive_some() == b""
        assert await accepted.receive_some() == b""


async def test_a_connection_that_is_reset_breaks_the_stream() -> None:
    """As by a machine that was switched off and on again."""
    dialed, accepted, below = await socket_channel()
    below.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    await dialed.aclose()
    async with accepted:
        with pytest.raises(trio.BrokenResourceError):
            await accepted.receive_some()


async def test_a_stream_that_was_closed_here_is_read_no_more() -> None:
    """Before the call, or while it waits."""
    dialed, accepted, _ = await socket_channel()
    async with dialed, trio.open_nursery() as nursery:

        async def read() -> None:
            with pytest.raises(trio.ClosedResourceError):
                await accepted.receive_some()

        nursery.start_soon(read)
        await trio.testing.wait_all_tasks_blocked()
        await accepted.aclose()
        await read()


async def test_a_farewell_of_tls_ends_the_stream_too() -> None:
    """Later bytes are neither read nor kept. Another program says farewell; ours does not."""
    ours, theirs = memory_stream_pair()
    accepted = SecureStream(theirs, CERTIFICATE.context, server_side=True)
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    dialer = client_context(ssl.TLSVersion.TLSv1_3).wrap_bio(incoming, outgoing)

    async def dial() -> None:
        with pytest.raises(ssl.SSLWantReadError):
            dialer.do_handshake()
        await ours.send_all(outgoing.read())
        incoming.write(await ours.receive_some())
        dialer.do_handshake()
        with pytest.raises(ssl.SSLWantReadError):
            dialer.unwrap()
        await ours.send_all(outgoing.read() + bytes(1000))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(accepted.do_handshake)
        nursery.start_soon(dial)
    assert await accepted.receive_some() == b""
    assert await accepted.receive_some() == b""


async def test_damage_on_the_way_breaks_the_stream() -> None:
    """A changed byte is not decrypted to something else."""
    damage = trio.Event()
    dialed, accepted, _ = await channel(damage)
    damage.set()
    await dialed.send_all(b"hello")
    with pytest.raises(trio.BrokenResourceError, match="not TLS"):
        await accepted.receive_some()
    with pytest.raises(trio.BrokenResourceError, match="TLS has ended"):
        await accepted.send_all(b"answer")


async def test_older_tls_is_refused() -> None:
    """TLS refuses a dialer that speaks 1.2; it gets no channel."""
    ours, theirs = memory_stream_pair()
    old = SecureStream(ours, client_context(ssl.TLSVersion.TLSv1_2), server_side=False)
    outcomes: list[RemoteError] = []

    async def fails(handshake: trio.abc.Stream | SecureStream) -> None:
        assert isinstance(handshake, SecureStream)
        with pytest.raises(RemoteError) as caught:
            await handshake.do_handshake()
        outcomes.append(caught.value)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(fails, SecureStream(theirs, CERTIFICATE.context, server_side=True))
        nursery.start_soon(fails, old)
    assert [outcome.code for outcome in outcomes] == [Code.NOT_P2PGAME] * 2


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "is a web server or a proxy, not p2pgame"),
        (b"<html>", "is a web server or a proxy, not p2pgame"),
        (b"SSH-2.0-OpenSSH_9.6\r\n", "is an SSH server, not p2pgame"),
        (b"220 mail.example ESMTP\r\n", "is a mail or file server, not p2pgame"),
        (b"RFB 003.008\n", "is a screen that is shared by VNC, not p2pgame"),
        (b"\0" * 100, "is another program, not p2pgame"),
        (b"\x15\x03\x01\x00\x02\x02\x28", "does not speak TLS 1.3"),
    ],
)
async def test_another_program_that_answers_is_named(answer: bytes, told: str) -> None:
    """By its first bytes; a TLS server of another program sends an alert."""
    ours, theirs = memory_stream_pair()
    await theirs.send_all(answer)
    with refused(Code.NOT_P2PGAME, told):
        await secure_outgoing(ours)


async def test_hanging_up_in_the_handshake_has_a_sentence() -> None:
    """On either side."""
    ours, theirs = memory_stream_pair()
    await theirs.aclose()
    with refused(Code.HUNG_UP):
        await secure_outgoing(ours)
    with refused(Code.HUNG_UP):
        await secure_incoming((await _closed_pair()), CERTIFICATE)


async def _closed_pair() -> trio.abc.Stream:
    ours, theirs = memory_stream_pair()
    await theirs.aclose()
    return ours


async def test_a_certificate_needs_no_folder_for_temporary_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its key is on no disk, where the system has files in memory; a container may have no disk to write to."""
    if not hasattr(os, "memfd_create") or not Path("/proc/self/fd").is_dir():
        pytest.skip("this system has no files in memory")
    monkeypatch.setattr(tempfile, "tempdir", "/proc/nowhere")
    make_certificate(NOW)


async def test_without_files_in_memory_a_certificate_is_served_as_well(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """From a temporary file, which is gone then."""
    monkeypatch.delattr(os, "memfd_create", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    make_certificate(NOW)
    assert list(tmp_path.iterdir()) == []
