"""A guest of a lobby, as `p2p.joining` has it."""

from __future__ import annotations

import random

from p2pgame.protocol.contract.contract import Contract
from p2pgame.protocol.link import pairing
from p2pgame.protocol.link.dialogue import Dialogue
from p2pgame.protocol.link.handshake import Handshake, Peer, Role
from p2pgame.protocol.link.pake import FRESH_BYTES
from p2pgame.protocol.lobby.lobby import Shown, check_begin, check_offer, clean_lobby, clean_offer, sign
from p2pgame.protocol.lobby.messages import Begin, Enter, Knock, Lobby, LobbyMessage, Offer, Propose, Purpose, Ready
from p2pgame.protocol.table.messages import Chat, Leave
from p2pgame.protocol.wire.errors import Code, RefusedByPeer, RemoteError
from p2pgame.protocol.wire.limits import ANSWER_SECONDS, CHAT_LINES, LOBBY_NEWS, SEATS
from p2pgame.protocol.wire.rate_limiter import RateLimiter
from p2pgame.protocol.wire.sanitize import clean_chat

from ..protocol import people
from .clock import SECOND
from .lobby_judge import HOST
from .network import End
from .sitting import SitDown, Sitting
from .world import World


class Guest(Sitting):
    """Dials the host, says that it is ready, signs the offered contract, and begins."""

    def __init__(
        self, world: World, agreed: Contract, coded: bool, seat: int, rng: random.Random, sit_down: SitDown
    ) -> None:
        super().__init__(world, agreed, coded, seat, rng, sit_down)
        self._coded = coded
        self._is_misled = True
        """Whether it still believes what a stranger has announced, if one has."""
        self._offer: Offer | None = None
        self._lobby: Lobby | None = None
        self._pace = RateLimiter()
        """How much the host says."""

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
        self.world.clock.after(ANSWER_SECONDS * SECOND, lambda: self._leave_if_unanswered(end))

    def _leave_if_unanswered(self, end: End) -> None:
        if self.alive and self._offer is None:
            self.ended(end, RemoteError(Code.TOO_SLOW, "the host has not said what is played"))

    @property
    def _second(self) -> int:
        return self.world.clock.now // SECOND

    def turned(self, end: End, error: RemoteError) -> None:
        self.world.judge.turned(self, error)
        self._later()

    def hear(self, end: End, message: LobbyMessage) -> None:
        match message:
            case Offer() if self._offer is None:
                check_offer(message, self.world.find_game)
                self._offer = message
                self.world.judge.shown(self, clean_offer(message).host)
                self.world.clock.after(self.world.think(self.rng), lambda: self._say_ready(end))
            case Lobby() | Propose() if not self._pace.allows(Lobby, LOBBY_NEWS, self._second):
                raise RemoteError(Code.TOO_MANY_REFUSALS, "the host sends more than a person could read")
            case Lobby() if self._offer is not None and len(message.places) == self._offer.seats:
                self.word, self._lobby = None, message
                for place in clean_lobby(message).places:
                    self.world.judge.shown(self, place.name + place.key)
            case Propose(contract):
                self._sign(end, contract)
            case Begin():
                self._begin(message)
            case Chat(text):
                if self._pace.allows(Chat, SEATS * CHAT_LINES, self._second):
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
        if self._offer is None or self._lobby is None:
            raise RemoteError(Code.OUT_OF_TURN, "the host proposed a contract before it said what is played")
        own = contract.seat_of(self.identity.public)
        called = people.NAMES[self.seat] if self.honest or own is None else contract.seats[own].name
        shown = Shown(self._offer, self._lobby, called)
        entry = sign(self.identity, shown, contract, self.world.find_game, self.nonce)
        self.word = contract, entry
        self.send(end, Enter(entry))

    def _begin(self, begin: Begin) -> None:
        if self.word is None:
            raise RemoteError(Code.OUT_OF_TURN, "the host began a table that was not signed here")
        contract, entry = self.word
        self.begin(check_begin(begin, contract, entry, self.identity, self.world.find_game))
