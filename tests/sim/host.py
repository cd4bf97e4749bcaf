"""The host of a lobby, as `p2p.hosting` has it."""

from __future__ import annotations

import random
from collections import defaultdict

from p2pgame.protocol.contract.contract import Contract, Entry
from p2pgame.protocol.link import pairing
from p2pgame.protocol.link.dialogue import Dialogue
from p2pgame.protocol.link.handshake import Handshake, Peer, Role
from p2pgame.protocol.link.pairing import SECRET_BYTES, CodeKeeper, Welcoming
from p2pgame.protocol.link.pake import FRESH_BYTES
from p2pgame.protocol.lobby.lobby import HostLobby
from p2pgame.protocol.lobby.messages import Enter, Knock, LobbyMessage, Offer, Purpose, Ready
from p2pgame.protocol.table.messages import Chat, Leave
from p2pgame.protocol.wire.errors import Code, RemoteError
from p2pgame.protocol.wire.limits import CHAT_LINES, COMINGS_SECONDS, ENTER_SECONDS, LOBBY_COMINGS, READY_SECONDS
from p2pgame.protocol.wire.rate_limiter import RateLimiter
from p2pgame.protocol.wire.sanitize import clean_chat, clean_name

from ..protocol import people
from .clock import SECOND
from .network import End
from .sitting import SitDown, Sitting
from .world import World


class Host(Sitting):
    """Keeps a seat for each of the others, and opens the lobby."""

    def __init__(
        self, world: World, agreed: Contract, coded: bool, seat: int, rng: random.Random, sit_down: SitDown
    ) -> None:
        super().__init__(world, agreed, coded, seat, rng, sit_down)
        name, times = agreed.seats[seat].name, (agreed.turn_time, agreed.grace)
        offer = Offer(
            name, agreed.game, agreed.rules, agreed.options, world.count, coded, *times, takebacks=agreed.takebacks
        )
        kept = {} if coded else dict(enumerate(agreed.seats))
        self.keeper = CodeKeeper(rng.randbytes(SECRET_BYTES)) if coded else None
        self.lobby = HostLobby(self.identity, offer, (), seat, kept)
        self._table_nonce = agreed.nonce
        self._waits: dict[int, int] = {}
        """A number for each guest that changes with the state it is in."""
        self._comings = RateLimiter()
        self._chat: defaultdict[int, RateLimiter] = defaultdict(RateLimiter)

    def start(self) -> None:
        self.alive = True
        self.lobby.ready(self.identity.public)

    def linked(self, end: End) -> None:
        self.enter(end, Role.LISTENER, self._usher)

    def _usher(self, handshake: Handshake) -> Dialogue:
        """Whether a peer with a proven key may come in, and by which dialogue."""
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
            raise RemoteError(Code.NOT_BEGUN, "the game has not begun here yet")
        name = clean_name(message.name)
        if not name:
            raise RemoteError(Code.NOT_SEATED, "a guest needs a name that can be shown")
        public, now = self.world.public(end.other), self.world.clock.now // SECOND // COMINGS_SECONDS
        if not self.lobby.is_expected(public) and not self._comings.allows(Knock, LOBBY_COMINGS, now):
            raise RemoteError(Code.TOO_MANY_COME, "too many come and go here now")
        self.lobby.join(public, name, message.addresses)
        self.links[end.other] = end
        self._wait(end.other, READY_SECONDS, "did not say that it is ready")
        self.send(end, self.lobby.offer)
        self._show_seats()

    def _hear_ready(self, guest: int) -> None:
        if self.lobby.contract is not None or not self.lobby.ready(self.world.public(guest)):
            return
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
        """From now on a guest may stay in its state for that long; 0 for no end."""
        waits = self._waits[guest] = self._waits.get(guest, 0) + 1

        def late() -> None:
            end = self.links.get(guest)
            if self.alive and end is not None and self._waits[guest] == waits:
                self.ended(end, RemoteError(Code.NOT_READY, what))

        if seconds:
            self.world.clock.after(seconds * SECOND, late)
