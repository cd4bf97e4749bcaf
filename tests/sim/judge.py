"""The invariants of every run, checked while it happens and again in the end. Specified in `spec/simulation.md`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2pgame.protocol.table.effects import Persist, Proven, Refused, Said, Stopped, Tell
from p2pgame.protocol.table.ledger import Ledger
from p2pgame.protocol.table.messages import Message
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.wire.errors import Code, RemoteError, SeatError
from p2pgame.protocol.wire.sanitize import clean_chat

from .ending import Ending, is_same
from .lobby_judge import Broken, LobbyJudge
from .signed_words import SignedWords

if TYPE_CHECKING:
    from .node import Node
    from .world import World

_BLAMES = frozenset(
    {
        Code.FALSE_SHARE,
        Code.FALSE_OPENING,
        Code.ILLEGAL_MOVE,
        Code.BAD_CONTENT,
        Code.FALSE_HEAD,
        Code.NOT_ASKED,
        Code.NO_TAKEBACK,
    }
)
"""Refusals that no honest seat can earn, on any network."""

_CHEATS = frozenset({Code.EQUIVOCATION, Code.FORKED, Code.OTHER_STATE})
"""Reasons to stop that name a seat which has cheated, or whose program deviates."""


class Judge(LobbyJudge):
    """Watches one run. `guilty` are the seats that attack, `excused` those that faults may keep away for too long;
    `mended` is when the last fault is over; `all_begin` says that nobody attacks in the lobby.
    """

    def __init__(
        self, world: World, guilty: frozenset[int], excused: frozenset[int], mended: int = 0, all_begin: bool = True
    ) -> None:
        super().__init__(world, guilty, all_begin)
        self.excused = excused
        self.mended = mended
        self.stops: dict[int, Stopped] = {}
        self._words = SignedWords(guilty, world.count)
        self._written: list[list[Record]] = [[] for _ in range(world.peers)]
        """Of each peer the record of every slot that it has ever written."""
        self._open = [0] * world.peers
        """The slot that each peer writes next."""

    def sent(self, node: Node, message: Message) -> None:
        """A peer sends this; statements of honest seats must not contradict or betray them."""
        if node.honest:
            self._words.sent(node, message)

    def persisted(self, node: Node, effect: Persist) -> None:
        """A word of a peer's own is in its journal."""
        self.world.trace.add(f"{node.seat} keeps a word", effect.word.statement.signature)

    def wrote(self, node: Node, record: Record) -> None:
        """A peer has written a record: the next one, and never another where one was before."""
        seat = node.seat
        self.world.trace.add(f"{seat} writes slot {record.slot}", record.state_hash)
        if not node.honest:
            return
        written = self._written[seat]
        if record.slot != self._open[seat]:
            raise Broken(f"seat {seat} wrote slot {record.slot} after slot {self._open[seat] - 1}")
        if record.slot < len(written) and not is_same(written[record.slot], record):
            raise Broken(f"seat {seat} wrote slot {record.slot} again, with another value")
        written[record.slot :] = [record, *written[record.slot + 1 :]]
        self._open[seat] = record.slot + 1

    def restarted(self, node: Node, ledger: Ledger) -> None:
        """A peer has found this in its log."""
        self._open[node.seat] = len(ledger.records)
        self.world.trace.add(f"{node.seat} finds {len(ledger.records)} slots")
        found, written = ledger.records, self._written[node.seat]
        if node.honest and not all(map(is_same, found, written)):
            raise Broken(f"seat {node.seat} finds another history than it has written")
        written += found[len(written) :]  # the process may have been killed within the last write

    def told(self, node: Node, news: Tell) -> None:
        """A peer sends news to its screen."""
        match news:
            case Stopped(error):
                self.world.trace.add(f"{node.seat} stops: {error}")
                self.stops[node.seat] = news
                if node.honest:
                    self._check_stop(node, error)
            case Proven(_, error):
                self.world.trace.add(f"{node.seat} has a proof: {error}")
                if node.honest and error.seat not in self.guilty:
                    raise Broken(f"seat {node.seat} has a proof against an honest seat: {error}")
            case Refused(peer, error):
                self.world.trace.add(f"{node.seat} refuses: {error}")
                if node.honest and error.code in _BLAMES and self._is_honest(self._blamed(peer, error)):
                    raise Broken(f"seat {node.seat} blames an honest seat: {error}")
            case Said(_, _, text) if clean_chat(text) != text or not text.isprintable():
                raise Broken(f"seat {node.seat} shows what nobody may show: {text!r}")
            case _:
                self.world.trace.add(f"{node.seat} tells {type(news).__name__}")

    def _blamed(self, peer: bytes, error: RemoteError) -> int:
        """The seat that an error names, or else the one at the other end of the link."""
        return error.seat if isinstance(error, SeatError) else self.world.seat_of(peer)

    def _is_honest(self, seat: int) -> bool:
        """Whether a seat, or a spectator, does not attack."""
        attackers = {peer.seat for peer in self.world.everybody if not peer.honest}
        return seat not in self.guilty | attackers

    def _check_stop(self, node: Node, error: RemoteError) -> None:
        """A table stops only for a seat that attacks, or, at a table of two, for one that was away or has stopped
        itself."""
        if error.code is Code.OTHER_TABLE and self.guilty and not node.table.ledger.now.slot:
            return
        if error.code in _CHEATS and isinstance(error, SeatError) and error.seat in self.guilty:
            return
        if error.code is Code.CLAIMED and isinstance(error, SeatError) and self._may_be_claimed(node, error.seat):
            return
        raise Broken(f"seat {node.seat} stops, though nobody is guilty of that: {error}")

    def _may_be_claimed(self, node: Node, other: int) -> bool:
        """Whether one of two seats may claim that the other has gone."""
        holder = self.world.node(other)
        has_ended = holder is not None and (holder.left or holder.over)
        return other in self.guilty | self.excused or node.seat in self.excused or has_ended

    def final(self) -> None:
        """Check the final state of everybody."""
        Ending(self).check()
