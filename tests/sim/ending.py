"""The state of everybody when a run is over: logs, spectators, dropped seats, and seats that wait.

Invariants 1, 3, 7, 8 and 10 of `spec/simulation.md`.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from p2pgame.engine.pending import Over
from p2pgame.protocol.log.format import header
from p2pgame.protocol.log.verify import Report, Verdict, verify
from p2pgame.protocol.table.consensus import Ruling, RulingKind
from p2pgame.protocol.table.kinds import DECISIONS, InputKind
from p2pgame.protocol.table.proofs import Proof
from p2pgame.protocol.table.reconcile import compare
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.signing import Place

from .clock import SECOND
from .lobby_judge import Broken

if TYPE_CHECKING:
    from .judge import Judge
    from .node import Node
    from .spectator import Spectator

PEACE = 30 * SECOND
"""How long after the last fault a spectator is linked again, and has caught up."""


def is_same(one: Record, other: Record) -> bool:
    """Whether two records of one slot have the same value and state. Inputs may have other signatures."""
    return one.state_hash == other.state_hash and (one.value == other.value or one.digest == other.digest)


class Ending:
    """Checks one run that is over, with its judge's observations. Every check raises `Broken`."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._reports: dict[bytes, Report] = {}

    def check(self) -> None:
        """Check the final state of all honest peers."""
        honest = [node for node in self._judge.world.nodes if node.honest]
        watching = [node for node in self._judge.world.spectators if node.honest]
        for node in (*honest, *watching):
            self.check_log(node)
        for spectator in watching:
            self.check_spectator(spectator)
        self._judge.check_genesis(honest)
        staying = [node for node in honest if node.seat not in self.gone]
        for one, other in combinations(staying, 2):
            self.check_same(one, other)
        for node in staying:
            self.check_done(node)
            self.check_dropped(node)

    @property
    def gone(self) -> frozenset[int]:
        """The seats that were still down at the end."""
        return frozenset(node.seat for node in self._judge.world.nodes if not node.alive and not node.left)

    def check_log(self, node: Node) -> None:
        """The log holds the records of its table, and the verdict follows from them."""
        ledger, written = node.table.ledger, bytes(node.disk.log)
        if node.seat in self.gone:
            return
        if not written.startswith(header(node.genesis)):
            raise Broken(f"the log of seat {node.seat} has lost its beginning")
        report = self._verified(written)
        assert report.replay is not None
        if report.replay.ledger.records != ledger.records:
            raise Broken(f"the log of seat {node.seat} is not what its table holds")
        if report.deviation is not None and not set(report.deviation.wrong) <= self._judge.guilty:
            raise Broken(f"the log of seat {node.seat} blames an honest seat: {report.deviation}")
        expected = Verdict.FAIR if isinstance(ledger.now.pending, Over) else Verdict.UNFINISHED
        if node.table.faults.proofs:
            expected = Verdict.CHEATED
        if report.verdict is not expected:
            raise Broken(f"the log of seat {node.seat} is {report.verdict.value}: {report.fault}")

    def _verified(self, log: bytes) -> Report:
        """The value of a log; equal logs are checked once."""
        if log not in self._reports:
            self._reports[log] = verify(log, self._judge.world.find_game)
        return self._reports[log]

    def check_same(self, one: Node, other: Node) -> None:
        """Two honest logs are equal up to the end of the shorter one; if a lie has made two of them, both show the
        liar."""
        for ours, theirs in zip(one.table.ledger.records, other.table.ledger.records, strict=False):
            if is_same(ours, theirs):
                continue
            place = Place(one.genesis.id, ours.slot, one.table.ledger.heads[ours.slot])
            finding = compare(place, ours, theirs)
            if not isinstance(finding, Proof) or finding.seat not in self._judge.guilty:
                raise Broken(f"seats {one.seat} and {other.seat} hold two histories from slot {ours.slot} on")
            return

    def check_spectator(self, spectator: Spectator) -> None:
        """A spectator holds what the seat holds through which it watches, unless a lie has made two histories that
        both show the liar; all of it, if that seat has left in peace."""
        seat = self._judge.world.nodes[spectator.watched]
        if not seat.honest:
            return
        self.check_same(spectator, seat)
        ours, theirs = spectator.table.ledger.records, seat.table.ledger.records
        in_peace = seat.table.ledger.now.closed and seat.left and seat.ended_at > self._judge.mended + PEACE
        if in_peace and len(ours) < len(theirs) - 1:  # the last is the receipt of a game that was over before it
            raise Broken(f"spectator {spectator.seat} has not seen the end")

    def check_dropped(self, node: Node) -> None:
        """Only seats that attack, or that faults kept away for the grace time, are dropped."""
        for record in node.table.ledger.records:
            value = record.value
            if not isinstance(value, Ruling) or value.kind is not RulingKind.DROP:
                continue
            if value.seat not in self._judge.guilty | self._judge.excused | set(
                self._judge.stops
            ) and not self._has_left(value.seat):
                raise Broken(f"seat {value.seat} was dropped at seat {node.seat}, though it never stayed away for long")

    def _has_left(self, seat: int) -> bool:
        node = self._judge.world.node(seat)
        return node is None or node.left

    def check_done(self, node: Node) -> None:
        """Nobody waits for ever: the table is over, or stopped, or too few are there to continue."""
        table, now = node.table, node.table.ledger.now
        if node.over or isinstance(now.pending, Over):
            return
        if table.due is not None and table.due.kind is InputKind.ACCEPT and not self._judge.all_begin:
            return
        if node.seat not in now.present or self._waits_for_a_decision(node):
            return
        there = [
            other.seat
            for other in self._judge.world.nodes
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
        """Whether the table waits for a decision without limit, which an attacker owes."""
        due = node.table.due
        if node.genesis.contract.turn_time and len(node.table.ledger.now.present) > 2:
            return False
        return due is not None and due.kind in DECISIONS and set(node.table.awaited) <= self._judge.guilty
