"""A live table, sans I/O: one's own choices and other peers' messages in, effects out.

    choose(move)  ----+                          +--> Keep, Write   (the log, before anything is acted on)
    receive(peer) ----+--> table --> ledger -----+--> Send          (to linked peers)
    beat()        ----+                          +--> news          (for the screen)

A table knows nothing of hosts and guests: after the genesis all peers are alike. It answers by itself what is no
choice (accepting, shares of draws, opening what was committed, closing), relays what another peer lacks, and catches
up from anybody. Specified in `spec/table.md`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from . import fairness
from .contract import Genesis
from .effects import Away, Differs, Effect, Given, Keep, Refused, Rewind, Said, Send, Stopped, Voted, Write
from .errors import Code, LocalError, RemoteError, SeatError
from .fairness import Chain
from .inputs import Input
from .keys import Identity
from .kinds import VOTES, Kind
from .ledger import Due, Happened, Ledger, Step
from .limits import EARLY_STEPS, STEPS_PER_MESSAGE
from .messages import Ask, AskState, Chat, Give, Have, Leave, Message, StateIs, Steps
from .names import clean_chat
from .reconcile import Finding, TwoAnswers, compare, first_difference, went_on
from .votes import Votes

HOLD_BEATS = 3
"""Beats after a restart for which a peer waits for those that are not linked yet, if some have been heard."""

_CHOICES = (Kind.MOVE, Kind.COMMIT, Kind.ANSWER)
"""The kinds that wait for a player's decision."""


class Player:
    """A seat of one's own: what it takes to sign for it."""

    def __init__(self, identity: Identity, genesis: Genesis, seat: int) -> None:
        self.identity = identity
        self.seat = seat
        self.nonce = genesis.entries[seat].nonce
        self.chain = Chain(identity, self.nonce, genesis.contract.id, seat)


@dataclass(slots=True)
class _Peer:
    """What is known of a linked peer."""

    step: int = 0
    links: int = -1
    """The seats that it is linked with; until it says so, all."""
    heard: bool = False
    """Whether it has said what it has."""
    asked: int = -1
    """The beat in which we last asked it for steps or a state: once a beat is enough."""
    compared: int = -1
    """The beat in which we last asked it for a state."""
    answered: int = -1
    """The beat in which we last sent it a state, which costs us work."""


@dataclass(slots=True)
class _Round:
    """The inputs that have come for the round that is due."""

    due: Due
    given: dict[int, Input] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether nobody is missing."""
        return len(self.given) == len(self.due.seats)

    @property
    def mask(self) -> int:
        """The seats that have given theirs."""
        return sum(1 << seat for seat in self.given)


class Table:
    """One peer's view of a table. `player` is None for a spectator, who never signs anything."""

    def __init__(self, ledger: Ledger, player: Player | None) -> None:
        """A table that has just begun; `resumed` makes one that goes on."""
        self.ledger = ledger
        self.player = player
        self.steps: list[Step] = []
        self.stopped: Stopped | None = None
        self.refused: Counter[bytes] = Counter()
        """Messages that have been refused, by the peer whose link they came over."""
        self._round = self._next_round()
        self._early: dict[tuple[int, Kind, int], Input] = {}
        self._opening = b""
        self._kept: tuple[Input, ...] = ()
        self._peers: dict[bytes, _Peer] = {}
        self._out: list[Effect] = []
        self._votes = Votes()
        self._kept_late: set[tuple[int, int]] = set()
        """Steps and seats for which a KEEP has been given."""
        self._suspects: dict[int, Input] = {}
        """Seats that have signed a head which is not ours, and the input in which they did."""
        self._beat = 0
        self._last_heard = dict.fromkeys(range(len(ledger.genesis.contract.seats)), 0)
        self._told_away: set[int] = set()
        self._holding = False
        self._beats_held = 0

    @classmethod
    def resumed(cls, ledger: Ledger, player: Player | None, steps: Iterable[Step], kept: Keep | None) -> Table:
        """A table taken up again from its log: `ledger` has absorbed `steps`, and `kept` was kept beside them.

        It gives again what was kept, but signs nothing new until the others present have said what they have: so that
        not even a log that lost its end in a power cut makes an honest peer sign twice.
        """
        table = cls(ledger, player)
        table.steps = list(steps)
        table._holding = player is not None
        for given in kept.inputs if kept is not None else ():
            table._restore(given)
        table._kept = tuple(given for given in table._kept if given.step == ledger.step)
        if kept is not None and table._kept:
            table._opening = kept.opening
        return table

    # What may be asked at any time

    @property
    def due(self) -> Due | None:
        """What the table waits for; None when it is closed or stopped."""
        return None if self._round is None or self.stopped else self._round.due

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose input to the round is still missing."""
        if self._round is None or self.stopped:
            return ()
        return tuple(seat for seat in self._round.due.seats if seat not in self._round.given)

    @property
    def asks_me(self) -> bool:
        """Whether the rules wait for a decision of one's own seat."""
        due = self.due
        if due is None or self.player is None or self._holding:
            return False
        return due.kind in _CHOICES and self.player.seat in self.awaited

    @property
    def everybody_has_all(self) -> bool:
        """Whether every linked seat has said that it has all that is here."""
        seats = {seat.public for seat in self.ledger.genesis.contract.seats}
        return all(known.step >= self.ledger.step for peer, known in self._peers.items() if peer in seats)

    @property
    def droppable(self) -> tuple[int, ...]:
        """The seats that one's own may vote out now: the table waits for them, and they were silent for too long.

        None as long as fewer are heard of than it takes: a vote binds, so it is given only where it can suffice.
        """
        player, grace = self.player, self.ledger.genesis.contract.grace
        if player is None or self._holding or self.due is None or not self.ledger.step or not grace:
            return ()
        here = [seat for seat in self.ledger.present if seat == player.seat or not self._is_silent(seat, grace)]
        if player.seat not in here or len(here) < self.ledger.votes_needed:
            return ()
        return tuple(seat for seat in self.awaited if seat not in here and not self._votes.has_voted(player.seat, seat))

    # What may happen

    def begin(self) -> list[Effect]:
        """Take part: give what needs no decision. Call once, when the log stands open."""
        self._contribute()
        return self._take()

    def choose(self, move: Any) -> list[Effect]:
        """Make the decision that `asks_me` asks for.

        Raises:
            LocalError: nothing is asked of one's own seat now.
            IllegalMove: the rules forbid the move; with the reason.
        """
        player, due = self.player, self.due
        if player is None or due is None or not self.asks_me:
            raise LocalError("nothing is asked of you now")
        self.ledger.game.check(self.ledger.state, player.seat, move)
        notation = self.ledger.game.format(move).encode("ascii")
        if due.kind is Kind.COMMIT:
            nonce = fairness.secret_nonce(player.identity, player.nonce, self.ledger.genesis.id, due.step)
            self._opening = nonce + notation
            self._give(fairness.commitment(self.ledger.genesis.id, due.step, player.seat, self._opening))
        else:
            self._give(notation)
        self._contribute()
        return self._take()

    def vote_out(self, target: int) -> list[Effect]:
        """Vote to go on without a seat.

        Raises:
            LocalError: it may not be voted out now.
        """
        player = self.player
        if player is None or target not in self.droppable:
            raise LocalError("that seat may not be voted out now")
        given = self._sign_vote(player, Kind.DROP, self.ledger.step, target, self.ledger.head)
        self._kept = (*self._kept, given) if self._kept and self._kept[-1].step == given.step else (given,)
        self._out += [Keep(self._kept, self._opening), Send(Give(given))]
        self._count_vote(given)
        self._contribute()
        return self._take()

    def say(self, text: str) -> list[Effect]:
        """Send a line of chat."""
        return [Send(Chat(clean_chat(text)))]

    def connected(self, peer: bytes) -> list[Effect]:
        """A link with that peer (its public key) stands."""
        self._peers[peer] = _Peer()
        self._hear(peer)
        return [Send(self._have(), peer)]

    def disconnected(self, peer: bytes) -> None:
        """The link with that peer is gone."""
        self._peers.pop(peer, None)

    def beat(self) -> list[Effect]:
        """Say what one has, so that whatever got lost is sent again. Call about once a second."""
        self._beat += 1
        self._beats_held += self._holding
        self._stop_holding()
        for seat in self.droppable:
            if seat not in self._told_away:
                self._told_away.add(seat)
                self._out.append(Away(seat))
        self._contribute()
        return [*self._take(), Send(self._have())]

    def receive(self, peer: bytes, message: Message) -> list[Effect]:
        """Deal with a message that came over the link with `peer`. Nothing in it can do harm."""
        self._hear(peer)
        try:
            match message:
                case Give(given):
                    self._accept(peer, given)
                case Have():
                    self._compare(peer, message)
                case Steps(steps):
                    self._catch_up(peer, steps)
                case Chat(text):
                    self._out.append(Said(peer, self.ledger.genesis.contract.seat_of(peer), clean_chat(text)))
                case Ask(first):
                    self._send_steps(peer, first)
                case AskState(step):
                    self._send_state(peer, step)
                case StateIs(step, position):
                    self._compare_states(peer, step, position)
                case Leave():
                    pass
        except RemoteError as error:
            self._refuse(peer, error)
        self._contribute()
        return self._take()

    # One's own inputs

    def _contribute(self) -> None:
        """Give what needs no decision, as long as that is due."""
        if self._holding:
            return
        while (due := self.due) is not None and self.player is not None and self.player.seat in self.awaited:
            match due.kind:
                case Kind.ACCEPT | Kind.CLOSE:
                    self._give(b"")
                case Kind.SHARE:
                    self._give(self.player.chain.share(self.ledger.draw_number))
                case Kind.OPEN if self._opening:
                    self._give(self._opening)
                case _:
                    return

    def _give(self, content: bytes) -> None:
        """Sign an input of one's own and make it count: on disk first, then to the others."""
        player, round_ = self.player, self._round
        assert player is not None
        assert round_ is not None
        due = round_.due
        given = Input.signed(
            player.identity, self.ledger.genesis.id, due.step, player.seat, due.kind, content, due.head
        )
        alone = len(due.seats) == 1
        if not alone:
            self._kept = (*self._kept, given) if self._kept and self._kept[-1].step == due.step else (given,)
            self._out.append(Keep(self._kept, self._opening))
            self._out.append(Send(Give(given)))
        self._store(round_, given)
        if alone:
            self._out.append(Send(Give(given)))

    def _restore(self, given: Input) -> None:
        """Make an input that was kept before a restart count again, if its round is still due."""
        round_ = self._round
        if round_ is None or self.player is None or given.seat != self.player.seat:
            return
        due = round_.due
        if (given.step, given.kind, given.head) == (due.step, due.kind, due.head):
            self._kept = (*self._kept, given)
            round_.given[given.seat] = given

    def _stop_holding(self) -> None:
        """After a restart: sign again once everybody present has been heard, and nobody knows more than is here."""
        if not self._holding or self.player is None:
            return
        seats = self.ledger.genesis.contract.seats
        others = {seat.public for number, seat in enumerate(seats) if number != self.player.seat}
        present = [known for peer, known in self._peers.items() if peer in others]
        if not present or not all(known.heard and known.step <= self.ledger.step for known in present):
            return
        self._holding = len(present) < len(others) and self._beats_held < HOLD_BEATS

    # Other peers' inputs

    def _accept(self, peer: bytes, given: Input) -> None:
        """Make an input count, if it is due; keep it, if it will be; compare it with what is known, if it was.

        Raises:
            RemoteError: it is none of this table's, or does not hold.
        """
        if given.table != self.ledger.genesis.id:
            raise RemoteError(Code.FOREIGN_TABLE, "an input for another table")
        if given.seat >= len(self.ledger.genesis.contract.seats):
            raise RemoteError(Code.WRONG_SEAT, f"there is no seat {given.seat} at this table")
        if given.kind in VOTES:
            self._accept_vote(peer, given)
            return
        known = self._known(given)
        if known is not None and known.pair == given.pair:
            return
        due = self.due
        if due is not None and given.step > due.step + EARLY_STEPS:
            return
        self.ledger.check_signature(given)
        if known is not None and known.head == given.head:
            self._stop_for_equivocation(known, given)
        elif due is not None and (given.step, given.kind) == (due.step, due.kind):
            if self._accept_due(given):
                self._relay(peer, given)
        elif known is None and due is not None and given.step >= due.step:
            self._early[given.step, given.kind, given.seat] = given

    def _known(self, given: Input) -> Input | None:
        """The input of the same seat, step and kind that is already here."""
        key = (given.step, given.kind, given.seat)
        if given.step < len(self.steps):
            held: Iterable[Input] = self.steps[given.step].inputs
        elif self._round is not None and given.step == self._round.due.step:
            held = (*self.ledger.committed, *self._round.given.values())
        else:
            held = ()
        for known in held:
            if (known.step, known.kind, known.seat) == key:
                return known
        return self._early.get(key)

    def _accept_due(self, given: Input) -> bool:
        """Check an input whose signature has been checked, and take it; whether it was taken.

        Raises:
            RemoteError: it is not good; the seat may still give another.
        """
        if self._round is None or self.stopped or self._bound_against(given.seat):
            return False
        try:
            self.ledger.check(given)
        except RemoteError as error:
            if error.code is Code.DIVERGED:
                self._suspect(given)
            raise
        self._last_heard[given.seat] = self._beat
        self._store(self._round, given)
        return True

    def _store(self, round_: _Round, given: Input) -> None:
        """Take an input that has been checked, and close the round if it was the last."""
        round_.given[given.seat] = given
        if not round_.complete:
            self._out.append(Given(given.seat, given.kind))
            return
        try:
            happened = self.ledger.complete([round_.given[seat] for seat in round_.due.seats])
        except RemoteError:
            del round_.given[given.seat]
            raise
        self._go_on(happened)

    def _go_on(self, happened: Happened | None) -> None:
        """Write the step that has been completed, if one has, and begin the next round with what came early."""
        if happened is not None:
            self.steps.append(happened.step)
            self._opening, self._kept = b"", ()
            self._votes = Votes()
            self._told_away.clear()
            self._out += [Write(happened.step), happened]
        self._round = self._next_round()
        self._take_early()

    def _take_early(self) -> None:
        """Accept what came early and is due now, and forget what came early and never will be."""
        if not self._early:
            return
        due = self.due
        step = due.step if due is not None else self.ledger.step
        self._early = {key: given for key, given in self._early.items() if key[0] >= step and due is not None}
        for key in [key for key in self._early if due is not None and key[0] == step and key[1] in (due.kind, *VOTES)]:
            if self.due == due and key in self._early:
                self._accept_early(self._early.pop(key))

    def _accept_early(self, given: Input) -> None:
        try:
            if given.kind in VOTES:
                self._count_vote(given)
            else:
                self._accept_due(given)
        except RemoteError as error:
            self._refuse(self.ledger.genesis.contract.seats[given.seat].public, error)

    def _next_round(self) -> _Round | None:
        due = self.ledger.due
        return None if due is None else _Round(due)

    # Telling each other what is missing

    def _have(self) -> Have:
        contract = self.ledger.genesis.contract
        links = sum(1 << seat for seat, holder in enumerate(contract.seats) if holder.public in self._peers)
        round_ = self._round
        if round_ is None:
            return Have(self.ledger.step, 0, self.ledger.head, 0, links)
        return Have(round_.due.step, round_.due.kind.value, round_.due.head, round_.mask, links)

    def _compare(self, peer: bytes, have: Have) -> None:
        """Send what the peer lacks."""
        known = self._peers.get(peer)
        if known is None:
            return
        known.step, known.links, known.heard = have.step, have.links, True
        for seat in self._last_heard:
            if have.links >> seat & 1:
                self._last_heard[seat] = self._beat
        self._stop_holding()
        if have.step < len(self.steps):
            self._send_steps(peer, have.step)
        elif self._round is not None and have.step == self._round.due.step:
            lacking: Iterable[Input] = self._round.given.values()
            if have.round == self._round.due.kind:
                if have.head != self._round.due.head:
                    self._ask(peer)
                    return
                lacking = [given for given in lacking if not have.inputs >> given.seat & 1]
            else:
                lacking = [*self.ledger.committed, *lacking]
            self._out += [Send(Give(given), peer) for given in (*lacking, *self._votes.all)]

    def _catch_up(self, peer: bytes, steps: tuple[Step, ...]) -> None:
        """Take over steps that a peer has kept; seats have signed them, whoever sends them."""
        moved = False
        for step in steps:
            if self.stopped or step.number > self.ledger.step:
                break
            if step.number < self.ledger.step:
                if not self._agrees(peer, step):
                    return
            elif any(self._bound_against(given.seat) for given in step.inputs) and not step.is_drop:
                break
            elif not self._absorb(peer, step):
                return
            else:
                moved = True
        if moved:
            self._out.append(Send(self._have(), peer))
        elif steps:
            self._clear_suspect(peer, steps[-1].number)

    def _absorb(self, peer: bytes, step: Step) -> bool:
        """Take over the next step; False if the peer's history differs from ours before it.

        Raises:
            RemoteError: the step does not hold.
        """
        try:
            happened = self.ledger.absorb(step)
        except RemoteError as error:
            if error.code is not Code.DIVERGED:
                raise
            self._ask(peer)
            return False
        self._go_on(happened)
        return True

    def _send_steps(self, peer: bytes, first: int) -> None:
        steps = self.steps[first : first + STEPS_PER_MESSAGE]
        if steps:
            self._out.append(Send(Steps(tuple(steps)), peer))

    def _relay(self, source: bytes, given: Input) -> None:
        """Pass an input on to those linked peers that have no link with its seat."""
        origin = self.ledger.genesis.contract.seats[given.seat].public
        for peer, known in self._peers.items():
            if peer not in (source, origin) and not known.links >> given.seat & 1:
                self._out.append(Send(Give(given), peer))

    # Seats that stay away

    def _hear(self, peer: bytes) -> None:
        seat = self.ledger.genesis.contract.seat_of(peer)
        if seat is not None:
            self._last_heard[seat] = self._beat

    def _is_silent(self, seat: int, grace: int) -> bool:
        return self._beat - self._last_heard[seat] >= grace

    def _bound_against(self, seat: int) -> bool:
        """Whether one's own vote forbids to take that seat's answer in this step."""
        ledger = self.ledger
        return self.player is not None and self._votes.binds(
            self.player.seat, seat, len(ledger.present), ledger.votes_needed
        )

    def _sign_vote(self, player: Player, kind: Kind, step: int, target: int, head: bytes) -> Input:
        return Input.signed(player.identity, self.ledger.genesis.id, step, player.seat, kind, bytes([target]), head)

    def _accept_vote(self, peer: bytes, given: Input) -> None:
        if self.due is None or given.step > self.ledger.step + EARLY_STEPS:
            return
        self.ledger.check_signature(given)
        if given.step > self.ledger.step:
            self._early[given.step, given.kind, given.seat] = given
        elif given.step < self.ledger.step:
            self._answer_late_vote(given)
        elif self._count_vote(given):
            self._relay(peer, given)

    def _count_vote(self, given: Input) -> bool:
        """Take a vote whose signature has been checked, and drop the seat if that was the last that was needed.

        Raises:
            RemoteError: the vote is not good here.
        """
        try:
            target = self.ledger.check_vote(given)
        except RemoteError as error:
            if error.code is Code.DIVERGED:
                self._suspect(given)
            raise
        if given.kind is Kind.KEEP:
            return self._votes.keep(target, given)
        if not self._votes.drop(target, given):
            return False
        self._out.append(Voted(given.seat, target))
        enough = self._votes.enough(target, self.ledger.votes_needed)
        if enough is not None:
            self._go_on(self.ledger.drop(enough))
        return True

    def _answer_late_vote(self, given: Input) -> None:
        """Say that the step is completed here with the answer of the seat that somebody votes on."""
        player = self.player
        if player is None or given.kind is not Kind.DROP or len(given.content) != 1 or given.step >= len(self.steps):
            return
        step, target = self.steps[given.step], given.content[0]
        head = step.inputs[0].head
        if step.is_drop or head != given.head or target == player.seat or (step.number, target) in self._kept_late:
            return
        self._kept_late.add((step.number, target))
        self._out.append(Send(Give(self._sign_vote(player, Kind.KEEP, step.number, target, head))))

    # Histories that differ

    def _ask(self, peer: bytes, first: int | None = None) -> None:
        """Ask a peer for its steps, to find the first that differs from ours."""
        known = self._peers.get(peer)
        if known is None or known.asked == self._beat:
            return
        known.asked = self._beat
        before = max(0, self.ledger.step - STEPS_PER_MESSAGE) if first is None else first
        self._out.append(Send(Ask(before), peer))

    def _suspect(self, given: Input) -> None:
        """A seat signs another head than ours: ask it for the history that it stands for."""
        self._suspects.setdefault(given.seat, given)
        self._ask(self.ledger.genesis.contract.seats[given.seat].public)

    def _clear_suspect(self, peer: bytes, last: int) -> None:
        """The peer's history is ours after all: then what it signed was false."""
        seat = self.ledger.genesis.contract.seat_of(peer)
        given = self._suspects.get(seat) if seat is not None else None
        if seat is not None and given is not None and last >= given.step - 1:
            del self._suspects[seat]
            sentence = f"{self.ledger.name(seat)} signed a head in step {given.step} that its own history does not have"
            raise SeatError(Code.FALSE_HEAD, sentence, seat)

    def _agrees(self, peer: bytes, theirs: Step) -> bool:
        """Whether a peer's record of a step that is done is ours; if not, do what follows from that."""
        ours = self.steps[theirs.number]
        match compare(ours, theirs):
            case Finding.SAME:
                return True
            case Finding.EARLIER:
                if theirs.number:
                    self._ask(peer, max(0, theirs.number - STEPS_PER_MESSAGE))
            case Finding.OTHER_STATE:
                self._ask_state(peer, ours)
            case Finding.WE_DROPPED:
                self._send_steps(peer, ours.number)
            case Finding.THEY_DROPPED:
                return self._give_way(theirs)
            case Finding.UNEXPLAINED:
                raise RemoteError(Code.BROKEN_STEP, f"step {theirs.number} was sent with other inputs than were signed")
            case TwoAnswers(first, second):
                self.ledger.check_signature(second)
                self._stop_for_equivocation(first, second)
        return False

    def _ask_state(self, peer: bytes, ours: Step) -> None:
        """Ask for the state that the peer has after a step whose inputs are ours, and show it that ours is another."""
        known = self._peers.get(peer)
        if known is not None and known.compared != self._beat:
            known.compared = self._beat
            self._out += [Send(AskState(ours.number), peer), Send(Steps((ours,)), peer)]

    def _give_way(self, theirs: Step) -> bool:
        """Go back to a step that a majority has ended with votes, unless one of the voters had gone on with us.

        As after a restart, nothing new is signed until everybody present has been heard. Returns whether we went back.
        """
        if went_on(theirs.inputs, self.steps[theirs.number + 1 :]):
            return False
        ledger = self._ledger_before(theirs.number)
        if len(ledger.present) == 2:
            name = ledger.name(theirs.inputs[0].seat)
            self._stop(RemoteError(Code.CONTESTED, f"{name} has gone on alone, as you have"), theirs.inputs)
            return False
        happened = ledger.absorb(theirs)
        self.ledger = ledger
        self.steps = self.steps[: theirs.number]
        self._early.clear()
        self._out.append(Rewind(theirs.number))
        self._holding, self._beats_held = self.player is not None, 0
        for known in self._peers.values():
            known.heard = False
        self._go_on(happened)
        return True

    def _ledger_before(self, number: int) -> Ledger:
        """The table as it was before one of its steps."""
        ledger = Ledger(self.ledger.genesis, self.ledger.game)
        for step in self.steps[:number]:
            ledger.absorb(step)
        return ledger

    def _position_after(self, number: int) -> str:
        return json.dumps(self.ledger.game.position(self._ledger_before(number + 1).state))

    def _moves_in(self, number: int) -> str:
        given = [given for given in self.steps[number].inputs if given.kind.has_move]
        return ", ".join(self.ledger.game.format(self.ledger.move_of(each)) for each in given) or "a draw"

    def _send_state(self, peer: bytes, number: int) -> None:
        known = self._peers.get(peer)
        if known is not None and known.answered != self._beat and number < len(self.steps):
            known.answered = self._beat
            self._out.append(Send(StateIs(number, self._position_after(number)), peer))

    def _compare_states(self, peer: bytes, number: int, theirs: str) -> None:
        """Two engines came to two states from the same inputs: say where they differ, and stop."""
        if self.stopped or number >= len(self.steps):
            return
        ours = self._position_after(number)
        try:
            difference = first_difference(json.loads(ours), json.loads(theirs))
        except (ValueError, RecursionError):
            raise RemoteError(Code.BAD_CONTENT, "the other side sent a state that is none") from None
        seat = self.ledger.genesis.contract.seat_of(peer)
        if difference is None or seat is None:
            return
        sentence = (
            f"after step {number} ({self._moves_in(number)}) {difference.place} is {json.dumps(difference.ours)} here "
            f"and {clean_chat(json.dumps(difference.theirs))} for {self.ledger.name(seat)}; "
            "`p2pgame verify` tells from either log who is right"
        )
        self._out.append(Differs(number, peer, ours, theirs))
        self._stop(SeatError(Code.OTHER_STATE, sentence, seat), self.steps[number].inputs)

    # What goes wrong

    def _refuse(self, peer: bytes, error: RemoteError) -> None:
        self.refused[peer] += 1
        self._out.append(Refused(peer, error))

    def _stop(self, error: RemoteError, proof: tuple[Input, ...]) -> None:
        if self.stopped is None:
            self.stopped = Stopped(error, proof)
            self._out.append(self.stopped)

    def _stop_for_equivocation(self, first: Input, second: Input) -> None:
        name = self.ledger.name(first.seat)
        self._stop(
            SeatError(Code.EQUIVOCATION, f"{name} signed two different answers to step {first.step}", first.seat),
            (first, second),
        )

    def _take(self) -> list[Effect]:
        out, self._out = self._out, []
        return out
