"""The parts of an honest peer that an attack may change."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from p2pgame.engine.game import AnyGame
from p2pgame.protocol.contract.contract import Entry, Genesis
from p2pgame.protocol.lobby.messages import LobbyMessage
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import Message, Papers, Records
from p2pgame.protocol.table.signer import Signer
from p2pgame.protocol.table.signing import Input, Place, S, sign
from p2pgame.protocol.table.state import Due
from p2pgame.protocol.table.table import Table

from ...protocol import people

if TYPE_CHECKING:
    from ..node import Node
    from ..sitting import Sitting


@dataclass(frozen=True, slots=True)
class Raw:
    """Bytes that go over a link as they are, in no frame."""

    data: bytes


Sent = Message | bytes | Raw
"""A message, a payload as it is, or bytes in no frame."""

LobbySent = LobbyMessage | bytes
"""The same, in a lobby."""

OTHER_TABLE = bytes(32)
"""The id of a table of another evening."""

MOVES = frozenset({InputKind.MOVE, InputKind.ANSWER})
"""The kinds of inputs that hold a move in the open."""


class Passed(Exception):
    """There is nothing to decide: the attack has done it by itself."""


@dataclass(frozen=True, slots=True)
class Crew:
    """The seats that attack at a table, and their agreement."""

    seats: tuple[int, ...]
    count: int
    """The seats of the table."""
    told: dict[int, Message] = field(default_factory=dict)
    """The latest statement of each in the world that it shows, by its place in the crew."""
    seen: deque[tuple[Place, Input]] = field(default_factory=lambda: deque(maxlen=256))
    """Inputs that any of them has seen, with their places."""
    entries: dict[int, Entry] = field(default_factory=dict)
    """The entry of each, signed in the lobby."""

    @property
    def others(self) -> tuple[int, ...]:
        """The honest seats."""
        return tuple(seat for seat in range(self.count) if seat not in self.seats)


class Attack:
    """Does nothing yet: attacks override what they need."""

    crew_size: ClassVar[int] = 1
    """Seats that make it together."""
    least: ClassVar[int] = 2
    """Seats of the smallest table at which it is made."""
    from_lobby: ClassVar[bool] = False
    """Whether it is made in a lobby."""
    may_spoil: ClassVar[bool] = False
    """Whether, perhaps, no table begins then."""
    coded: ClassVar[bool] = False
    """Whether it is about the code of a lobby."""
    takebacks: ClassVar[bool] = False
    """Whether it is about takebacks, so that the contract has to allow them."""

    @classmethod
    def pick(cls, rng: random.Random, seats: int) -> tuple[int, ...]:
        """The attackers at a table of that many seats, in order."""
        return tuple(sorted(rng.sample(range(seats), cls.crew_size)))

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        self.seat = seat
        self.crew = crew
        self.count = crew.count
        self.rng = rng
        self.done = 0
        """How often it was tried."""

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        """The message for a seat in place of an honest peer's."""
        return self.papers(table, message, to) if isinstance(message, Papers) else (message,)

    def papers(self, table: Table, papers: Papers, to: int) -> Iterator[Sent]:
        """The same, of papers: each input of one's own may be another, the rest is sent as it is."""
        rest = replace(papers, inputs=tuple(each for each in papers.inputs if each.seat != self.seat))
        for given in papers.inputs:
            if given.seat == self.seat:
                yield from self.own(table, papers.place, given, to)
        if rest != Papers(papers.place):
            yield rest

    def in_lobby(self, sitting: Sitting, message: LobbyMessage, to: int) -> Iterable[LobbySent]:
        """The message in the lobby in place of an honest peer's."""
        return (message,)

    def heard_in_lobby(self, sitting: Sitting, message: LobbyMessage, source: int) -> Iterable[tuple[int, LobbySent]]:
        """The messages, with their receivers, after a message in the lobby."""
        return ()

    def signer(self, signer: Signer, genesis: Genesis) -> Signer:
        """The signer and chain at the table."""
        return signer

    def own(self, table: Table, place: Place, given: Input, to: int) -> Iterable[Sent]:
        """The message in place of an input of one's own."""
        return (give(place, given),)

    def tick(self, table: Table, to: int) -> Iterable[Sent]:
        """Additional messages for a seat, about once a second."""
        return ()

    def spoil_links(self, node: Node) -> None:
        """Do something to the links of one's own process, about once a second."""

    def heard(self, message: Message) -> None:
        """Note a message from any peer."""

    def choice(self, table: Table, move: Any) -> Any:
        """The decision when an honest peer would make this move."""
        return move

    def engine(self, game: AnyGame) -> AnyGame:
        """The engine with which it plays."""
        return game

    def sign(self, place: Place, statement: S, *, by: int | None = None) -> S:
        """A statement with one's own signature, or that of another seat of the crew."""
        return sign(people.identity(self.seat if by is None else by), place, statement)

    def input(self, place: Place, kind: InputKind, content: bytes, *, by: int | None = None) -> Papers:
        """An input of one's own, or of another seat of the crew, in the form that is sent."""
        return give(place, self.sign(place, Input(self.seat if by is None else by, kind, content), by=by))

    def for_due(self, table: Table, due: Due, content: bytes = b"", *, seat: int | None = None) -> Papers:
        """One's own signature under an answer to what is due, perhaps in another seat's name."""
        place = table.ledger.now.place
        given = Input(self.seat if seat is None else seat, due.kind, content)
        return give(place, self.sign(place, given))


def give(place: Place, given: Input) -> Papers:
    """An input as it is sent."""
    return Papers(place, inputs=(given,))


def brings(message: Message, slot: int) -> bool:
    """Whether a message brings the record of a slot to a peer that lags behind."""
    return isinstance(message, Records) and message.records[-1].slot >= slot
