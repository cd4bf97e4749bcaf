"""The channel of a link: TLS 1.3 and nothing older, with a self-signed certificate.

The handshake of `protocol.link` proves the peer's key inside the channel, and signs the certificate's hash. So a
certificate says nothing about its owner. Each listener makes a new one, and no authority verifies it.
"""

from __future__ import annotations

import os
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import trio
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from p2pgame.protocol.wire.errors import Code, RemoteError

from .other_programs import describe

LIFETIME = timedelta(days=365)
"""Longer than any listener runs; nobody checks it, but a certificate must end some day."""
SKEW = timedelta(days=1)
"""How far a certificate's start lies back, for a reader with a slow clock."""

_DESCRIPTORS = Path("/proc/self/fd")
"""Linux lists the open files of a process here, those in memory too."""

RECORD = 1 << 14
"""Bytes of a TLS record, at most (RFC 8446, 5.1)."""

RECEIVED = 4 * RECORD
"""Bytes taken from the stream below at once, unless a caller says how many."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A listener's certificate in DER, and the context that serves it."""

    der: bytes
    context: ssl.SSLContext


@dataclass(frozen=True, slots=True)
class Channel:
    """A stream that nobody on the way can read or change, and its listener's certificate in DER."""

    stream: trio.abc.Stream
    certificate: bytes


def make_certificate(now: datetime) -> Certificate:
    """A new self-signed Ed25519 certificate, good from about `now` (with a time zone) for a year."""
    key = Ed25519PrivateKey.generate()
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "p2pgame")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - SKEW)
        .not_valid_after(now + LIFETIME)
        .sign(key, None)  # Ed25519 has its hash built in
    )
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + certificate.public_bytes(Encoding.PEM)
    return Certificate(certificate.public_bytes(Encoding.DER), _server_context(pem))


def _server_context(pem: bytes) -> ssl.SSLContext:
    """A context that serves the key and certificate in `pem`. Python's ssl takes them from a file and nowhere else."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0  # nothing is ever resumed: each connection is proven again
    with _file_of(pem) as file:
        context.load_cert_chain(file)
    return context


@contextmanager
def _file_of(data: bytes) -> Iterator[Path]:
    """A file with the data while the block runs: in memory if the system has such files, or a temporary file that
    nobody else may read.

    Raises:
        OSError: neither can be made.
    """
    if hasattr(os, "memfd_create") and _DESCRIPTORS.is_dir():
        with os.fdopen(os.memfd_create("p2pgame"), "wb") as memory:
            memory.write(data)
            memory.flush()
            yield _DESCRIPTORS / str(memory.fileno())
        return
    with TemporaryDirectory(prefix="p2pgame-") as folder:
        file = Path(folder, "certificate.pem")
        file.touch(mode=0o600)
        file.write_bytes(data)
        yield file


def _client_context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # the handshake proves the key instead, see above
    return context


_NAMING = 16
"""Bytes that are enough to recognize another program."""


class SecureStream(trio.abc.Stream):
    """A stream inside another one, through Python's sans-I/O TLS.

    trio's SSLStream does the same for every protocol and version of TLS, at twice the time per message
    (`benchmarks/link.py`). This one relies on two facts: only its owner's bytes are sent after the handshake (TLS 1.3
    has no renegotiation, and we use no tickets), and payloads mark their own end, so no farewell is needed. One task
    may send and another receive at the same time.
    """

    def __init__(self, transport: trio.abc.Stream, context: ssl.SSLContext, *, server_side: bool) -> None:
        self._transport = transport
        self._incoming = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=server_side)
        self._socket = transport.socket if isinstance(transport, trio.SocketStream) else None
        self._unsent = b""
        """The rest of an offer, which the socket has not taken."""
        self._ended = False
        self._first = b""
        """The first bytes received, which may reveal another program."""

    async def do_handshake(self) -> None:
        """Agree on keys.

        Raises:
            RemoteError: the other side does not speak TLS 1.3, or hung up.
        """
        done = False
        while not done:
            try:
                self._tls.do_handshake()
                done = True
            except ssl.SSLWantReadError:
                pass
            except ssl.SSLError as error:
                await self._flush()  # TLS sends the other side the reason
                raise RemoteError(Code.NOT_P2PGAME, f"the other side {describe(self._first)}") from error
            await self._flush()
            if not done:
                await self._take_handshake()

    @property
    def peer_certificate(self) -> bytes:
        """The other side's certificate in DER; empty if it shows none."""
        return self._tls.getpeercert(binary_form=True) or b""

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send all of the data. Raises as any trio stream does; after a cancellation the stream is unusable."""
        try:
            if data:
                self._tls.write(data)
        except ssl.SSLError as error:  # as after damaged bytes
            raise trio.BrokenResourceError(f"TLS has ended: {error.reason}") from error
        unsent, self._unsent = self._unsent, b""
        await self._transport.send_all(unsent + self._outgoing.read())

    def offer(self, data: bytes) -> bool:
        """Send the data without waiting; True if that was possible. It is possible if the stream below is a socket with
        nothing left to send.

        No task may be sending. If the socket takes only a part, the stream `is_behind`: the caller owes a `send_all`,
        with more data or none. That also raises any error of the connection.
        """
        if self._socket is None or self._unsent:
            return False
        try:
            self._tls.write(data)
        except ssl.SSLError:
            return False
        record = self._outgoing.read()
        try:
            sent = os.write(self._socket.fileno(), record)
        except OSError:  # nothing can be taken now; if it is worse, `send_all` raises it again
            sent = 0
        self._unsent = record[sent:]
        return True

    @property
    def is_behind(self) -> bool:
        """Whether a part of an offer is still to be sent."""
        return bool(self._unsent)

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """The bytes that have arrived, at least one and about `max_bytes` at most; empty at the end. Raises as trio's
        do."""
        while not (data := self._plaintext()) and not self._ended:
            received = await self._take(max_bytes or RECEIVED)
            self._ended = not received
            self._incoming.write(received)
        return data

    async def _take(self, most: int) -> bytes | bytearray:
        """The bytes that the stream below has; empty at its end.

        A socket is read here, once it has something: trio's own layers around that cost more than all else of a
        receive.
        """
        if self._socket is None:
            return await self._transport.receive_some(most)
        while True:
            if self._socket.fileno() < 0:
                raise trio.ClosedResourceError("this stream was closed here")
            await trio.lowlevel.wait_readable(self._socket)
            try:
                return os.read(self._socket.fileno(), most)
            except BlockingIOError:  # the waiting data has failed the kernel's checks
                continue
            except OSError as error:
                raise trio.BrokenResourceError(f"the connection has ended: {error.strerror}") from error

    async def wait_send_all_might_not_block(self) -> None:
        """Wait until the stream below might take data."""
        await self._transport.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        """Close the stream below."""
        await self._transport.aclose()

    def _plaintext(self) -> bytes:
        """All data of the complete records."""
        records: list[bytes] = []
        try:
            # Asked only while bytes are pending: an SSLWantReadError costs more than a record.
            while not self._ended and (self._incoming.pending or self._tls.pending()):
                record = self._tls.read(RECORD)
                self._ended = not record
                records.append(record)
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLError as error:
            raise trio.BrokenResourceError(f"the bytes are not TLS: {error.reason}") from error
        return b"".join(records)

    async def _take_handshake(self) -> None:
        try:
            received = await self._transport.receive_some()
        except trio.BrokenResourceError:
            received = b""
        if not received:
            raise RemoteError(Code.HUNG_UP, "the other side hung up before the channel was secure")
        self._first = self._first or bytes(received[:_NAMING])
        self._incoming.write(received)

    async def _flush(self) -> None:
        """Send TLS's own messages. If that fails, the next receive reports it."""
        if self._outgoing.pending:
            with suppress(trio.BrokenResourceError):
                await self._transport.send_all(self._outgoing.read())


async def secure_outgoing(transport: trio.abc.Stream) -> Channel:
    """The channel inside a connection that we opened.

    Raises:
        RemoteError: the other side does not speak TLS 1.3, or hung up.
    """
    stream = SecureStream(transport, _client_context(), server_side=False)
    await stream.do_handshake()
    return Channel(stream, stream.peer_certificate)


async def secure_incoming(transport: trio.abc.Stream, certificate: Certificate) -> Channel:
    """The channel inside a connection that we accepted.

    Raises:
        RemoteError: the other side does not speak TLS 1.3, or hung up.
    """
    stream = SecureStream(transport, certificate.context, server_side=True)
    await stream.do_handshake()
    return Channel(stream, certificate.der)
