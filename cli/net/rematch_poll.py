"""Wishes for a rematch, and departures, after the end of a table.

There is no message for it (`spec/lobby.md`, "Another game with the same people"). While the host's person looks at the
end, the host still listens at its port: a knock to join is a wish for a rematch. The host refuses it until its own
person wants one as well; the sentence of the refusal names these players. The others knock to watch: an open lobby
shows that the host wants a rematch, a refusal names the others, and no answer means that the host has left.
"""

from __future__ import annotations

from contextlib import suppress

import trio
from p2pgame.p2p.link.dialing import Unreachable, dial_any
from p2pgame.p2p.link.link import Link
from p2pgame.p2p.link.listener import LinkServer, PortTaken, listen
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.link.handshake import Peer
from p2pgame.protocol.lobby.messages import Knock, Purpose, decode_lobby_message, encode_lobby_message
from p2pgame.protocol.table.messages import Leave
from p2pgame.protocol.wire.errors import Code, LocalError, RefusedByPeer, RemoteError
from p2pgame.protocol.wire.limits import ANSWER_SECONDS
from p2pgame.protocol.wire.sanitize import clean_refusal

from ..games.names import seat_names
from ..system.groups import leaves
from ..words.grammar import and_list
from .front import Front

LOOK = 2.0
"""Seconds between two knocks of a guest at its host."""

TOLD = 30
"""Remarks after an end, at most."""

SILENT = 10.0
"""Seconds without a knock after which a guest counts as gone."""

GONE = 3
"""Failed attempts in a row after which the host counts as gone: it may just be closing the table."""

_OVER = "the game is over here"
"""The answer of a host whose person has not decided yet."""


async def wants_again(front: Front, identity: Identity, seated: SeatSession) -> bool:
    """Whether the person wants a rematch; meanwhile they see who else does."""
    host = seated.book.host
    wishes = _Host(front, identity, seated) if host == seated.seat else _Guest(front, identity, seated)
    async with trio.open_nursery() as nursery:
        if host is not None:
            nursery.start_soon(wishes.look)
        wants = await front.wants_again()
        nursery.cancel_scope.cancel()
    return wants


class _Teller:
    """Shows news, up to a limit: ever new sentences cannot fill the screen."""

    def __init__(self, front: Front) -> None:
        self._front = front
        self._last = ""
        self._left = TOLD

    def tell(self, text: str) -> None:
        """Show the text, unless it equals the last one."""
        if text and text != self._last and self._left:
            self._last, self._left = text, self._left - 1
            self._front.note(text)


class Waiting:
    """Shows news of the host while a player waits for the next table."""

    def __init__(self, front: Front, host: str) -> None:
        """`host` is the host's name."""
        self._teller = _Teller(front)
        self._host = host
        self._failures = 0

    def hear(self, error: BaseException) -> None:
        """Show why this player is not in yet."""
        silent = isinstance(error, Unreachable)
        self._failures = self._failures + 1 if silent else 0
        if isinstance(error, RefusedByPeer) and error.reason == Code.ALREADY_BEGUN:
            self._teller.tell(
                f"{self._host} is still looking at the end of the last game, and sees that you want another."
            )
        elif self._failures == GONE:
            self._teller.tell(f"{self._host} does not answer, and may have left. Retrying every second.")


class _Host:
    """Collects the wishes for a rematch."""

    def __init__(self, front: Front, identity: Identity, seated: SeatSession) -> None:
        self._teller = _Teller(front)
        self._identity = identity
        self._seated = seated
        self._names = seat_names(seated.genesis.contract)
        self._wish: dict[int, None] = {}
        """The seats that want one, in the order of their wishes."""
        self._knocked: dict[int, float] = {}
        """When each seat last knocked."""

    async def look(self) -> None:
        """Listen until cancelled; not at all if the port is taken."""
        book = self._seated.book
        with suppress(PortTaken):
            listeners = await listen(book.port, book.bind)
            server = LinkServer(self._identity, self._door, self._receive, lambda _error: None)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(server.serve, listeners)
                nursery.start_soon(self._miss)

    async def _miss(self) -> None:
        """Show seats that have stopped knocking, until cancelled."""
        while True:
            await trio.sleep(LOOK)
            for seat, at in list(self._knocked.items()):
                if trio.current_time() - at > SILENT:
                    del self._knocked[seat]
                    self._wish.pop(seat, None)
                    self._teller.tell(f"{self._names[seat]} has left.")

    def _door(self, peer: Peer) -> None:
        if self._seated.genesis.contract.seat_of(peer.public) is None:
            raise RemoteError(Code.ALREADY_BEGUN, _OVER)

    async def _receive(self, link: Link, knock: Knock) -> None:
        seat = self._seated.genesis.contract.seat_of(link.peer.public)
        if seat is not None:
            self._knocked[seat] = trio.current_time()
            if knock.purpose is Purpose.JOIN and seat not in self._wish:
                self._wish[seat] = None
                self._teller.tell(describe_wishes([self._names[seat]]))
        with suppress(trio.WouldBlock, trio.ClosedResourceError, LocalError):
            link.send_nowait(encode_lobby_message(Leave(Code.ALREADY_BEGUN, self._refusal)))

    @property
    def _refusal(self) -> str:
        others = [self._names[seat] for seat in self._wish]
        return f"{_OVER}; {_wanted(others)}" if others else _OVER


class _Guest:
    """Watches the host."""

    def __init__(self, front: Front, identity: Identity, seated: SeatSession) -> None:
        self._teller = _Teller(front)
        self._identity = identity
        self._seated = seated

    async def look(self) -> None:
        """Knock now and then, until cancelled, and show changes."""
        contract, book = self._seated.genesis.contract, self._seated.book
        assert book.host is not None
        host, failures = seat_names(contract)[book.host], 0
        while True:
            await trio.sleep(LOOK)
            try:
                await self._knock(book.host)
            except* Unreachable:
                failures += 1
                if failures == GONE:
                    self._teller.tell(f"{host} has left, so a rematch is not possible.")
            except* RemoteError as group:
                failures = 0
                self._teller.tell(_describe_host(host, leaves(group)[0]))

    async def _knock(self, seat: int) -> None:
        """Knock once.

        Raises:
            Unreachable: nobody answers.
            RemoteError: the host's answer.
        """
        addresses = self._seated.dialable_at(seat)
        key = self._seated.genesis.contract.seats[seat].public
        async with (
            trio.open_nursery() as nursery,
            dial_any(nursery, addresses, self._identity, expected=key) as (link, _),
        ):
            link.send_nowait(encode_lobby_message(Knock(Purpose.WATCH, b"", "", ())))
            with trio.move_on_after(ANSWER_SECONDS):
                async for payload in link:
                    message = decode_lobby_message(payload)
                    if isinstance(message, Leave):
                        raise RefusedByPeer(message.code, clean_refusal(message.reason))


def _describe_host(host: str, answer: BaseException) -> str:
    """The news in a host's answer for a person; empty without any."""
    if not isinstance(answer, RefusedByPeer):
        return ""
    if answer.reason == Code.NOT_BEGUN:
        return describe_wishes([host])
    wish = answer.sentence.removeprefix("the other side says: ").removeprefix(_OVER).removeprefix("; ")
    return f"{host} says: {wish}." if answer.reason == Code.ALREADY_BEGUN and wish else ""


def describe_wishes(names: list[str]) -> str:
    """The sentence about players who want a rematch."""
    return f"{_wanted(names)}."


def _wanted(names: list[str]) -> str:
    return f"{and_list(names)} {'wants' if len(names) == 1 else 'want'} another game"
