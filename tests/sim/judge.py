"""The invariants of every run, checked while it happens and again in the end. Specified in `spec/simulation.md`."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

from p2pgame.engine.pending import Over
from p2pgame.protocol.log.format import header
from p2pgame.protocol.log.verify import Report, Verdict, verify
from p2pgame.protocol.table import proofs
from p2pgame.protocol.table.consensus import Ruling, RulingKind
from p2pgame.protocol.table.effects import Persist, Proven, Refused, Said, Stopped, Tell
from p2pgame.protocol.table.kinds import DECISIONS, InputKind
from p2pgame.protocol.table.ledger import Ledger
from p2pgame.protocol.table.messages import Attested, Message, Papers, Records
from p2pgame.protocol.table.proofs import Proof
from p2pgame.protocol.table.reconcile import compare, statements
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.signing import Input, Place
from p2pgame.protocol.wire.errors import Code, RemoteError, SeatError
from p2pgame.protocol.wire.sanitize import clean_chat

from .clock import SECOND
from .lobby_judge import Broken, LobbyJudge

if TYPE_CHECKING:
    from .node import Node
    from .spectator import Spectator
    from .world import World

PEACE = 30 * SECOND
"""How long after the last fault a spectator is linked again, and has caught up."""

_BLAMES = frozenset(
    {Code.FALSE_SHARE, Code.FALSE_OPENING, Code.ILLEGAL_MOVE, Code.BAD_CONTENT, Code.FALSE_HEAD, Code.NOT_ASKED}
)
"""Refusals that no honest seat can earn, whatever the network does."""

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
        self._reports: dict[bytes, Report] = {}
        self._said: defaultdict[tuple[Place, int], dict[object, proofs.Statement]] = defaultdict(dict)
        """Statements that honest seats have signed, by place and seat."""
        self._written: list[list[tuple[bytes, bytes]]] = [[] for _ in range(world.peers)]
        """Of each peer the value and the state of every slot that it has ever written."""
        self._open = [0] * world.peers
        """The slot that each peer writes next."""
        self._checked: dict[tuple[int, int], Record] = {}
        """Records that a peer has sent before, by peer and identity: they are asked for again and again."""
        self._shares: list[list[bytes]] = [[] for _ in range(world.count)]

    # While it happens

    def sent(self, node: Node, message: Message) -> None:
        """A peer sends this; what honest seats say must not contradict or betray them."""
        if not node.honest:
            return
        match message:
            case Papers():
                self._check_papers(node, message)
            case Records(records):
                for record in records:
                    self._check_sent_record(node, record)
            case Attested(place, ack):
                self._check_statement(node, place, ack)
            case _:
                pass

    def _check_papers(self, node: Node, papers: Papers) -> None:
        for given in papers.inputs:
            self._check_statement(node, papers.place, given)
            self._check_time(node, papers.place, given)
        reports = [each.latest for each in papers.promises if each.latest is not None]
        for statement in (*papers.acks, *papers.promises, *reports):
            self._check_statement(node, papers.place, statement)
        for proposal in () if papers.proposal is None else papers.proposal.chain:
            self._check_statement(node, papers.place, proposal)
            for promise in proposal.promises:
                self._check_statement(node, papers.place, promise)

    def _check_sent_record(self, node: Node, record: Record) -> None:
        ledger = node.table.ledger
        if self._checked.get((node.seat, id(record))) is record:
            return
        self._checked[node.seat, id(record)] = record
        if record.slot >= len(ledger.records):
            raise Broken(f"seat {node.seat} sends a record that it has not written: slot {record.slot}")
        place = Place(ledger.genesis.id, record.slot, ledger.heads[record.slot])
        for statement in statements(record):
            self._check_statement(node, place, statement)

    def _check_statement(self, node: Node, place: Place, statement: proofs.Statement) -> None:
        """An honest seat never contradicts itself, and nobody honest says what a seat has not said."""
        seat = statement.seat
        if seat in self.guilty or place.table != node.genesis.id:
            return
        known = self._said[place, seat]
        key = proofs.bare(statement)
        if key in known:
            return
        if seat != node.seat:
            raise Broken(f"seat {node.seat} sends what seat {seat} has not sent: {statement}")
        for other in known.values():
            if proofs.find(place, other, statement) is not None:
                raise Broken(f"seat {seat} contradicts itself: {other} and {statement}")
        known[key] = statement

    def _check_time(self, node: Node, place: Place, given: Input) -> None:
        """No input is on the wire before the slot before its own is final, and no share before its draw is due."""
        ledger = node.table.ledger
        if given.seat != node.seat or place.table != node.genesis.id:
            return
        if place.slot > ledger.now.slot or place.head != [*ledger.heads, ledger.now.head][place.slot]:
            raise Broken(f"seat {node.seat} signs on a head that it has not written: slot {place.slot}")
        if given.kind is InputKind.SHARE:
            self._check_share(node, given)

    def _check_share(self, node: Node, given: Input) -> None:
        signer, known = node.table.signer, self._shares[node.seat]
        assert signer is not None
        due = node.table.ledger.now.draw_number
        known += [signer.chain.share(number) for number in range(len(known) + 1, due + 1)]
        if given.content not in known:
            raise Broken(f"seat {node.seat} shows a share before its draw is due")

    def persisted(self, node: Node, effect: Persist) -> None:
        """A word of a peer's own is in its journal."""
        self.world.trace.add(f"{node.seat} keeps a word", effect.word.statement.signature)

    def wrote(self, node: Node, record: Record) -> None:
        """A peer has written a record: the next one, and never another where one was before."""
        seat, value = node.seat, (record.digest, record.state_hash)
        self.world.trace.add(f"{seat} writes slot {record.slot}", record.state_hash)
        if not node.honest:
            return
        written = self._written[seat]
        if record.slot != self._open[seat]:
            raise Broken(f"seat {seat} wrote slot {record.slot} after slot {self._open[seat] - 1}")
        if record.slot < len(written) and written[record.slot] != value:
            raise Broken(f"seat {seat} wrote slot {record.slot} again, with another value")
        written[record.slot :] = [value, *written[record.slot + 1 :]]
        self._open[seat] = record.slot + 1

    def restarted(self, node: Node, ledger: Ledger) -> None:
        """A peer has found this in its log."""
        self._open[node.seat] = len(ledger.records)
        self.world.trace.add(f"{node.seat} finds {len(ledger.records)} slots")
        found, written = [(record.digest, record.state_hash) for record in ledger.records], self._written[node.seat]
        both = min(len(found), len(written))
        if node.honest and found[:both] != written[:both]:
            raise Broken(f"seat {node.seat} finds another history than it has written")
        written += found[both:]  # the process may have been killed within the last write

    def told(self, node: Node, news: Tell) -> None:
        """A peer tells its screen something."""
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
                if node.honest and error.code in _BLAMES and self._blamed(peer, error) not in self.guilty:
                    raise Broken(f"seat {node.seat} blames an honest seat: {error}")
            case Said(_, _, text) if clean_chat(text) != text or not text.isprintable():
                raise Broken(f"seat {node.seat} shows what nobody may show: {text!r}")
            case _:
                self.world.trace.add(f"{node.seat} tells {type(news).__name__}")

    def _blamed(self, peer: bytes, error: RemoteError) -> int:
        """The seat that an error names, or else the one at the other end of the link."""
        return error.seat if isinstance(error, SeatError) else self.world.seat_of(peer)

    def _check_stop(self, node: Node, error: RemoteError) -> None:
        """A table stops only for a seat that attacks, or, of two, for one that was away or has stopped itself."""
        if error.code is Code.OTHER_TABLE and self.guilty and not node.table.ledger.now.slot:
            return
        if error.code in _CHEATS and isinstance(error, SeatError) and error.seat in self.guilty:
            return
        if error.code is Code.CLAIMED and isinstance(error, SeatError) and self._may_be_claimed(node, error.seat):
            return
        raise Broken(f"seat {node.seat} stops, though nobody is guilty of that: {error}")

    def _may_be_claimed(self, node: Node, other: int) -> bool:
        """Whether of two seats one may say that the other has gone."""
        holder = self.world.node(other)
        has_ended = holder is not None and (holder.left or holder.over)
        return other in self.guilty | self.excused or node.seat in self.excused or has_ended

    # In the end

    def final(self) -> None:
        """Look at what everybody is left with."""
        honest = [node for node in self.world.nodes if node.honest]
        watching = [node for node in self.world.spectators if node.honest]
        for node in (*honest, *watching):
            self._check_log(node)
        for spectator in watching:
            self._check_spectator(spectator)
        self._check_genesis(honest)
        staying = [node for node in honest if node.seat not in self.gone]
        for one, other in combinations(staying, 2):
            self._check_same(one, other)
        for node in staying:
            self._check_done(node)
            self._check_dropped(node)

    @property
    def gone(self) -> frozenset[int]:
        """The seats that were still down at the end."""
        return frozenset(node.seat for node in self.world.nodes if not node.alive and not node.left)

    def _check_log(self, node: Node) -> None:
        """The log holds what its table does, and what it is worth follows from that."""
        ledger, written = node.table.ledger, bytes(node.disk.log)
        if node.seat in self.gone:
            return
        if not written.startswith(header(node.genesis)):
            raise Broken(f"the log of seat {node.seat} has lost its beginning")
        report = self._verified(written)
        assert report.replay is not None
        if report.replay.ledger.records != ledger.records:
            raise Broken(f"the log of seat {node.seat} is not what its table holds")
        if report.deviation is not None and not set(report.deviation.wrong) <= self.guilty:
            raise Broken(f"the log of seat {node.seat} blames an honest seat: {report.deviation}")
        expected = Verdict.FAIR if isinstance(ledger.now.pending, Over) else Verdict.UNFINISHED
        if node.table.faults.proofs:
            expected = Verdict.CHEATED
        if report.verdict is not expected:
            raise Broken(f"the log of seat {node.seat} is {report.verdict.value}: {report.fault}")

    def _verified(self, log: bytes) -> Report:
        """The value of a log; equal logs are checked once."""
        if log not in self._reports:
            self._reports[log] = verify(log, self.world.find_game)
        return self._reports[log]

    def _check_same(self, one: Node, other: Node) -> None:
        """Two honest logs are equal up to the end of the shorter one; if a lie has made two of them, both show the
        liar."""
        for ours, theirs in zip(one.table.ledger.records, other.table.ledger.records, strict=False):
            if (ours.digest, ours.state_hash) == (theirs.digest, theirs.state_hash):
                continue
            place = Place(one.genesis.id, ours.slot, one.table.ledger.heads[ours.slot])
            finding = compare(place, ours, theirs)
            if not isinstance(finding, Proof) or finding.seat not in self.guilty:
                raise Broken(f"seats {one.seat} and {other.seat} hold two histories from slot {ours.slot} on")
            return

    def _check_spectator(self, spectator: Spectator) -> None:
        """A spectator holds what the seat holds through which it watches; all of it, if that has left in peace."""
        seat = self.world.nodes[spectator.watched]
        if not seat.honest:
            return
        ours, theirs = (
            [(record.digest, record.state_hash) for record in node.table.ledger.records] for node in (spectator, seat)
        )
        shorter = min(len(ours), len(theirs))
        if ours[:shorter] != theirs[:shorter]:
            raise Broken(f"spectator {spectator.seat} holds another history than seat {seat.seat}")
        in_peace = seat.table.ledger.now.closed and seat.left and seat.ended_at > self.mended + PEACE
        if in_peace and len(ours) < len(theirs) - 1:  # the last is the receipt of a game that was over before it
            raise Broken(f"spectator {spectator.seat} has not seen the end")

    def _check_dropped(self, node: Node) -> None:
        """Only seats that attack, or that faults kept away for the grace time, are dropped."""
        for record in node.table.ledger.records:
            value = record.value
            if not isinstance(value, Ruling) or value.kind is not RulingKind.DROP:
                continue
            if value.seat not in self.guilty | self.excused | set(self.stops) and not self._has_left(value.seat):
                raise Broken(f"seat {value.seat} was dropped at seat {node.seat}, though it never stayed away for long")

    def _has_left(self, seat: int) -> bool:
        node = self.world.node(seat)
        return node is None or node.left

    def _check_done(self, node: Node) -> None:
        """Nobody waits for ever: the table is over, or stopped, or too few are there to go on."""
        table, now = node.table, node.table.ledger.now
        if node.over or isinstance(now.pending, Over):
            return
        if table.due is not None and table.due.kind is InputKind.ACCEPT and not self.all_begin:
            return
        if node.seat not in now.present or self._waits_for_a_decision(node):
            return
        there = [
            other.seat
            for other in self.world.nodes
            if other.honest and other.alive and not other.over and other.seat in now.present
        ]
        if len(there) < (now.electorate.quorum if now.needs_acks else len(now.present)):
            return
        if self._lost_its_journal(node) and len(there) < len(now.present):
            return
        raise Broken(
            f"seat {node.seat} waits for ever: {table.due}, awaited {table.awaited}, no ack of {table.unacked}"
        )

    def _lost_its_journal(self, node: Node) -> bool:
        return not node.table.may_sign

    def _waits_for_a_decision(self, node: Node) -> bool:
        """Whether the table waits for what a person may think about for ever, and it is an attacker who does."""
        due = node.table.due
        if node.genesis.contract.turn_time and len(node.table.ledger.now.present) > 2:
            return False
        return due is not None and due.kind in DECISIONS and set(node.table.awaited) <= self.guilty
