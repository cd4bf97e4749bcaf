"""A peer's process before its table: the host and the guests of a lobby, as `p2p.hosting` and `p2p.joining` have them.

When a table begins, the peer's node takes its place, on the very links that stand.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable

from p2pgame.protocol.contract.contract import Contract, Entry, Genesis
from p2pgame.protocol.link.handshake import Peer, Role
from p2pgame.protocol.link.pairing import CodeKeeper
from p2pgame.protocol.lobby.messages import LobbyMessage, decode_lobby_message, encode_lobby_message
from p2pgame.protocol.wire.errors import RemoteError

from ..protocol import people
from .entrance import After, Entrance
from .network import End
from .node import Node
from .world import World

SitDown = Callable[[int, Genesis], Node]
"""Makes the node of a seat at a table that begins."""


class Sitting(ABC):
    """One peer, from when it opens or enters the lobby until its table begins or it has left."""

    honest = True

    def __init__(
        self, world: World, agreed: Contract, coded: bool, seat: int, rng: random.Random, sit_down: SitDown
    ) -> None:
        """`agreed` is the contract that an honest host proposes; `coded` says that guests must know a code."""
        self.world = world
        self.seat = seat
        self.rng = rng
        self.identity = people.identity(seat)
        self.alive = False
        self.left: RemoteError | None = None
        """Why it has left, if it has."""
        self.word: tuple[Contract, Entry] | None = None
        """A guest's latest entry."""
        self.links: dict[int, End] = {}
        self.keeper: CodeKeeper | None = None
        """The host's, of a code that it gives to its guests."""
        self.nonce = bytes([100 + seat, agreed.nonce[0]]) * 16
        """Of its entry, fresh for this table."""
        self._sit_down = sit_down

    @property
    def is_seated(self) -> bool:
        """Whether it has a seat in the lobby."""
        return True

    @abstractmethod
    def start(self) -> None:
        """The process starts."""

    @abstractmethod
    def linked(self, end: End) -> None:
        """Somebody wants to talk."""

    @abstractmethod
    def admitted(self, end: End, peer: Peer) -> None:
        """A link stands: both have proved what they had to."""

    @abstractmethod
    def turned(self, end: End, error: RemoteError) -> None:
        """A connection comes to no link."""

    def enter(self, end: End, role: Role, after: After, expected: bytes | None = None, code: str = "") -> None:
        """Prove what is to be proved over a connection."""
        clock, rng, turned = self.world.clock, self.rng, self.turned
        Entrance(clock, rng, end, role, self.identity, after, self.admitted, turned, expected, code)

    def arrived(self, end: End, payload: bytes) -> None:
        """A payload came over a link."""
        if self.alive:
            self.world.trace.add(f"{self.seat} hears {end.other} in the lobby", payload)
            try:
                self.hear(end, decode_lobby_message(payload))
            except RemoteError as error:
                self.refuse(end, error)

    def refuse(self, end: End, error: RemoteError) -> None:
        """Something that came over a link is not good."""
        self.ended(end, error)

    @abstractmethod
    def hear(self, end: End, message: LobbyMessage) -> None:
        """Deal with a message.

        Raises:
            RemoteError: the link is not worth keeping.
        """

    @abstractmethod
    def ended(self, end: End, error: RemoteError | None) -> None:
        """A link has ended, or is not worth keeping."""

    def send(self, end: End, message: LobbyMessage) -> None:
        """Send a message over a link."""
        end.send(encode_lobby_message(message))

    def begin(self, genesis: Genesis) -> None:
        """Play a table that has begun, from now on."""
        self.alive = False
        self.world.trace.add(f"{self.seat} begins", genesis.id)
        node = self._sit_down(self.seat, genesis)
        node.start()
        for end in list(self.links.values()):
            if end.open:
                end.owner = node
                node.linked(end)
