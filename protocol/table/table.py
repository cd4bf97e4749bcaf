"""A live table, sans I/O: one's own choices and other peers' messages in, effects out.

    choose(move)  ----+                          +--> Persist, Write (journal and log, before anything is acted on)
    receive(peer) ----+--> table --> ledger -----+--> Send           (to linked peers)
    tick()        ----+                          +--> news           (for the screen)

`proceed()` follows `choose(move)`: first the move is sent, then its state is computed.

A table knows nothing of hosts and guests: after the genesis all peers are equal. This module only routes. `ledger` has
the final slots, `slot` the open one, and `consensus` the rules of deciding; `liveness` knows the present seats, `sync`
the peers that lack something, and `faults` the cheats. Specified in `spec/table.md`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from ..wire.errors import Code, FalseState, LocalError, RemoteError
from ..wire.limits import CHAT_LINES, HAVES, REFUSALS_TOLD
from ..wire.rate_limiter import RateLimiter
from ..wire.sanitize import clean_chat
from .agreements import TakebackQuestion, Takebacks
from .choices import Choices
from .claims import Claims
from .consensus import Ruling, RulingKind
from .decider import Decider
from .effects import Away, Effect, InputReceived, RanDown, Refused, Said, Send, Stopped, TimeUp, Write
from .faults import Faults
from .genesis_check import GenesisCheck
from .histories import Histories
from .intake import Intake
from .journal import Word
from .kinds import DECISIONS, RECEIPTS, InputKind
from .ledger import Ledger
from .liveness import Liveness
from .messages import (
    Agreements,
    Ask,
    AskState,
    Attested,
    Chat,
    Claimed,
    Have,
    Leave,
    Message,
    Papers,
    Recall,
    Recalled,
    Records,
    StateIs,
)
from .proofs import Proof
from .records import Record, check_record
from .recovery import Recovery
from .rulings import Rulings
from .run_down import RunDown
from .signer import Signer
from .signing import Input
from .slot import Final, Slot
from .speech import Speech
from .state import Due
from .sync import PeerView, Sync, papers_lacked
from .writing import WriteRule

CLOSING = 10
"""Ticks for receipts of the end. The game is over without them."""


_Rare = Records | Proof | Claimed | Ask | AskState | StateIs | Attested | Recall | Recalled | Agreements | Leave
"""Messages after each of which everything is checked again."""


class Table:
    """One peer's view of a table. `signer` is None for a spectator, who never signs anything.

    `Table(ledger, signer)` is a table that has just begun; `resume` makes one that continues.
    """

    def __init__(self, ledger: Ledger, signer: Signer | None, *, journal_lost: bool = False) -> None:
        own = None if signer is None else signer.seat
        contract = ledger.genesis.contract
        self.ledger = ledger
        self.signer = signer
        self.liveness = Liveness(contract, own)
        self._run_down = RunDown(self.liveness, own)
        self.sync = Sync(contract, own)
        self.faults = Faults(ledger)
        self.refused: Counter[bytes] = Counter()
        """Refused messages, by the peer whose link they came over."""
        self._out: list[Effect] = []
        self._genesis_check = GenesisCheck(ledger.genesis)
        self._intake = Intake(self.sync, self._out)
        self._histories = Histories(ledger, signer, self.sync, self.faults, self._out)
        self._rulings = Rulings(self.liveness, self.sync, self.faults, self._out)
        self._write_rule = WriteRule(self.sync)
        self._claims = Claims(ledger, signer, self.faults, self._out)
        self._takebacks = Takebacks(signer, self.sync, self._out)
        self._recovery = Recovery(signer, self.sync, self._out, journal_lost=journal_lost)
        self._choices = None if signer is None else Choices(signer)
        self._away: set[int] = set()
        """The seats that are shown as absent in this slot."""
        self._chat: defaultdict[int | None, RateLimiter] = defaultdict(RateLimiter)
        """Recent chat: of each seat, and of all spectators together (None)."""
        self._decider: Decider | None
        self._is_settled = False
        """Whether everything is done that follows from the present statements."""
        self._resumed_step = -1
        """The step within which this program was restarted."""
        self._open(same_step=False)

    @classmethod
    def resume(
        cls,
        ledger: Ledger,
        signer: Signer | None,
        words: Iterable[Word] = (),
        proofs: Iterable[Proof] = (),
        *,
        journal_lost: bool = False,
    ) -> Table:
        """A table resumed from its log, which is in `ledger`, and from its journal.

        With `journal_lost`, nothing is signed until every seat present has sent, on a new link, all that one's own seat
        has signed in the open slot.
        """
        table = cls(ledger, signer, journal_lost=journal_lost)
        table.faults.proofs.update({proof.seat: proof for proof in proofs})
        table._open(same_step=False)
        table._resumed_step = ledger.now.step
        if table._choices is not None:
            for word in words:
                table._recovery.restore(table.slot, word, table._choices)
        return table

    @property
    def due(self) -> Due | None:
        """The inputs that the table waits for; None when it is closed or stopped."""
        return None if self.faults.stopped is not None else self.slot.due

    @property
    def stopped(self) -> Stopped | None:
        """Why the table cannot continue here."""
        return self.faults.stopped

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose inputs are still missing."""
        return () if self.stopped is not None else self.slot.missing

    @property
    def unacked(self) -> tuple[int, ...]:
        """The seats that have not confirmed an answer that is complete."""
        return () if self.stopped is not None else self.slot.unacked

    @property
    def may_sign(self) -> bool:
        """Whether one's own seat may sign: not before the others have sent its statements from before a restart."""
        return self.signer is not None and not self._recovery.is_recalling

    @property
    def asks_me(self) -> bool:
        """Whether the rules wait for a decision of one's own seat."""
        due, signer = self.slot.due, self.signer
        if due is None or signer is None or signer.seat not in self.slot.missing or due.kind not in DECISIONS:
            return False
        return self.faults.stopped is None and not self._recovery.is_recalling

    @property
    def takeback(self) -> TakebackQuestion | None:
        """The open question whether the last move is taken back; None without one."""
        return None if self.stopped is not None else self._takebacks.question(self.ledger.now)

    @property
    def may_ask_takeback(self) -> bool:
        """Whether one's own seat may ask the others to take its last move back."""
        return self.stopped is None and self.may_sign and self._takebacks.may_ask(self.ledger.now)

    @property
    def asks_takeback(self) -> bool:
        """Whether one's own seat is asked to agree that the last move is taken back."""
        if self.stopped is not None or self.signer is None or not self.may_sign:
            return False
        return self._takebacks.asks(self.ledger.now, self.signer.seat)

    def no_takeback(self) -> str | None:
        """Why the last move cannot be taken back now, even if all agree; None if it can."""
        return self._takebacks.reason(self.ledger.now)

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to wait for: the table is closed, or its receipts have not come in time."""
        due = self.slot.due
        return due is None or (due.kind is InputKind.CLOSE and self.liveness.slot_age >= CLOSING)

    @property
    def droppable(self) -> tuple[int, ...]:
        """The seats that one's own may vote to drop, or at a table of two claim to have gone.

        The table waits for them, their grace time is over, and of more than two seats enough are reachable to decide
        it.
        """
        due = self.due
        if (
            due is None
            or self.signer is None
            or due.kind in RECEIPTS
            or self.signer.seat not in self.ledger.now.present
        ):
            return ()
        return tuple(seat for seat in self.slot.missing if self._is_droppable(seat, due))

    def _is_droppable(self, seat: int, due: Due) -> bool:
        if self.liveness.has_voted(seat) or not self.liveness.is_grace_over(seat, due, owes=True):
            return False
        if not self.slot.state.needs_acks:
            return self._claims.may_make(self.slot, seat)
        return not self.lacking(seat)

    def lacking(self, target: int) -> int:
        """How many more reachable seats it would take to decide that one is dropped; 0 if there are enough."""
        state = self.ledger.now
        here = sum(self.liveness.is_reachable(seat) for seat in state.present if seat != target)
        return max(0, state.electorate.quorum - here)

    @property
    def is_time_known(self) -> bool:
        """Whether the clock of the due decision has run here from its beginning: not after a restart within it."""
        return self.ledger.now.step != self._resumed_step

    @property
    def seconds_left(self) -> int | None:
        """Seconds for the due decision, as counted here; None without a limit."""
        turn_time, due = self.ledger.genesis.contract.turn_time, self.due
        if not turn_time or due is None or due.kind not in DECISIONS:
            return None
        return max(0, turn_time - self.liveness.decision_age)

    @property
    def everybody_has_all(self) -> bool:
        """Whether every linked peer, spectators included, has shown that it has everything; at a table that is closed,
        every present seat, too, whose link may just have ended."""
        if self.sync.views and self.stopped is not None and self.stopped.error.code is Code.OTHER_TABLE:
            return False
        now = self.ledger.now
        return self.sync.are_past(now.slot, now.present if now.closed else ())

    def begin(self) -> list[Effect]:
        """Take part: give the inputs that need no decision. Call once, when the log is open."""
        self._advance()
        return self._take()

    def choose(self, move: Any) -> list[Effect]:
        """Make the decision that `asks_me` asks for. When its effects are carried out, `proceed`.

        Raises:
            LocalError: nothing is asked of one's own seat now.
            IllegalMove: the rules forbid the move; with the reason.
        """
        if self.signer is None or self._choices is None or not self.asks_me:
            raise LocalError("you cannot move now")
        game = self.ledger.game
        game.check(self.ledger.now.state, self.signer.seat, move)
        self._choices.decide(self.ledger.now, game.format(move).encode("ascii"))
        self._is_settled = False
        if self.slot.state.needs_acks:  # one's own ack goes with the move, in one message
            self._advance()
        else:
            self._give()
            self._out += self._speech.flush()
        return self._take()

    def proceed(self) -> list[Effect]:
        """Do what follows from one's own decision, now that it is on its way."""
        if not self._is_settled:
            self._advance()
        return self._take()

    def ask_takeback(self) -> list[Effect]:
        """Ask all others to agree that one's own last move is taken back.

        Raises:
            LocalError: it cannot be asked now.
        """
        if not self.may_ask_takeback:
            raise LocalError(self.no_takeback() or "you cannot ask to take a move back now")
        return self.answer_takeback(agrees=True)

    def answer_takeback(self, *, agrees: bool) -> list[Effect]:
        """Agree that the last move is taken back, or refuse it. A no may become a yes later; a yes stays.

        Raises:
            LocalError: there is no such question, or one's own seat has agreed to it already.
        """
        if self.stopped is not None or not self.may_sign:
            raise LocalError("you cannot answer now")
        self._takebacks.answer(self.ledger.now, agrees=agrees)
        self._advance()
        return self._take()

    def vote_out(self, seat: int) -> list[Effect]:
        """Vote to drop a seat. With two seats this is a claim: the table stops, and can be resumed.

        Raises:
            LocalError: it may not be dropped now.
        """
        if seat not in self.droppable:
            raise LocalError(f"{self.ledger.now.name(seat)} cannot be voted out now")
        self.liveness.vote(seat)
        if not self.slot.state.needs_acks:
            self._claims.make(self.slot, seat)
        self._advance()
        return self._take()

    def wait_for(self, seat: int) -> list[Effect]:
        """Wait for a seat without a limit: one's own program does not consent to drop it automatically."""
        self.liveness.wait(seat)
        return self._take()

    def say(self, text: str) -> list[Effect]:
        """Send a line of chat."""
        return [Send(Chat(clean_chat(text)))]

    def connected(self, peer: bytes) -> list[Effect]:
        """Note a link with that peer (its public key)."""
        self.sync.views[peer] = PeerView()
        self._is_settled = False
        self._hear(peer)
        self._out += [Send(proof, peer) for proof in self.faults.proofs.values()]
        self._recovery.connected(peer)
        self._out.append(Send(self._have()))  # to all: now they know of this link
        return self._take()

    def disconnected(self, peer: bytes) -> None:
        """Note the end of the link with that peer."""
        self.sync.disconnect(peer)
        self._is_settled = False
        seat = self.sync.seat_of(peer)
        self._genesis_check.forget(seat)
        if seat is None:  # strangers can connect without limit, so nothing of them is kept
            self.refused.pop(peer, None)

    def tick(self) -> list[Effect]:
        """Let time pass and send one's `have`, so that lost messages are sent again. Call about once a second."""
        self.liveness.count()
        elsewhere = self._genesis_check.find(self.slot.missing, self.liveness.tick)
        if elsewhere is not None and self.ledger.now.slot == 0:
            self._out += self.faults.stop(elsewhere)
        self._out += self.faults.give_up_waiting(self.liveness.tick)
        self._recovery.ask_again()
        self._takebacks.repeat(self.ledger.now)
        self._run_down.tick(self.slot.missing)
        self._choose_by_default()
        self._tell_away()
        if self._speaking is not None and self.signer is not None:
            self._rulings.prepare(self.slot, self._speaking, self.signer.seat)
        self._advance()
        return [*self._take(), Send(self._have())]

    def receive(self, peer: bytes, message: Message) -> list[Effect]:
        """Handle a message of `peer`. Nothing in it can do harm."""
        view = self.sync.views.get(peer)
        if view is None:
            return []
        self._hear(peer)
        changes = self.slot.changes
        try:
            self._receive(peer, view, message)
        except RemoteError as error:
            self._refuse(peer, error)
        if not self._is_settled or self.slot.changes != changes:
            self._advance()
        return self._take()

    def _receive(self, peer: bytes, view: PeerView, message: Message) -> None:
        match message:
            case Papers():
                self._take_papers(peer, view, message)
            case Have():
                self._compare(peer, view, message)
            case Chat(text):
                self._hear_chat(peer, clean_chat(text))
            case _:
                self._is_settled = False
                self._receive_rare(peer, view, message)

    def _receive_rare(self, peer: bytes, view: PeerView, message: _Rare) -> None:
        tick = self.liveness.tick
        match message:
            case Records(records):
                self._take_records(peer, view, records)
            case Proof():
                self._take_proof(message)
            case Claimed():
                self._claims.take(message)
            case Ask(first):
                self._histories.send_records(peer, view, first, tick)
            case AskState(slot):
                self._histories.send_state(peer, view, slot, self.slot, tick)
            case StateIs(slot, position):
                self._histories.take_state(peer, view, slot, position)
            case Attested():
                self._histories.take_attested(peer, view, message, tick)
            case Recall():
                self._recovery.tell(self.slot, peer, view, tick)
            case Agreements():
                self._takebacks.take(peer, message, self.ledger.now)
            case Recalled(slot):
                self._recovery.take(view, slot, self.ledger.now.slot)
            case Leave():
                pass

    def _take_papers(self, peer: bytes, view: PeerView, papers: Papers) -> None:
        """Take statements about the open slot, keep those about later ones, and answer those about earlier ones.

        Raises:
            RemoteError: a statement is invalid; those before it were taken.
        """
        place, now, tick = papers.place, self.ledger.now, self.liveness.tick
        if place.table != now.genesis.id:
            self._genesis_check.note(self.sync.seat_of(peer), papers, now.slot, tick)
        view.slot = max(view.slot, place.slot)
        if place.slot > now.slot:
            view.keep_early(papers)
        elif place.slot < now.slot:
            self._is_settled = False  # a proof may be in them
            self._histories.answer_late(peer, view, papers, tick)
        elif place.head != now.head:
            self._histories.ask(peer, view, tick)
            raise RemoteError(Code.DIVERGED, f"statements on another history or state before slot {place.slot}")
        elif self.faults.stopped is None:
            self._intake.take(peer, papers, self.slot, self._speaking, self._consents, tick)

    def _compare(self, peer: bytes, view: PeerView, have: Have) -> None:
        """Send the statements that the peer lacks, and note its links and consents."""
        view.have, view.slot = have, max(view.slot, have.slot)
        seat, now = self.sync.seat_of(peer), self.ledger.now
        if seat in now.present:
            self.liveness.note_links(have.links)
        if have.slot < now.slot:
            self._histories.send_records(peer, view, have.slot, self.liveness.tick)
        elif have.slot == now.slot == 0 and have.head != now.head:
            self._out.append(Send(Papers(now.place, self.slot.all_inputs), peer))  # shows it that its table is another
        elif have.slot == now.slot and have.head != now.head:
            self._histories.ask(peer, view, self.liveness.tick)
        elif have.slot == now.slot:
            self._rulings.note(self.slot, seat, have)
            papers = papers_lacked(self.slot, have) if view.pace.allows(Have, HAVES, self.liveness.tick) else None
            if papers is not None:
                self._out.append(Send(papers, peer))

    def _take_records(self, peer: bytes, view: PeerView, records: tuple[Record, ...]) -> None:
        """Take over records that a peer has written, from any sender: their evidence is checked.

        Raises:
            RemoteError: one is invalid, or differs from ours.
        """
        for record in records:
            if record.slot >= self.ledger.now.slot:
                view.keep_pending(record, self.ledger.now.slot)
            elif not self._histories.agrees(peer, view, record):
                return
        self._learn(view)

    def _learn(self, view: PeerView) -> None:
        """Take the content of a peer's record of the open slot.

        Raises:
            RemoteError: it is invalid.
        """
        record = view.take_pending(self.ledger.now.slot)
        if record is None or self.stopped is not None:
            return
        try:
            outcome = check_record(self.ledger.now, record)
        except FalseState:
            view.pending.clear()
            self._histories.take_other_state(record, self.slot, self.liveness.tick)
            return
        except RemoteError:
            view.pending.clear()
            raise
        view.shown = record.slot, outcome.digest
        self.slot.learn(record, outcome)

    def _hear_chat(self, peer: bytes, text: str) -> None:
        """Show a line, unless there have been too many lately or nothing is left of it."""
        seat = self.sync.seat_of(peer)
        if text and self._chat[seat].allows(Chat, CHAT_LINES, self.liveness.tick):
            self._out.append(Said(peer, seat, text))

    def _take_proof(self, proof: Proof) -> None:
        """Take a proof that a seat has cheated.

        Raises:
            RemoteError: it proves nothing.
        """
        if proof.seat not in self.faults.proofs:
            proof.check(self.ledger.genesis)
            self._out += self.faults.prove(proof)
            for statement in (proof.first, proof.second) if proof.place == self.ledger.now.place else ():
                if isinstance(statement, Input):  # others may have acked either of them
                    self.slot.add_input(statement)

    def _hear(self, peer: bytes) -> None:
        seat = self.sync.seat_of(peer)
        if seat is not None:
            self.liveness.hear(seat)

    def _refuse(self, peer: bytes, error: RemoteError) -> None:
        self.refused[peer] += 1
        holder = self.sync.holder(peer)
        if holder != peer:
            self.refused[holder] += 1
        if self.refused[holder] <= REFUSALS_TOLD:
            self._out.append(Refused(peer, error))

    @property
    def _speaking(self) -> Decider | None:
        """The decider of one's own seat in ballots; None while nothing may be signed."""
        return None if self._recovery.is_recalling or self.faults.stopped is not None else self._decider

    def _consents(self, ruling: Ruling) -> bool:
        return self._rulings.consents(self.slot, ruling)

    def _open(self, *, same_step: bool) -> None:
        """Begin the open slot of the ledger."""
        now, signer = self.ledger.now, self.signer
        own = None if signer is None else signer.seat
        self.slot = Slot(now, own, self.faults.cheats - {own})
        self._speech = Speech(now.place)
        self._decider = None
        if signer is not None and self.slot.acceptor is not None:
            self._decider = Decider(self.slot, signer, self._speech)
        self._away.clear()
        self._write_rule.open_slot()
        self._rulings.open_slot()
        self._takebacks.open_slot()
        self.liveness.open_slot(same_step=same_step)
        self._run_down.open_slot(same_step=same_step)

    def _advance(self) -> None:
        """Do everything that follows from the present statements, slot by slot."""
        self._is_settled = True
        own = None if self.signer is None else self.signer.seat
        while True:
            self._recovery.finish(self.slot)
            self._give()
            if not self.slot.changes and not self.faults.proofs:
                return  # nothing follows from a slot without statements
            if self.slot.state.needs_acks:
                self._speak_in_ballots()
            self._out += self._speech.flush()
            for proof in self.slot.take_proofs():
                self._out += self.faults.prove(proof)
            self._out += self.faults.stop_by_proofs(self.ledger.now, own)
            if self.slot.acks:
                self._histories.look_at_states(self.slot, self.liveness.tick)
            if self.faults.stopped is not None:
                return
            final = self._write_rule.choose(self.slot, self.faults.proofs, self.liveness.tick)
            if final is None:
                return
            self._write(final)

    def _speak_in_ballots(self) -> None:
        """Ack and propose what one's own seat may."""
        speaking = self._speaking
        if speaking is not None:
            speaking.ack()
            speaking.propose()

    def _give(self) -> None:
        """Give one's own due input, if that needs no decision or the decision is made."""
        signer, choices, state = self.signer, self._choices, self.ledger.now
        if signer is None or choices is None or state.due is None or signer.seat not in self.slot.missing:
            return
        if self._recovery.is_recalling or self.faults.stopped is not None:
            return
        content = choices.content(state)
        due = self._takebacks.input_(state) if content is None else Input(signer.seat, state.due.kind, content)
        if due is None:
            return
        given = signer.sign(state.place, due)
        self.slot.add_input(given, is_own=True)
        self._speech.give(given, choices.opening_of(given))
        if self.slot.missing:
            self._out.append(InputReceived(given.seat, given.kind))

    def _write(self, final: Final) -> None:
        """Write a final value, and open the next slot with its early statements."""
        before, value, record = self.ledger.now, final.outcome.value, self.slot.record(final)
        step = self.ledger.write(record, final.outcome)
        self._write_rule.written(final)
        self._out.append(Write(record))
        for seat in self._run_down.defaults(before, record.inputs):
            self._out.append(RanDown(seat))
        if step is not None:
            self._out.append(step)
        elif isinstance(value, Ruling):
            self._out.append(TimeUp(value.seat))
        self._open(same_step=self.ledger.now.step == before.step)
        for peer, view in list(self.sync.views.items()):
            if view.early or view.pending:
                self._take_early(peer, view)

    def _take_early(self, peer: bytes, view: PeerView) -> None:
        """Take a peer's early statements about the slot that is open now."""
        try:
            self._learn(view)
        except RemoteError as error:
            self._refuse(peer, error)
        for papers in view.take_early(self.ledger.now.slot):
            try:
                self._take_papers(peer, view, papers)
            except RemoteError as error:
                self._refuse(peer, error)

    def _choose_by_default(self) -> None:
        """Make the default move of one's own seat when the turn time is over."""
        if self.signer is None or self._choices is None or not (self.asks_me and self.liveness.is_time_up):
            return
        game, state = self.ledger.game, self.ledger.now
        self._choices.decide(state, game.format(game.default(state.state, self.signer.seat)).encode("ascii"))
        self._out.append(TimeUp(self.signer.seat))

    def _tell_away(self) -> None:
        for seat in self.droppable:
            if seat not in self._away:
                self._away.add(seat)
                self._out.append(Away(seat, self.liveness.is_reachable(seat)))

    def _have(self) -> Have:
        slot, now = self.slot, self.ledger.now
        proposal = slot.highest_proposal
        return Have(
            now.slot,
            now.head,
            sum(1 << seat for seat in slot.inputs),
            0 if slot.acceptor is None else slot.acceptor.promised,
            0 if proposal is None else proposal.ballot,
            tuple(max(slot.acks.get(seat, {}), default=-1) + 1 for seat in range(len(now.genesis.contract.seats))),
            self._rulings.about(slot, RulingKind.DROP),
            self._rulings.about(slot, RulingKind.SKIP),
            self.sync.links,
        )

    def _take(self) -> list[Effect]:
        effects = list(self._out)
        self._out.clear()
        return effects
