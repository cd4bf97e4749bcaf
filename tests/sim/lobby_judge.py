"""The invariants of every lobby, and of its table. Specified in `spec/simulation.md`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2pgame.protocol.wire.errors import Code, RefusedByPeer, RemoteError

if TYPE_CHECKING:
    from .node import Node
    from .sitting import Sitting
    from .world import World

HOST = 0
"""The seat of the host."""


class Broken(AssertionError):
    """An invariant does not hold."""


class LobbyJudge:
    """Watches those who gather. `guilty` are the seats that attack; `all_begin` says that none does in the lobby."""

    def __init__(self, world: World, guilty: frozenset[int], all_begin: bool) -> None:
        self.world = world
        self.guilty = guilty
        self.all_begin = all_begin
        self._gone: set[int] = set()
        """Guests that have left a host that attacks: its nonsense may come with the word to begin."""
        self.no_links: set[str] = set()
        """Why connections in the lobby came to nothing."""

    def shown(self, peer: Sitting, text: str) -> None:
        """Somebody in the lobby is shown something."""
        if not text.isprintable():
            raise Broken(f"seat {peer.seat} is shown what nobody may be shown: {text!r}")

    def met_stranger(self, stranger: int, seat: int) -> None:
        """A stranger and a seat have a link: it was let in, or taken for the host."""
        raise Broken(f"stranger {stranger} has a link with seat {seat}")

    def turned(self, peer: Sitting, error: RemoteError) -> None:
        """A connection of somebody honest comes to no link."""
        self.world.trace.add(f"{peer.seat} has no link: {error}")
        self.no_links.add(Code(error.reason).label if isinstance(error, RefusedByPeer) else error.code.label)

    def sent_away(self, host: Sitting, guest: int, error: RemoteError) -> None:
        """A host ends the link with a guest."""
        self.world.trace.add(f"{host.seat} sends {guest} away: {error}")
        if host.honest and guest not in self.guilty:
            raise Broken(f"the host sends honest seat {guest} away: {error}")

    def left(self, guest: Sitting, error: RemoteError) -> None:
        """A guest leaves the lobby."""
        self.world.trace.add(f"{guest.seat} leaves: {error}")
        if guest.honest and HOST not in self.guilty:
            raise Broken(f"seat {guest.seat} leaves an honest host: {error}")
        self._gone.add(guest.seat)

    def check_genesis(self, honest: list[Node]) -> None:
        """All have begun, and the same table, unless somebody has attacked in the lobby: then there is no table."""
        begun = {node.seat for node in self.world.nodes}
        if self.all_begin and len(begun | self._gone) < self.world.count:
            raise Broken(f"only {sorted(begun)} have begun, though all were honest in the lobby")
        if len({node.genesis.id for node in honest}) < 2:
            return
        if HOST not in self.guilty:
            raise Broken("an honest host has given out two tables")
        for node in honest:
            if node.table.ledger.now.slot:
                raise Broken(f"seat {node.seat} plays on, though the host has given out two tables")
