"""The lobby, sans I/O: who sits where, then the contract, then everybody's word on it.

The host's side is a small machine, `HostLobby`; the guest's is three checks, `check_offer`, `sign` and `check_begin`.
Specified in `spec/lobby.md`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from p2pgame.engine.errors import BadOption
from p2pgame.engine.game import AnyGame

from .contract import Contract, Entry, FindGame, Genesis, Seat
from .errors import Code, LocalError, RemoteError
from .fingerprint import short
from .keys import Identity
from .lobby_messages import Address, Begin, Lobby, Offer, Propose
from .names import clean_name


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody in a seat of the lobby, and where others can reach them."""

    seat: Seat
    addresses: tuple[Address, ...]


class HostLobby:
    """The host's view of a lobby. Seat 0 is the host's."""

    def __init__(self, identity: Identity, offer: Offer, addresses: tuple[Address, ...], grace: int = 0) -> None:
        self.offer = offer
        self.sitters: list[Sitter | None] = [None] * offer.seats
        self.sitters[0] = Sitter(Seat(identity.public, offer.host), addresses)
        self.contract: Contract | None = None
        self._identity = identity
        self._grace = grace
        self._entries: dict[int, Entry] = {}

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return None not in self.sitters

    @property
    def port(self) -> int:
        """Where the host listens; 0 if it has no address to tell."""
        host = self.sitters[0]
        return host.addresses[0].port if host is not None and host.addresses else 0

    def seat_of(self, public: bytes) -> int | None:
        """The seat that a key sits in, or None."""
        for number, sitter in enumerate(self.sitters):
            if sitter is not None and sitter.seat.public == public:
                return number
        return None

    def join(self, public: bytes, name: str, addresses: tuple[Address, ...]) -> int:
        """Give a guest the first free seat; its number.

        Raises:
            RemoteError: no seat is free, or the key sits here already.
        """
        if self.seat_of(public) is not None:
            raise RemoteError(Code.ALREADY_SEATED, "this key sits at the table already: join with another --profile")
        if self.full:
            raise RemoteError(Code.TABLE_FULL, "every seat at this table is taken")
        number = self.sitters.index(None)
        self.sitters[number] = Sitter(Seat(public, name), addresses)
        return number

    def leave(self, public: bytes) -> None:
        """A guest is gone: its seat is free again, and a contract that named it is void."""
        number = self.seat_of(public)
        if number:
            self.sitters[number] = None
            self.contract = None

    def seen_from(self, seat: int) -> Lobby:
        """What a guest in that seat is shown."""
        return Lobby(tuple(map(_shown, self.sitters)), seat)

    def propose(self, table_nonce: bytes, seat_nonce: bytes) -> Propose:
        """Write the contract and sign it; both nonces must be fresh.

        Raises:
            LocalError: a seat is still free.
        """
        seats = [sitter.seat for sitter in self.sitters if sitter is not None]
        if len(seats) != self.offer.seats:
            raise LocalError("a table begins when every seat is taken")
        offer = self.offer
        self.contract = Contract(offer.game, offer.rules, offer.options, tuple(seats), self._grace, table_nonce)
        self._entries = {0: Entry.signed(self._identity, self.contract, 0, seat_nonce)}
        return Propose(self.contract)

    def enter(self, public: bytes, entry: Entry) -> bool:
        """Take a guest's word on the contract; whether everybody's is here now.

        Raises:
            RemoteError: no contract is proposed, or the entry is not this guest's word on it.
        """
        seat = self.seat_of(public)
        if self.contract is None or seat is None:
            raise RemoteError(Code.NOT_SEATED, "an entry is due only after a contract has been proposed")
        entry.check(self.contract, seat)
        self._entries[seat] = entry
        return len(self._entries) == self.offer.seats

    def begin(self) -> tuple[Genesis, Begin]:
        """The genesis, and what tells the guests of it. Call when `enter` has said so."""
        assert self.contract is not None
        entries = tuple(self._entries[seat] for seat in range(self.offer.seats))
        addresses = tuple(sitter.addresses for sitter in self.sitters if sitter is not None)
        return Genesis(self.contract, entries), Begin(entries, addresses)


def check_offer(offer: Offer, find_game: FindGame) -> AnyGame:
    """The game that is offered, if it can be played here.

    Raises:
        RemoteError: it is unknown here, or has other rules, or no such seats or options.
    """
    game = find_game(offer.game)
    if game is None:
        raise RemoteError(Code.BAD_CONTRACT, f"the table plays a game that this program does not know: {offer.game!r}")
    if game.rules != offer.rules:
        raise RemoteError(
            Code.WRONG_VERSION,
            f"the table plays {game.title} by rules version {offer.rules}, this program knows {game.rules}: "
            "update the older one",
        )
    try:
        game.begin(offer.seats, dict(offer.options))
    except BadOption as refusal:
        raise RemoteError(Code.BAD_CONTRACT, f"what the host offers cannot be played: {refusal}") from refusal
    return game


def offer_shown(offer: Offer) -> Offer:
    """The offer as it may be shown; it must have been checked."""
    return replace(offer, host=clean_name(offer.host))


def lobby_shown(lobby: Lobby) -> Lobby:
    """Who sits where, as it may be shown: the words are the host's."""
    return Lobby(tuple((clean_name(name), clean_name(key)) for name, key in lobby.seats), lobby.yours)


def sign(identity: Identity, offer: Offer, contract: Contract, find_game: FindGame, seat_nonce: bytes) -> Entry:
    """The guest's own word on a contract that is what was offered; `seat_nonce` must be fresh.

    Raises:
        RemoteError: the contract is not what was offered, cannot be played, or does not seat this guest.
    """
    contract.check(find_game(contract.game))
    offered = (offer.game, offer.rules, offer.options, offer.seats)
    if (contract.game, contract.rules, contract.options, len(contract.seats)) != offered:
        raise RemoteError(Code.BAD_CONTRACT, "the host's contract is not what its lobby offered")
    seat = contract.seat_of(identity.public)
    if seat is None:
        raise RemoteError(Code.NOT_SEATED, "the host's contract has no seat for you")
    return Entry.signed(identity, contract, seat, seat_nonce)


def check_begin(begin: Begin, contract: Contract, own: Entry, identity: Identity, find_game: FindGame) -> Genesis:
    """The genesis that the host announces, if everybody has signed the contract that this guest signed.

    Raises:
        RemoteError: somebody has not, or the guest's own entry is not in it as it was given.
    """
    genesis = Genesis(contract, begin.entries)
    genesis.check(find_game)
    seat = contract.seat_of(identity.public)
    if seat is None or genesis.entries[seat] != own:
        raise RemoteError(Code.BAD_CONTRACT, "the host's genesis does not hold your entry as you gave it")
    return genesis


def _shown(sitter: Sitter | None) -> tuple[str, str]:
    return ("", "") if sitter is None else (clean_name(sitter.seat.name), short(sitter.seat.public))
