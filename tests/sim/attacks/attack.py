"""What an attack may change of what an honest peer does."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from p2pgame.engine.game import AnyGame
from p2pgame.protocol.contract.contract import Entry, Genesis
from p2pgame.protocol.lobby.messages import LobbyMessage
from p2pgame.protocol.voting_table.inputs import Input
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.ledger import Due
from p2pgame.protocol.voting_table.messages import Give, Message
from p2pgame.protocol.voting_table.player import Player
from p2pgame.protocol.voting_table.table import Table
from p2pgame.protocol.voting_table.votes import Motion, Vote

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

MOVES = frozenset({Kind.MOVE, Kind.ANSWER})
"""What holds a move that all see at once."""


class Passed(Exception):
    """There is nothing to decide: the attack has done it by itself."""


@dataclass(frozen=True, slots=True)
class Crew:
    """The seats that attack at a table, and what they have agreed on."""

    seats: tuple[int, ...]
    count: int
    """The seats of the table."""
    told: dict[int, Message] = field(default_factory=dict)
    """What each has said last in the world that it shows, by its place in the crew."""
    seen: deque[Input] = field(default_factory=lambda: deque(maxlen=256))
    """Inputs that any of them has seen."""
    entries: dict[int, Entry] = field(default_factory=dict)
    """What each has signed in the lobby."""

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

    @classmethod
    def pick(cls, rng: random.Random, seats: int) -> tuple[int, ...]:
        """Who makes it at a table of so many seats, in order."""
        return tuple(sorted(rng.sample(range(seats), cls.crew_size)))

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        self.seat = seat
        self.crew = crew
        self.count = crew.count
        self.rng = rng
        self.done = 0
        """How often it was tried."""

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        """What is sent to a seat in place of a message that an honest peer would send."""
        if isinstance(message, Give) and message.given.seat == self.seat:
            return self.own(table, message.given, to)
        return (message,)

    def in_lobby(self, sitting: Sitting, message: LobbyMessage, to: int) -> Iterable[LobbySent]:
        """What is sent in the lobby in place of a message that an honest peer would send."""
        return (message,)

    def heard_in_lobby(self, sitting: Sitting, message: LobbyMessage, source: int) -> Iterable[tuple[int, LobbySent]]:
        """What is sent, and to whom, when something has come in the lobby."""
        return ()

    def player(self, player: Player, genesis: Genesis) -> Player:
        """What it signs and draws with at the table."""
        return player

    def own(self, table: Table, given: Input, to: int) -> Iterable[Sent]:
        """What is sent in place of an input of one's own."""
        return (Give(given),)

    def beat(self, table: Table, to: int) -> Iterable[Sent]:
        """What is sent to a seat besides, about once a second."""
        return ()

    def spoil_links(self, node: Node) -> None:
        """Do something to the links of one's own process, about once a second."""

    def heard(self, message: Message) -> None:
        """Something has come, from whomever."""

    def choice(self, table: Table, move: Any) -> Any:
        """What is decided when an honest peer would make this move."""
        return move

    def engine(self, game: AnyGame) -> AnyGame:
        """The engine with which it plays."""
        return game

    def sign(self, given: Input, *, by: int | None = None, **changed: Any) -> Input:
        """One's own signature under a changed input, or that of another seat of the crew."""
        fields = {name: getattr(given, name) for name in ("table", "step", "seat", "kind", "content", "head")}
        return Input.signed(people.identity(self.seat if by is None else by), **(fields | changed))

    def vote(self, table: Table, motion: Motion, ballot: int, *, yes: bool) -> Input:
        """One's own vote in the step that is open."""
        vote = Vote(motion, ballot, yes)
        kind = motion.kind if yes else Kind.KEEP
        ledger = table.ledger
        empty = Input(ledger.genesis.id, ledger.step, self.seat, kind, vote.content, ledger.head, b"", b"")
        return self.sign(empty)

    def for_due(self, table: Table, due: Due, **changed: Any) -> Input:
        """One's own signature under an answer to what is due, empty but for what is changed."""
        empty = Input(table.ledger.genesis.id, due.step, self.seat, due.kind, b"", due.head, b"", b"")
        return self.sign(empty, **changed)
