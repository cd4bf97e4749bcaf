"""Attacks before there is a table: hosts that show each guest something else, and guests that sign something else."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from p2pgame.engine.canon import encode
from p2pgame.protocol.contract import fairness
from p2pgame.protocol.contract.contract import PROTOCOL, Contract, Entry, Genesis
from p2pgame.protocol.lobby.messages import Begin, Enter, Lobby, LobbyMessage, Offer, Propose, Ready
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import Message, Papers, Records
from p2pgame.protocol.table.signer import Signer
from p2pgame.protocol.table.signing import Place
from p2pgame.protocol.table.table import Table
from p2pgame.protocol.wire.codec import decode
from p2pgame.protocol.wire.limits import LOBBY_NEWS

from ...protocol import people
from .attack import OTHER_TABLE, Attack, Crew, LobbySent, Sent
from .spelling import HOSTILE

if TYPE_CHECKING:
    from ..sitting import Sitting

_HOST = 0


class HostAttack(Attack):
    """The host attacks."""

    from_lobby = True
    may_spoil = True

    @classmethod
    def pick(cls, rng: random.Random, seats: int) -> tuple[int, ...]:
        return (_HOST,)

    def in_lobby(self, sitting: Sitting, message: LobbyMessage, to: int) -> Iterable[LobbySent]:
        changed = self.changed(message, to)
        self.done += changed != message
        return (changed,)

    def changed(self, message: LobbyMessage, to: int) -> LobbySent:
        """The message for a guest in place of an honest host's."""
        return message


class GuestAttack(Attack):
    """One guest attacks, or some do together."""

    from_lobby = True
    may_spoil = True

    @classmethod
    def pick(cls, rng: random.Random, seats: int) -> tuple[int, ...]:
        return tuple(sorted(rng.sample(range(1, seats), cls.crew_size)))

    def in_lobby(self, sitting: Sitting, message: LobbyMessage, to: int) -> Iterable[LobbySent]:
        if not isinstance(message, Enter):
            return (message,)
        assert sitting.word is not None
        contract, _ = sitting.word
        entry = self.entry(contract, message.entry)
        self.done += entry != message.entry
        if entry is None:
            return ()
        sitting.word = contract, entry
        return (Enter(entry),)

    def entry(self, contract: Contract, entry: Entry) -> Entry | None:
        """The entry in place of its own; None for none."""
        return entry

    def signed(self, contract: Contract, nonce: bytes, anchor: bytes, *, by: int | None = None) -> Entry:
        """An entry with any nonce and anchor."""
        promise = encode((contract.id, self.seat, nonce, anchor))
        signer = people.identity(self.seat if by is None else by)
        return Entry(nonce, anchor, signer.sign("p2pgame entry", promise))


# Hosts


class DifferentContracts(HostAttack):
    """Shows every second guest another contract, and begins a table with the words of all."""

    least = 3

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._shown: dict[int, Contract] = {}
        self._entries: dict[int, Entry] = {}

    def changed(self, message: LobbyMessage, to: int) -> LobbySent:
        if not isinstance(message, Propose):
            return message
        other = replace(message.contract, nonce=bytes(32))
        self._shown[to] = other if to % 2 else message.contract
        return Propose(self._shown[to])

    def heard_in_lobby(self, sitting: Sitting, message: LobbyMessage, source: int) -> Iterator[tuple[int, LobbySent]]:
        if isinstance(message, Enter):
            self._entries[source] = message.entry
            for to in self._shown if len(self._entries) == self.count - 1 else ():
                own = Entry.signed(sitting.identity, self._shown[to], _HOST, sitting.nonce)
                entries = (own, *(self._entries[guest] for guest in range(1, self.count)))
                yield to, Begin(entries, ((),) * self.count)


class ChangedBegin(HostAttack):
    """Begins a table with entries that are not what everybody gave."""

    def changed(self, message: LobbyMessage, to: int) -> LobbySent:
        return (
            replace(message, entries=tuple(self.entries(message.entries, to)))
            if isinstance(message, Begin)
            else message
        )

    def entries(self, entries: tuple[Entry, ...], to: int) -> Iterable[Entry]:
        """The entries for a guest: one is left out, is there twice, or has a flipped bit."""
        flipped = [replace(entry, anchor=bytes([entry.anchor[0] ^ 1]) + entry.anchor[1:]) for entry in entries]
        return self.rng.choice((entries[:-1], entries[:-1] + entries[:1], entries[::-1], flipped))


class DifferentTables(ChangedBegin):
    """Signs two entries of its own, and gives out two tables that each hold: one to every second guest."""

    contract: Contract

    def in_lobby(self, sitting: Sitting, message: LobbyMessage, to: int) -> Iterable[LobbySent]:
        if isinstance(message, Propose):
            self.contract = message.contract
        return super().in_lobby(sitting, message, to)

    def entries(self, entries: tuple[Entry, ...], to: int) -> Iterable[Entry]:
        other = Entry.signed(people.identity(_HOST), self.contract, _HOST, bytes(range(32)))
        return (other, *entries[1:]) if to % 2 else entries


class CopiedAnchor(DifferentTables):
    """Brings the anchor, or the nonce, of a guest as its own."""

    def entries(self, entries: tuple[Entry, ...], to: int) -> Iterable[Entry]:
        what = ("anchor", "nonce")[self.count % 2]
        return (people.with_copied(what, entries[1], _HOST, self.contract), *entries[1:])


class HalfBegun(HostAttack):
    """Begins the table with some guests, and says nothing of it to the others."""

    def in_lobby(self, sitting: Sitting, message: LobbyMessage, to: int) -> Iterable[LobbySent]:
        if isinstance(message, Begin) and to % 2:
            self.done += 1
            return ()
        return (message,)


class OtherRules(HostAttack):
    """Offers rules, a game, options or seats that the guests' programs do not have."""

    def changed(self, message: LobbyMessage, to: int) -> LobbySent:
        if not isinstance(message, Offer):
            return message
        changes: tuple[dict[str, object], ...] = (
            {"rules": message.rules + 1},
            {"game": "chess"},
            {"options": (("no such option", True),)},
            {"seats": 1},
        )
        return replace(message, **self.rng.choice(changes))  # type: ignore[arg-type]  # of various fields


class OtherProtocol(HostAttack):
    """Proposes a contract of another protocol version."""

    def changed(self, message: LobbyMessage, to: int) -> LobbySent:
        if not isinstance(message, Propose):
            return message
        fields = decode(message.contract.encoded)
        assert isinstance(fields, tuple)
        return encode((35, encode((PROTOCOL + 1, *fields[1:]))))


class ChangedOffer(HostAttack):
    """Proposes something else than it has offered."""

    def changed(self, message: LobbyMessage, to: int) -> LobbySent:
        if not isinstance(message, Propose):
            return message
        contract = message.contract
        seats = contract.seats
        changes: tuple[dict[str, object], ...] = (
            {"turn_time": contract.turn_time + 1},
            {"takebacks": not contract.takebacks},
            {"grace": contract.grace + 1},
            {"seats": tuple(replace(seat, name=seat.name + "!") for seat in seats)},
            {"seats": (*seats[1:], seats[0])},
            {"rules": contract.rules + 1},
            {"seats": tuple(seat for seat in seats if seat.public != seats[to].public)},
            {"seats": seats[:1] * len(seats)},
        )
        return Propose(replace(contract, **self.rng.choice(changes)))  # type: ignore[arg-type]  # of various fields


class SilentHost(HostAttack):
    """Lets guests in, and never says what is played."""

    def in_lobby(self, sitting: Sitting, message: LobbyMessage, to: int) -> Iterable[LobbySent]:
        self.done += 1
        return ()


class FloodingHost(HostAttack):
    """Sends its guests the list of seats again and again."""

    def in_lobby(self, sitting: Sitting, message: LobbyMessage, to: int) -> Iterable[LobbySent]:
        if not isinstance(message, Lobby):
            return (message,)
        self.done += 1
        return (message,) * 2 * LOBBY_NEWS


# Guests


class NeverReady(GuestAttack):
    """Takes a seat, and never says that the table may begin."""

    def in_lobby(self, sitting: Sitting, message: LobbyMessage, to: int) -> Iterable[LobbySent]:
        if isinstance(message, Ready):
            self.done += 1
            return ()
        return (message,)


class NeverSigns(GuestAttack):
    """Is ready, and does not sign."""

    def entry(self, contract: Contract, entry: Entry) -> Entry | None:
        return None


class FalseEntry(GuestAttack):
    """Signs another contract, under another key, or nothing."""

    def entry(self, contract: Contract, entry: Entry) -> Entry | None:
        nonce, anchor = entry.nonce, entry.anchor
        other = replace(contract, nonce=bytes(32))
        return self.rng.choice(
            (
                self.signed(other, nonce, anchor),
                self.signed(contract, nonce, anchor, by=_HOST),
                self.signed(contract, nonce, anchor, by=self.count),
                replace(entry, signature=bytes(64)),
                replace(entry, anchor=bytes(32)),
            )
        )


class EqualAnchors(GuestAttack):
    """Two keys of one cheat: the second brings what the first has brought."""

    crew_size = 2
    least = 3

    def entry(self, contract: Contract, entry: Entry) -> Entry | None:
        others = [given for seat, given in self.crew.entries.items() if seat != self.seat]
        self.crew.entries[self.seat] = entry
        what = ("anchor", "nonce")[self.count % 2]
        return people.with_copied(what, others[0], self.seat, contract) if others else entry


class GuessableChain(GuestAttack):
    """Has a chain whose secret everybody knows: all its shares can be guessed, and nobody else's."""

    may_spoil = False
    SECRET: ClassVar[bytes] = bytes(32)

    def entry(self, contract: Contract, entry: Entry) -> Entry | None:
        return self.signed(contract, entry.nonce, _Guessable(contract.id, self.seat, self.SECRET).anchor)

    def signer(self, signer: Signer, genesis: Genesis) -> Signer:
        twin = copy(signer)
        twin.chain = _Guessable(genesis.contract.id, self.seat, self.SECRET)
        return twin


class _Guessable(fairness.Chain):
    def __init__(self, contract_id: bytes, seat: int, secret: bytes) -> None:
        self._links = fairness.shares_up_to(fairness.chain_context(contract_id, seat), secret)

    @property
    def anchor(self) -> bytes:
        return self._links[0]

    def share(self, position: int) -> bytes:
        return self._links[position]


class Elsewhere(GuestAttack):
    """Signs, and then says at the table that it has accepted another one."""

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        return () if isinstance(message, Records | Papers) else (message,)

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        self.done += 1
        yield self.input(Place(OTHER_TABLE, 0, bytes(32)), InputKind.ACCEPT, b"")


# Either


class OutOfPlace(Attack):
    """Sends in the lobby messages of the other side, messages of a table, or bytes that are no message."""

    from_lobby = True
    may_spoil = True

    def in_lobby(self, sitting: Sitting, message: LobbyMessage, to: int) -> Iterator[LobbySent]:
        if isinstance(message, Ready | Lobby):
            self.done += 1
            odd = self.rng.choice((Enter(Entry(bytes(32), bytes(32), bytes(64))), Begin((), ()), b"", b"\x91\x27\x00"))
            spelled = [each for each in HOSTILE.values() if isinstance(each, bytes)]
            yield self.rng.choice((odd, self.rng.choice(spelled)))
        yield message
