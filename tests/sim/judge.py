"""What must hold in every run, watched while it happens and looked at in the end. Specified in `spec/simulation.md`."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

from p2pgame.engine.pending import Over
from p2pgame.protocol.voting_table.effects import Proven, Refused, Said, Stopped, Tell
from p2pgame.protocol.voting_table.inputs import HEAD_SIZE, Input
from p2pgame.protocol.voting_table.kinds import VOTES, Kind
from p2pgame.protocol.voting_table.ledger import Step
from p2pgame.protocol.voting_table.log import header
from p2pgame.protocol.voting_table.messages import Give, Message, Steps
from p2pgame.protocol.voting_table.verify import Report, Verdict, verify
from p2pgame.protocol.voting_table.votes import read_vote, votes_needed
from p2pgame.protocol.wire.errors import Code, RemoteError, SeatError
from p2pgame.protocol.wire.sanitize import clean_chat

from .clock import SECOND
from .lobby_judge import Broken, LobbyJudge

if TYPE_CHECKING:
    from .node import Node
    from .spectator import Spectator
    from .world import World

PEACE = 30 * SECOND
"""How long after the last fault whoever looks on is linked again, and has caught up."""

TOLD = 5 * SECOND
"""For how long a seat that went back must have been heard since, for whoever looks on to have been told of it."""

_CHOICES = (Kind.MOVE, Kind.COMMIT, Kind.ANSWER)

_BLAMES = frozenset(
    {Code.FALSE_SHARE, Code.FALSE_OPENING, Code.ILLEGAL_MOVE, Code.BAD_CONTENT, Code.FALSE_HEAD, Code.NOT_ASKED}
)
"""Refusals that no honest seat can earn, whatever the network does."""


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
        self._signed: dict[tuple[object, ...], Input] = {}
        self._commits: defaultdict[int, set[int]] = defaultdict(set)
        self._went_back: dict[int, int] = {}
        """When seats went back last."""
        self._written = [0] * world.peers
        self._shares: list[list[bytes]] = [[] for _ in range(world.count)]

    # While it happens

    def sent(self, node: Node, message: Message) -> None:
        """A peer sends this; what honest seats say must not contradict or betray them."""
        if not node.honest:
            return
        match message:
            case Give(given):
                self._check_given(node, given)
            case Steps(steps):
                for step in steps:
                    for given in step.inputs:
                        self._check_given(node, given)
            case _:
                pass

    def wrote(self, node: Node, step: Step) -> None:
        """A peer has written a step."""
        if node.honest and step.number != self._written[node.seat]:
            raise Broken(f"seat {node.seat} wrote step {step.number} after step {self._written[node.seat] - 1}")
        self._written[node.seat] = step.number + 1
        self.world.trace.add(f"{node.seat} writes step {step.number}", step.state_hash)

    def rewound(self, node: Node, number: int) -> None:
        """A peer has taken steps back: for enough votes, or to vote out in that step who has signed twice."""
        if node.honest and not self._has_votes(node, number) and not self._is_shown_a_cheat(node, number):
            raise Broken(f"seat {node.seat} goes back to step {number} for no votes and no proof")
        self._written[node.seat] = number
        self._went_back[node.seat] = self.world.clock.now
        self.world.trace.add(f"{node.seat} goes back to step {number}")

    def restarted(self, node: Node, steps: int) -> None:
        """A peer has found so many steps in its log."""
        if node.honest:
            self._written[node.seat] = steps
        self.world.trace.add(f"{node.seat} finds {steps} steps")

    def told(self, node: Node, news: Tell) -> None:
        """A peer tells its screen something."""
        match news:
            case Stopped(error):
                self.world.trace.add(f"{node.seat} stops: {error}")
                self.stops[node.seat] = news
                if node.honest:
                    self._check_stop(node, news)
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
        """The seat that an error names, or else whoever is at the other end of the link."""
        return error.seat if isinstance(error, SeatError) else self.world.seat_of(peer)

    def _check_stop(self, node: Node, stopped: Stopped) -> None:
        error = stopped.error
        claims = {given.seat for given in stopped.proof}
        if error.code is Code.CONTESTED and (self.excused or (claims and claims <= self.guilty)):
            return  # of two that have gone on alone neither is named: the other's word is here
        if error.code is Code.OTHER_TABLE and self.guilty and not node.table.ledger.step:
            return
        if not isinstance(error, SeatError) or error.seat not in self.guilty:
            raise Broken(f"seat {node.seat} stops, though nobody is guilty of that: {error}")

    def _has_votes(self, node: Node, number: int) -> bool:
        """Whether what it hears just now has enough votes on that step: in one ballot, each seat's once."""
        present = self._present_before(node, number)
        for step in self._shown(node, number):
            for vote in {read_vote(given) for given in step.inputs if given.kind in (Kind.DROP, Kind.SKIP)}:
                votes = [given for given in step.inputs if vote is not None and read_vote(given) == vote]
                voters = {given.seat for given in votes if given.seat in present and self._is_signed(node, given)}
                if len(voters) >= votes_needed(len(present)):
                    return True
        return False

    def _is_shown_a_cheat(self, node: Node, number: int) -> bool:
        """Whether it hears just now the answer of a seat to that step that has signed twice, or a vote to drop it."""
        liars = {proof.seat for _, proof in node.table.proofs} & set(self._present_before(node, number))
        shown = {given.seat for step in self._shown(node, number) for given in step.answers}
        if isinstance(node.hearing, Give):
            given = node.hearing.given
            vote = read_vote(given) if given.kind in VOTES else None
            is_drop = vote is not None and vote.yes and vote.motion.kind is Kind.DROP
            if vote is not None and is_drop and given.step == number and given.seat != vote.motion.target:
                shown.add(vote.motion.target)
        return bool(liars & shown)

    def _shown(self, node: Node, number: int) -> list[Step]:
        steps = node.hearing.steps if isinstance(node.hearing, Steps) else ()
        return [step for step in steps if step.number == number]

    def _present_before(self, node: Node, number: int) -> tuple[int, ...]:
        return node.table._ledger_before(number).present

    def _is_signed(self, node: Node, given: Input) -> bool:
        try:
            given.check_signature(self.world.public(given.seat))
        except RemoteError:
            return False
        return given.table == node.genesis.id

    @staticmethod
    def _about(given: Input) -> object:
        """What may be said once: yes or no in one ballot, one state to which the same answers lead, one answer."""
        vote = read_vote(given) if given.kind in VOTES else None
        if vote is not None:
            return vote.motion, vote.ballot
        return (given.kind, given.content[HEAD_SIZE:]) if given.kind is Kind.STATE else given.kind

    def _check_given(self, node: Node, given: Input) -> None:
        if given.seat in self.guilty:
            return
        key = given.table, given.step, given.seat, given.head, self._about(given)
        known = self._signed.get(key)
        if known is not None and known.pair == given.pair:
            return
        if known is not None:
            raise Broken(f"seat {given.seat} signed two inputs: {known} and {given}")
        given.check_signature(self.world.public(given.seat))
        self._signed[key] = given
        if given.seat != node.seat:
            raise Broken(f"seat {node.seat} sends what seat {given.seat} has not sent: {given}")
        self._check_time(node, given)

    def _check_time(self, node: Node, given: Input) -> None:
        """Openings and shares must not be on the wire before all have committed, and before the draw is due."""
        ledger = node.table.ledger
        match given.kind:
            case Kind.COMMIT:
                self._commits[given.step].add(given.seat)
            case Kind.OPEN:
                step = next((step for step in node.table.steps if step.number == given.step), None)
                inputs = step.inputs if step is not None else ledger.committed
                asked = {each.seat for each in inputs if each.kind is Kind.COMMIT}
                others = asked - self.guilty - {given.seat}  # its own may have been made while it had no link
                if given.seat not in asked or not others <= self._commits[given.step]:
                    raise Broken(f"seat {given.seat} opens step {given.step} before all have committed")
            case Kind.SHARE:
                self._check_share(node, given)
            case _:
                pass

    def _check_share(self, node: Node, given: Input) -> None:
        player, known = node.table.player, self._shares[node.seat]
        assert player is not None
        due = node.table.ledger.draw_number
        known += [player.chain.share(number) for number in range(len(known) + 1, due + 1)]
        if given.content not in known or given.step > node.table.ledger.step:
            raise Broken(f"seat {node.seat} shows a share before its draw is due: step {given.step}")

    # In the end

    def final(self) -> None:
        """Look at what everybody is left with."""
        honest = [node for node in self.world.nodes if node.honest]
        watching = [node for node in self.world.spectators if node.honest]
        for node in (*honest, *watching):
            self._check_log(node)
        for spectator in watching:
            self._check_looked_on(spectator)
        self._check_genesis(honest)
        staying = [node for node in honest if node.seat not in self.gone]
        self._check_histories(staying)
        for node in staying:
            self._check_done(node)
            for seat in node.table.ledger.dropped:
                excused = seat in self.guilty | self.excused | set(self.stops)  # why it stopped was checked then
                if not excused and not self._was_over(node, seat) and not self._was_outvoted(node, seat):
                    raise Broken(f"seat {seat} was dropped at seat {node.seat}, though it never stayed away for long")

    @property
    def gone(self) -> frozenset[int]:
        """The seats that were still down at the end."""
        return frozenset(node.seat for node in self.world.nodes if not node.alive and not node.left)

    def _check_log(self, node: Node) -> None:
        table = node.table
        if bytes(node.disk.log[: len(header(node.genesis))]) != header(node.genesis):
            raise Broken(f"the log of seat {node.seat} has lost its beginning")
        if node.seat in self.gone:
            return
        written = bytes(node.disk.log)
        report = self._verified(written)
        whole = table.log_before(len(table.steps))
        is_more = table.stopped is not None and written.startswith(whole) and report.steps == len(table.steps)
        if written != whole and not is_more:  # by what a table has stopped stands behind its steps
            raise Broken(f"the log of seat {node.seat} is not what its table holds")
        if report.deviation is not None and not set(report.deviation.wrong) <= self.guilty:
            raise Broken(f"the log of seat {node.seat} blames an honest seat: {report.deviation}")
        expected = Verdict.FAIR if table.ledger.closed else Verdict.UNFINISHED
        if table.proofs:
            expected = Verdict.CHEATED
        if report.verdict is not expected:
            raise Broken(f"the log of seat {node.seat} is {report.verdict.value}: {report.fault}")

    def _verified(self, log: bytes) -> Report:
        """What a log is worth; those of peers that hold the same are the same bytes."""
        if log not in self._reports:
            self._reports[log] = verify(log, self.world.find_game)
        return self._reports[log]

    def _check_histories(self, nodes: list[Node]) -> None:
        """All that went on hold one history; who has stopped holds a part of it, up to what it stopped for."""
        staying = [node for node in nodes if not self._was_left_behind(node)]
        for one, other in combinations(staying, 2):
            steps = min(len(one.table.steps), len(other.table.steps))
            for ours, theirs in zip(one.table.steps[:steps], other.table.steps[:steps], strict=True):
                if _said(ours) != _said(theirs):
                    if self._contested(one, other, ours) or self._after_the_game(one, ours.number):
                        break
                    raise Broken(f"seats {one.seat} and {other.seat} hold two histories from step {ours.number} on")

    def _check_looked_on(self, spectator: Spectator) -> None:
        """Who looks on holds what the seat holds through which it does; all of it, if that has left in peace. Who has
        heard nothing more of a seat since it went back cannot know of that.
        """
        seat = self.world.nodes[spectator.watched]
        went_back = self._went_back.get(seat.seat)
        if not seat.honest or (went_back is not None and spectator.heard_until < went_back + TOLD):
            return
        ours, theirs = (list(map(_said, node.table.steps)) for node in (spectator, seat))
        stopped = seat.table.stopped
        if stopped is not None and stopped.error.code is Code.CONTESTED:
            ours = ours[: len(theirs)]  # of two, the other's word alone suffices for whoever looks on
        if ours != theirs[: len(ours)]:
            raise Broken(f"spectator {spectator.seat} holds another history than seat {seat.seat}")
        in_peace = seat.table.ledger.closed and seat.left and seat.ended_at > self.mended + PEACE
        if in_peace and ours != theirs:
            raise Broken(f"spectator {spectator.seat} has not seen the end")

    def _was_left_behind(self, node: Node) -> bool:
        """Whether the others, but for those that have gone for good, have voted a seat out and played to the end
        without hearing of it again: faults kept it away for so long that it met nobody who could show it their history.
        """
        nodes = [other for other in self.world.nodes if other is not node and other.honest]
        others = [other for other in nodes if other.seat not in self.gone]
        without = [other.left and node.seat in other.table.ledger.dropped for other in others]
        return bool(others) and all(without) and node.seat in self.excused

    def _contested(self, one: Node, other: Node, step: Step) -> bool:
        """Whether two were left, and each says from that step on that the other has gone."""
        before = len(one.table._ledger_before(step.number).present)
        return before == 2 and {one.seat, other.seat} <= self.excused

    def _after_the_game(self, node: Node, number: int) -> bool:
        """Whether a step only signs off a game that was over before it."""
        ledger = node.table.ledger
        if not isinstance(ledger.pending, Over):
            return False
        final = next(step.number for step in node.table.steps if step.state_hash == ledger.state_hash)
        return number > final

    def _was_over(self, node: Node, seat: int) -> bool:
        return all(
            self._after_the_game(node, step.number)
            for step in node.table.steps
            if step.is_drop and step.inputs[0].content[0] == seat
        )

    def _was_outvoted(self, node: Node, seat: int) -> bool:
        """Whether seats that attack were enough by themselves, as others had gone: nothing holds against a majority."""
        drops = [step for step in node.table.steps if step.is_drop and step.inputs[0].content[0] == seat]
        present = [set(self._present_before(node, step.number)) for step in drops]
        return all(len(there) > 2 and len(there & self.guilty) >= votes_needed(len(there)) for there in present)

    def _check_done(self, node: Node) -> None:
        """Nobody waits for ever: the table is closed, or stopped, or too few are left to go on."""
        table = node.table
        if node.over:
            return
        if table.due is not None and table.due.kind is Kind.ACCEPT and not self.all_begin:
            return
        if node.seat in table.ledger.dropped or self._was_left_behind(node) or self._waits_for_a_decision(node):
            return
        alive = {other.seat for other in self.world.nodes if other.alive and other is not node}
        if table._holding and not alive & set(table.ledger.present):  # nobody says what was said before
            return
        left = [
            other
            for other in self.world.nodes
            if other.honest and other.alive and not other.over and other.seat in table.ledger.present
        ]
        if len(left) < table.ledger.votes_needed:
            return
        raise Broken(f"seat {node.seat} waits for ever: {table.due}, awaited {table.awaited}")

    def _waits_for_a_decision(self, node: Node) -> bool:
        """Whether the table waits for what a person may think about for ever, and it is an attacker who does."""
        due = node.table.due
        if node.table.ledger.genesis.contract.turn_time and len(node.table.ledger.present) > 2:
            return False
        return due is not None and due.kind in _CHOICES and set(node.table.awaited) <= self.guilty


def _said(step: Step) -> object:
    """What a step says, whichever votes say it."""
    if step.is_drop:
        return step.inputs[0].content[0], step.state_hash
    return [given.pair for given in step.answers], step.skipped, step.state_hash
