"""Addresses to dial for each seat, chosen so that nobody can make this machine connect to arbitrary services.

Addresses come from the host's `begin`, from the seats themselves and from the sidecar file of the log. Each may be a
lie. So an unproven address is dialed only if it is in one of this machine's own networks. An address at which the
seat has proved its key, or that a person has typed, is always dialed. Each address is listed once, and rests longer and
longer if another program answers there, or nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import trio
from p2pgame.protocol.lobby.messages import Address

from ..lan.interfaces import OwnAddress, is_on_link, local_addresses

FIRST_REST = 5.0
"""Seconds for which an address rests after another program or peer has answered there; doubled each time."""

LONGEST_REST = 300.0
"""Seconds of the longest rest."""

FIRST_SILENCE = 1.0
"""Seconds for which an unproven address rests without an answer; doubled each time."""

LONGEST_SILENCE = 30.0
"""Seconds of the longest of these: a seat whose machine restarts is found within this time."""

LOOK = 3.0
"""Seconds for which this machine's networks are remembered."""


class Routes(Mapping[int, tuple[Address, ...]]):
    """The addresses of each seat to dial now, the best first."""

    def __init__(self, announced: Mapping[int, tuple[Address, ...]], proven: Mapping[int, tuple[Address, ...]]) -> None:
        self._announced = dict(announced)
        self._proven = dict(proven)
        self._typed: tuple[Address, ...] = ()
        self._rests: dict[tuple[int, Address], float] = {}
        """The next rest of an address that is useless for a seat."""
        self._until: dict[tuple[int, Address], float] = {}
        """The end of its rest."""
        self._own: tuple[OwnAddress, ...] = ()
        self._looked = -LOOK

    def __getitem__(self, seat: int) -> tuple[Address, ...]:
        return tuple(address for address in self.all_to(seat) if not self._rests_now(seat, address))

    def __iter__(self) -> Iterator[int]:
        return iter(dict.fromkeys((*self._announced, *self._proven)))

    def __len__(self) -> int:
        return len({*self._announced, *self._proven})

    def all_to(self, seat: int) -> tuple[Address, ...]:
        """The addresses of a seat that may be dialed, also resting ones."""
        usable = (address for address in self._announced.get(seat, ()) if self._is_near(address))
        return tuple(dict.fromkeys((*self._typed, *self._proven.get(seat, ()), *usable)))

    def tell(self, seat: int, addresses: tuple[Address, ...]) -> None:
        """Note addresses that a peer has named for the seat."""
        self._announced[seat] = addresses

    def type_in(self, addresses: Sequence[Address]) -> None:
        """Note addresses that a person has typed for some of the seats."""
        self._typed = tuple(addresses)

    def prove(self, seat: int, address: Address) -> tuple[Address, ...]:
        """Note that the seat has proved its key there; all addresses at which it has, the latest first."""
        self._rests.pop((seat, address), None)
        others = (other for other in self._proven.get(seat, ()) if other != address)
        self._proven[seat] = (address, *others)
        return self._proven[seat]

    def answered_by_another(self, seat: int, address: Address) -> None:
        """Note that another program, or another peer, has answered there."""
        self._rest(seat, address, FIRST_REST, LONGEST_REST)

    def unanswered(self, seat: int, address: Address) -> None:
        """Note that nobody has answered there."""
        if address not in self._proven.get(seat, ()) and address not in self._typed:
            self._rest(seat, address, FIRST_SILENCE, LONGEST_SILENCE)

    def _rest(self, seat: int, address: Address, first: float, longest: float) -> None:
        rest = min(self._rests.get((seat, address), first), longest)
        self._rests[seat, address] = 2 * rest
        self._until[seat, address] = trio.current_time() + rest

    def _rests_now(self, seat: int, address: Address) -> bool:
        return self._until.get((seat, address), 0.0) > trio.current_time()

    def _is_near(self, address: Address) -> bool:
        if trio.current_time() - self._looked >= LOOK:
            self._own, self._looked = local_addresses(), trio.current_time()
        return is_on_link(address.host, self._own)
