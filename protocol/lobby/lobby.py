"""The lobby, sans I/O: guests get seats, then everybody signs the contract.

The host's side is a small machine, `HostLobby`; the guest's is three checks, `check_offer`, `sign` and `check_begin`.
Specified in `spec/lobby.md`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from p2pgame.engine.game import AnyGame

from ..contract.contract import Contract, Entry, FindGame, Genesis, Seat, check_apart, check_playable
from ..identity.fingerprint import short
from ..identity.keys import Identity
from ..identity.labels import labels
from ..wire.errors import Code, LocalError, RemoteError
from ..wire.sanitize import clean_name
from .messages import FREE_PLACE, Address, Begin, Lobby, Offer, Place, Presence, Propose


@dataclass(frozen=True, slots=True)
class Sitter:
    """A person in a seat of the lobby, and the addresses where others can reach them."""

    seat: Seat
    addresses: tuple[Address, ...]
    ready: bool = False
    """Whether they have said that the table may begin."""


class HostLobby:
    """The host's view of a lobby.

    `own` is the host's seat. `expected` are the seats that are reserved for known keys, as for the people of an earlier
    table: nobody else gets them until the host frees them.
    """

    def __init__(
        self,
        identity: Identity,
        offer: Offer,
        addresses: tuple[Address, ...],
        own: int = 0,
        expected: Mapping[int, Seat] | None = None,
    ) -> None:
        self.offer = offer
        self.own = own
        self.sitters: list[Sitter | None] = [None] * offer.seats
        self.sitters[own] = Sitter(Seat(identity.public, offer.host), addresses)
        self.contract: Contract | None = None
        self._expected = {number: seat for number, seat in (expected or {}).items() if number != own}
        self._unwanted: set[bytes] = set()
        self._identity = identity
        self._entries: dict[int, Entry] = {}
        self._late: Counter[bytes] = Counter()
        """The number of each guest's entries under void contracts that are on their way, or were never sent."""

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return None not in self.sitters

    @property
    def all_ready(self) -> bool:
        """Whether every seat has a player who is ready."""
        return all(sitter is not None and sitter.ready for sitter in self.sitters)

    @property
    def port(self) -> int:
        """The host's port; 0 if it has no address to give."""
        host = self.sitters[self.own]
        return host.addresses[0].port if host is not None and host.addresses else 0

    def listen_at(self, addresses: tuple[Address, ...]) -> None:
        """Replace the host's addresses; guests get them when the table begins."""
        host = self.sitters[self.own]
        assert host is not None
        self.sitters[self.own] = replace(host, addresses=addresses)

    def seat_of(self, public: bytes) -> int | None:
        """The seat that a key sits in, or None."""
        for number, sitter in enumerate(self.sitters):
            if sitter is not None and sitter.seat.public == public:
                return number
        return None

    def is_expected(self, public: bytes) -> bool:
        """Whether a seat is reserved for the key."""
        return any(seat.public == public for seat in self._expected.values())

    def check_welcome(self, public: bytes) -> None:
        """Return if there is a seat for the key.

        Raises:
            RemoteError: the host has removed it, or no seat is free for it.
        """
        if public in self._unwanted:
            raise RemoteError(Code.SENT_AWAY, "the host has removed you from this table")
        if self._free_seat(public) is None:
            raise RemoteError(Code.TABLE_FULL, "every seat at this table is taken")

    def join(self, public: bytes, name: str, addresses: tuple[Address, ...]) -> int:
        """Give a guest its reserved seat, or the first free one; the seat's number.

        Raises:
            RemoteError: no seat is free for it, it was removed, or the key already has a seat.
        """
        if self.seat_of(public) is not None:
            raise RemoteError(
                Code.ALREADY_SEATED, "you have a seat at this table already: use another --profile to join twice"
            )
        self.check_welcome(public)
        number = self._free_seat(public)
        assert number is not None
        self.sitters[number] = Sitter(Seat(public, name), addresses)
        return number

    def _free_seat(self, public: bytes) -> int | None:
        for number, seat in self._expected.items():
            if seat.public == public and self.sitters[number] is None:
                return number
        free = (n for n, sitter in enumerate(self.sitters) if sitter is None and n not in self._expected)
        return next(free, None)

    def ready(self, public: bytes) -> bool:
        """Mark a guest as ready, until it leaves; whether that is news."""
        number = self.seat_of(public)
        sitter = None if number is None else self.sitters[number]
        if number is None or sitter is None or sitter.ready:
            return False
        self.sitters[number] = replace(sitter, ready=True)
        return True

    def leave(self, public: bytes) -> None:
        """Free the seat of a guest that is gone; a contract that named it becomes void."""
        number = self.seat_of(public)
        if number is not None and number != self.own:
            self._make_void()
            self.sitters[number] = None
            del self._late[public]

    def _make_void(self) -> None:
        """Make the contract void: no entry under it counts any more, and entries on their way do not either."""
        if self.contract is not None:
            seats = enumerate(self.contract.seats)
            self._late.update(seat.public for number, seat in seats if number not in self._entries)
        self.contract = None

    def remove_guest(self, number: int) -> bytes | None:
        """Remove the guest of a seat, sitting or expected; the key of a sitting one.

        A removed key does not come in again. The host's own seat, and a free one, stay as they are.
        """
        sitter = self.sitters[number]
        if number == self.own:
            return None
        self._expected.pop(number, None)
        if sitter is None:
            return None
        self._unwanted.add(sitter.seat.public)
        self.leave(sitter.seat.public)
        return sitter.seat.public

    def label(self, seat: int) -> str:
        """The label of the person in a seat, among all in this lobby."""
        return labels([(place.name, place.key) for place in map(self._place, range(self.offer.seats))])[seat]

    def seen_from(self, seat: int) -> Lobby:
        """The list of seats as the guest in that seat gets it."""
        return Lobby(tuple(self._place(number) for number in range(self.offer.seats)), seat)

    def _place(self, number: int) -> Place:
        sitter, expected = self.sitters[number], self._expected.get(number)
        if sitter is not None:
            return _shown(sitter.seat, Presence.READY if sitter.ready else Presence.HERE)
        return FREE_PLACE if expected is None else _shown(expected, Presence.EXPECTED)

    def propose(self, table_nonce: bytes, seat_nonce: bytes) -> Propose:
        """Write the contract and sign it; both nonces must be fresh.

        Raises:
            LocalError: a seat is still free.
        """
        seats = [sitter.seat for sitter in self.sitters if sitter is not None]
        if len(seats) != self.offer.seats:
            raise LocalError("a table begins when every seat is taken")
        offer = self.offer
        self.contract = Contract(
            offer.game,
            offer.rules,
            offer.options,
            tuple(seats),
            offer.grace,
            offer.turn_time,
            table_nonce,
            offer.takebacks,
        )
        self._entries = {self.own: Entry.signed(self._identity, self.contract, self.own, seat_nonce)}
        return Propose(self.contract)

    def enter(self, public: bytes, entry: Entry) -> bool:
        """Take a guest's entry under the contract; whether all entries are here now.

        An entry that crossed with the end of its contract counts for nothing, and is no fault.

        Raises:
            RemoteError: no contract is proposed, the entry is not this guest's under it, or is a copy of another's.
        """
        try:
            self._enter(public, entry)
        except RemoteError:
            if not self._late[public]:
                raise
            self._late[public] -= 1
            return False
        del self._late[public]  # a link keeps its order
        return len(self._entries) == self.offer.seats

    def _enter(self, public: bytes, entry: Entry) -> None:
        seat = self.seat_of(public)
        if self.contract is None or seat is None:
            raise RemoteError(Code.NOT_SEATED, "an entry came before a contract was proposed")
        entry.check(self.contract, seat)
        check_apart(self.contract, {**self._entries, seat: entry})
        self._entries[seat] = entry

    def has_entered(self, public: bytes) -> bool:
        """Whether a guest's entry under the contract is here."""
        return self.contract is not None and self.seat_of(public) in self._entries

    def begin(self) -> tuple[Genesis, Begin]:
        """The genesis, and the message of it for the guests. Call it after `enter` has returned True."""
        assert self.contract is not None
        entries = tuple(self._entries[seat] for seat in range(self.offer.seats))
        addresses = tuple(sitter.addresses for sitter in self.sitters if sitter is not None)
        return Genesis(self.contract, entries), Begin(entries, addresses)


def check_offer(offer: Offer, find_game: FindGame) -> AnyGame:
    """The offered game, if it can be played here.

    Raises:
        RemoteError: it is unknown here, or has other rules, or no such seats or options.
    """
    return check_playable(find_game(offer.game), offer.game, offer.rules, offer.seats, offer.options)


def clean_offer(offer: Offer) -> Offer:
    """The offer in a form fit to show; it must have been checked."""
    return replace(offer, host=clean_name(offer.host))


def clean_lobby(lobby: Lobby) -> Lobby:
    """The list of seats in a form fit to show: its texts are the host's."""
    places = (Place(clean_name(place.name), clean_name(place.key), place.presence) for place in lobby.places)
    return Lobby(tuple(places), lobby.yours)


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything that the guest was shown, and its own name: all of the contract except for its nonce."""

    offer: Offer
    lobby: Lobby
    name: str


def sign(identity: Identity, shown: Shown, contract: Contract, find_game: FindGame, seat_nonce: bytes) -> Entry:
    """The guest's entry under a contract that equals what it was shown; `seat_nonce` must be fresh.

    Raises:
        RemoteError: the contract is something else, cannot be played, or does not seat this guest.
    """
    contract.check(find_game(contract.game))
    _check_offered(contract, shown.offer)
    seat = contract.seat_of(identity.public)
    if seat is None:
        raise RemoteError(Code.NOT_SEATED, "the host's contract has no seat for you")
    _check_seats(contract, shown, seat)
    return Entry.signed(identity, contract, seat, seat_nonce)


def _check_offered(contract: Contract, offer: Offer) -> None:
    offered = (offer.game, offer.rules, offer.options, offer.seats)
    proposed = (contract.game, contract.rules, contract.options, len(contract.seats))
    offered_time = (offer.turn_time, offer.grace, offer.takebacks)
    if (*proposed, contract.turn_time, contract.grace, contract.takebacks) != (*offered, *offered_time):
        raise RemoteError(Code.BAD_CONTRACT, "the host's contract differs from its offer")


def _check_seats(contract: Contract, shown: Shown, own: int) -> None:
    """Return if the seats are those of the lobby, and this guest has the name that it gave."""
    if contract.seats[own].name != clean_name(shown.name):
        raise RemoteError(Code.BAD_CONTRACT, "the host's contract has a wrong name for you")
    seats = [(clean_name(seat.name), short(seat.public)) for seat in contract.seats]
    places = [(clean_name(place.name), place.key) for place in shown.lobby.places]
    if own != shown.lobby.yours or seats != places:
        raise RemoteError(Code.BAD_CONTRACT, "the host's contract has other seats than its lobby showed")


def check_begin(begin: Begin, contract: Contract, own: Entry, identity: Identity, find_game: FindGame) -> Genesis:
    """The genesis of the host's `begin`, if everybody has signed the contract that this guest signed.

    Raises:
        RemoteError: somebody has not, or the guest's own entry is missing or changed; names the host.
    """
    genesis = Genesis(contract, begin.entries)
    try:
        genesis.check(find_game)
    except RemoteError as error:  # the host must have checked all of it under the contract that it showed this guest
        raise RemoteError(error.code, f"the host began an invalid table: {error.sentence}") from error
    seat = contract.seat_of(identity.public)
    if seat is None or genesis.entries[seat] != own:
        raise RemoteError(Code.BAD_CONTRACT, "the host's genesis has changed your entry")
    return genesis


def _shown(seat: Seat, presence: Presence) -> Place:
    return Place(clean_name(seat.name), short(seat.public), presence)
