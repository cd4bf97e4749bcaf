"""Opening a link with a peer at an address."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

import trio
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.lobby.messages import Address
from p2pgame.protocol.wire.errors import Code, RemoteError

from ..lan.interfaces import in_each_zone, needs_zone, own_addresses, spell
from .link import AskCode, Link, dial

CONNECT_SECONDS = 10
"""Seconds for a TCP connection; on a LAN it takes milliseconds, or nobody is there."""

TURN_SECONDS = 3
"""The same, if there are other addresses to try."""

_SOMEBODY_ELSE = (Code.NOT_P2PGAME, Code.OWN_KEY, Code.WRONG_PEER, Code.CODE_NOT_ASKED)
"""Errors that show another program or peer at an address than the expected one."""


class Unreachable(Exception):
    """Nobody answers at an address; the text says why, if the system says so."""


@asynccontextmanager
async def dial_address(
    nursery: trio.Nursery,
    address: Address,
    identity: Identity,
    ask_code: AskCode | None = None,
    expected: bytes | None = None,
) -> AsyncGenerator[Link]:
    """A link with the peer at the address; leaving the block ends it. Its writer runs in the nursery.

    Raises:
        Unreachable: nobody listens there.
        RemoteError: the other side is not the expected one, refused us, hung up or was too slow.
    """
    async with _dial(nursery, address, identity, ask_code, expected, False, None, CONNECT_SECONDS) as link:
        yield link


@asynccontextmanager
async def dial_any(
    nursery: trio.Nursery,
    addresses: Sequence[Address],
    identity: Identity,
    ask_code: AskCode | None = None,
    expected: bytes | None = None,
    *,
    coded: bool = False,
    announced: str | None = None,
) -> AsyncGenerator[tuple[Link, Address]]:
    """A link with a peer that may have several addresses: the first that leads to it, and that address.

    With `coded`, it must ask for a code; with `announced`, its key must have that fingerprint.

    Raises:
        Unreachable: nobody listens at any of them.
        RemoteError: as `open_link`; if another program or peer answers, the next address is tried first.
    """
    seconds = CONNECT_SECONDS if len(addresses) == 1 else TURN_SECONDS
    problems: list[Unreachable | RemoteError] = []
    async with AsyncExitStack() as stack:
        for address in addresses:
            try:
                dialing = _dial(nursery, address, identity, ask_code, expected, coded, announced, seconds)
                link = await stack.enter_async_context(dialing)
            except (Unreachable, RemoteError) as problem:
                if isinstance(problem, RemoteError) and problem.code not in _SOMEBODY_ELSE:
                    raise
                problems.append(problem)
            else:
                yield link, address
                return
    raise _most_useful(problems, addresses)


def _most_useful(problems: Sequence[Unreachable | RemoteError], addresses: Sequence[Address]) -> Exception:
    """The most useful of several dial errors."""
    answered = [problem for problem in problems if isinstance(problem, RemoteError)]
    if answered:
        return answered[0]
    if len(problems) == 1:
        return problems[0]
    where = ", ".join(spell(address.host, address.port) for address in addresses)
    return Unreachable(
        f"no answer from {where}: has the host left, is a firewall in between, or is it another network?"
    )


@asynccontextmanager
async def _dial(
    nursery: trio.Nursery,
    address: Address,
    identity: Identity,
    ask_code: AskCode | None,
    expected: bytes | None,
    coded: bool,
    announced: str | None,
    seconds: int,
) -> AsyncGenerator[Link]:
    stream = await _connect(address, seconds)
    async with dial(
        nursery, stream, identity, ask_code or _no_code, expected, coded=coded, announced=announced
    ) as link:
        yield link


async def _connect(address: Address, seconds: int) -> trio.SocketStream:
    """A connection with the address; an IPv6 link-local one without a zone is tried on each link of this machine."""
    hosts = in_each_zone(address.host, own_addresses()) if needs_zone(address.host) else (address.host,)
    problem = Unreachable(f"no link of this machine leads to {address.host}: is the network up, and does it have IPv6?")
    for host in hosts:
        try:
            return await _connect_to(Address(host, address.port), seconds)
        except Unreachable as error:
            problem = error
    raise problem


async def _connect_to(address: Address, seconds: int) -> trio.SocketStream:
    where = spell(address.host, address.port)
    try:
        with trio.fail_after(seconds):
            return await trio.open_tcp_stream(address.host, address.port)
    except trio.TooSlowError as error:
        raise Unreachable(f"nothing answers at {where}: is a firewall in between, or is it another network?") from error
    except OSError as error:
        raise Unreachable(_reason(where, error)) from error
    except ValueError as error:  # from IDNA, or from a byte that no name has: a peer may send anything
        raise Unreachable(f"{address.host!r} is not an address") from error


_CAUSES = {
    errno.ECONNREFUSED: "nobody listens at {}: has the host started, and is this the port on its screen?",
    errno.EHOSTUNREACH: "{} cannot be reached: is that machine on, is it in this network, and does its firewall let "
    "tables through?",
    errno.ENETUNREACH: "no network of this machine leads to {}: is it connected, and to the same network as the host?",
    errno.EACCES: "this machine does not let connections to {} out: a firewall here forbids them",
    errno.EPERM: "this machine does not let connections to {} out: a firewall here forbids them",
    errno.ECONNRESET: "the connection to {} was cut at once: is a firewall in between, or another program there?",
    errno.EMFILE: "this machine has no room for a connection to {}: too many files are open",
}
"""Error numbers of a connection, the most useful first, and their meaning in plain words."""


def _reason(where: str, error: OSError) -> str:
    """Why no connection was made. The number decides: trio's texts repeat the address."""
    causes = [error, *_causes(error)]
    numbers = [cause.errno for cause in causes if isinstance(cause, OSError) and cause.errno]
    known = next((number for number in _CAUSES if number in numbers), None)
    if known is not None:
        return _CAUSES[known].format(where)
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return f"{where} was not found: check the name, or use the address on the host's screen"
    reason = os.strerror(numbers[0]) if numbers else str(error)
    return f"{where} cannot be reached: {reason[:1].lower()}{reason[1:]}"


def _causes(error: OSError) -> Sequence[BaseException]:
    """The errors of the attempts at each address of a name."""
    group = error.__cause__
    return group.exceptions if isinstance(group, BaseExceptionGroup) else [group] if group is not None else []


async def _no_code(_problem: str | None) -> str:
    raise RemoteError(Code.CODE_NEEDED, "the other side asks for a code, which only a lobby does")
