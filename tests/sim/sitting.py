"""A peer's process before its table: the host and the guests of a lobby, as `p2p.hosting` and `p2p.joining` have them.

When a table begins, the peer's node takes its place, on the very links that stand.
"""

# ruff: noqa: D102 - what a class overrides says what its base says

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable

from p2pgame.protocol import pairing
from p2pgame.protocol.contract import Contract, Entry, Genesis
from p2pgame.protocol.dialogue import Dialogue
from p2pgame.protocol.errors import Code, RefusedByPeer, RemoteError
from p2pgame.protocol.limits import CHAT_LINES, ENTER_SECONDS, READY_SECONDS
from p2pgame.protocol.link import Handshake, Peer, Role
from p2pgame.protocol.lobby import HostLobby, check_begin, check_offer, lobby_shown, offer_shown, sign
from p2pgame.protocol.lobby_messages import (
    Begin,
    Enter,
    Knock,
    Lobby,
    LobbyMessage,
    Offer,
    Propose,
    Purpose,
    Ready,
    decode_lobby_message,
    encode_lobby_message,
)
from p2pgame.protocol.messages import Chat, Leave
from p2pgame.protocol.names import clean_chat, clean_name
from p2pgame.protocol.pace import Pace
from p2pgame.protocol.pairing import SECRET_BYTES, CodeKeeper, Welcoming
from p2pgame.protocol.pake import FRESH_BYTES

from ..protocol import people
from .clock import SECOND
from .entrance import After, Entrance
from .judge import HOST
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
        """What a guest has signed last."""
        self.links: dict[int, End] = {}
        self.keeper: CodeKeeper | None = None
        """The host's, of a code that it tells whom it wants."""
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


class Host(Sitting):
    """Keeps a seat for each of the others, and opens the lobby."""

    def __init__(
        self, world: World, agreed: Contract, coded: bool, seat: int, rng: random.Random, sit_down: SitDown
    ) -> None:
        super().__init__(world, agreed, coded, seat, rng, sit_down)
        name, turn_time = agreed.seats[seat].name, agreed.turn_time
        offer = Offer(name, agreed.game, agreed.rules, agreed.options, world.count, coded, turn_time)
        kept = {} if coded else dict(enumerate(agreed.seats))
        self.keeper = CodeKeeper(rng.randbytes(SECRET_BYTES)) if coded else None
        self.lobby = HostLobby(self.identity, offer, (), agreed.grace, seat, kept)
        self._table_nonce = agreed.nonce
        self._waits: dict[int, int] = {}
        """For what each guest is waited: a number that changes with it."""
        self._chat: defaultdict[int, Pace] = defaultdict(Pace)

    def start(self) -> None:
        self.alive = True
        self.lobby.ready(self.identity.public)

    def linked(self, end: End) -> None:
        self.enter(end, Role.LISTENER, self._usher)

    def _usher(self, handshake: Handshake) -> Dialogue:
        """Whether somebody who has proved a key may come in, and by what."""
        public = handshake.peer.public
        if not self.alive:
            raise RemoteError(Code.ALREADY_BEGUN, "this table has begun")
        self.lobby.check_welcome(public)
        if self.keeper is None or self.lobby.is_expected(public):
            return Welcoming(handshake.reader)
        return pairing.Host(handshake.reader, handshake.binding, self.keeper, self.rng.randbytes(FRESH_BYTES))

    def admitted(self, end: End, peer: Peer) -> None:
        end.other = self.world.seat_of(peer.public)
        if end.other >= self.world.count:
            self.world.judge.met_stranger(end.other, self.seat)

    def turned(self, end: End, error: RemoteError) -> None:
        self.world.judge.turned(self, error)

    def hear(self, end: End, message: LobbyMessage) -> None:
        if self.links.get(end.other) is not end:
            self._seat(end, message)
            return
        match message:
            case Ready():
                self._hear_ready(end.other)
            case Enter(entry):
                self._hear_entry(end.other, entry)
            case Chat(text):
                self._pass_on(end.other, clean_chat(text))
            case Leave():
                self.ended(end, None)
            case _:
                raise RemoteError(Code.OUT_OF_TURN, f"a guest in the lobby sent a {type(message).__name__.lower()}")

    def ended(self, end: End, error: RemoteError | None) -> None:
        if error is not None and end.open:
            self.world.judge.sent_away(self, end.other, error)
            self.send(end, Leave(error.code, error.sentence))
        end.close()
        if self.alive and self.links.get(end.other) is end:
            del self.links[end.other]
            self._wait(end.other, 0, "")
            self.lobby.leave(self.world.public(end.other))
            if self.lobby.contract is None:
                for other in self.links:
                    self._wait(other, 0, "")
            self._show_seats()

    def _seat(self, end: End, message: LobbyMessage) -> None:
        if not isinstance(message, Knock) or message.purpose is not Purpose.JOIN:
            raise RemoteError(Code.NOT_BEGUN, "no table has begun here yet")
        name = clean_name(message.name)
        if not name:
            raise RemoteError(Code.NOT_SEATED, "a guest needs a name that can be shown")
        self.lobby.join(self.world.public(end.other), name, message.addresses)
        self.links[end.other] = end
        self._wait(end.other, READY_SECONDS, "did not say that it is ready")
        self.send(end, self.lobby.offer)
        self._show_seats()

    def _hear_ready(self, guest: int) -> None:
        if self.lobby.contract is not None:
            return
        self.lobby.ready(self.world.public(guest))
        self._wait(guest, 0, "")
        self._show_seats()
        if self.lobby.all_ready:
            proposal = self.lobby.propose(self._table_nonce, self.nonce)
            for other, end in list(self.links.items()):
                self._wait(other, ENTER_SECONDS, "did not sign")
                self.send(end, proposal)

    def _hear_entry(self, guest: int, entry: Entry) -> None:
        public = self.world.public(guest)
        everybody = self.lobby.enter(public, entry)
        if self.lobby.has_entered(public):
            self._wait(guest, 0, "")
        if everybody:
            genesis, begin = self.lobby.begin()
            genesis.check(self.world.find_game)
            for end in self.links.values():
                self.send(end, begin)
            self.begin(genesis)

    def _pass_on(self, guest: int, text: str) -> None:
        if not self._chat[guest].allows(Chat, CHAT_LINES, self.world.clock.now // SECOND):
            return
        self.world.judge.shown(self, text)
        for other, end in self.links.items():
            if other != guest:
                self.send(end, Chat(clean_chat(f"{people.NAMES[guest]}: {text}")))

    def _show_seats(self) -> None:
        for other, end in list(self.links.items()):
            seat = self.lobby.seat_of(self.world.public(other))
            if seat is not None:
                self.send(end, self.lobby.seen_from(seat))

    def _wait(self, guest: int, seconds: int, what: str) -> None:
        """From now on a guest may stay as it is for so long; 0 for no end."""
        waits = self._waits[guest] = self._waits.get(guest, 0) + 1

        def late() -> None:
            end = self.links.get(guest)
            if self.alive and end is not None and self._waits[guest] == waits:
                self.ended(end, RemoteError(Code.NOT_READY, what))

        if seconds:
            self.world.clock.after(seconds * SECOND, late)


class Guest(Sitting):
    """Dials the host, says when it is ready, signs what was offered, and begins."""

    def __init__(
        self, world: World, agreed: Contract, coded: bool, seat: int, rng: random.Random, sit_down: SitDown
    ) -> None:
        super().__init__(world, agreed, coded, seat, rng, sit_down)
        self._coded = coded
        self._is_misled = True
        """Whether it still believes what a stranger has announced, if one has."""
        self._offer: Offer | None = None

    @property
    def is_seated(self) -> bool:
        return self._offer is not None

    def start(self) -> None:
        self.alive = True
        end = self._dial() if self._is_its_turn else None
        if end is None:
            self._later()
        else:
            expected = None if self._coded else people.identity(HOST).public
            self.enter(end, Role.DIALER, self._guest, expected, self._code)

    @property
    def _is_its_turn(self) -> bool:
        """Whether those before it are there, where seats are not kept: so each number has its own."""
        return not self._coded or self.world.sitting[self.seat - 1].is_seated

    def _dial(self) -> End | None:
        host, stranger = self.world.sitting[HOST], self.world.stranger
        if host.alive and stranger is not None and stranger.attack.misleads and self._is_misled:
            self._is_misled = False
            return self.world.network.dial(self, stranger)
        return self.world.network.dial(self, host)

    @property
    def _code(self) -> str:
        """As the host says it just now."""
        keeper = self.world.sitting[HOST].keeper
        return "" if keeper is None else keeper.code

    def _guest(self, handshake: Handshake) -> Dialogue:
        fresh = self.rng.randbytes(FRESH_BYTES)
        return pairing.Guest(handshake.reader, handshake.binding, fresh, coded=self._coded)

    def _later(self) -> None:
        self.world.clock.after(SECOND, self.start)

    def linked(self, end: End) -> None:
        end.close()  # nobody dials a guest before there is a table

    def admitted(self, end: End, peer: Peer) -> None:
        if peer.public != people.identity(HOST).public:
            self.world.judge.met_stranger(end.other, self.seat)
        self.links[HOST] = end
        self.send(end, Knock(Purpose.JOIN, b"", people.NAMES[self.seat], ()))

    def turned(self, end: End, error: RemoteError) -> None:
        self.world.judge.turned(self, error)
        self._later()

    def hear(self, end: End, message: LobbyMessage) -> None:
        match message:
            case Offer() if self._offer is None:
                check_offer(message, self.world.find_game)
                self._offer = message
                self.world.judge.shown(self, offer_shown(message).host)
                self.world.clock.after(self.world.think(self.rng), lambda: self._say_ready(end))
            case Lobby():
                self.word = None
                for place in lobby_shown(message).places:
                    self.world.judge.shown(self, place.name + place.key)
            case Propose(contract):
                self._sign(end, contract)
            case Begin():
                self._begin(message)
            case Chat(text):
                self.world.judge.shown(self, clean_chat(text))
            case Leave(code, reason):
                raise RefusedByPeer(code, reason)
            case _:
                raise RemoteError(Code.OUT_OF_TURN, f"the host sent a {type(message).__name__.lower()}")

    def ended(self, end: End, error: RemoteError | None) -> None:
        end.close()
        if self.alive:
            self.alive = False
            self.left = error or RemoteError(Code.HUNG_UP, "the host has closed the lobby")
            self.world.judge.left(self, self.left)

    def _say_ready(self, end: End) -> None:
        if self.alive:
            self.send(end, Ready())

    def _sign(self, end: End, contract: Contract) -> None:
        if self._offer is None:
            raise RemoteError(Code.OUT_OF_TURN, "the host proposed a contract before it said what is played")
        entry = sign(self.identity, self._offer, contract, self.world.find_game, self.nonce)
        self.word = contract, entry
        self.send(end, Enter(entry))

    def _begin(self, begin: Begin) -> None:
        if self.word is None:
            raise RemoteError(Code.OUT_OF_TURN, "the host began a table that was not signed here")
        contract, entry = self.word
        self.begin(check_begin(begin, contract, entry, self.identity, self.world.find_game))
