"""A live table's inner ring: inputs come in, are checked, kept, counted and passed on; one's own are signed.

Everything that makes a step complete is here. What to do about seats that stay away stands in `absence`, what to do
about histories that differ in `differing`, and what a table's surroundings call in `table`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Iterable

from .earlier import Earlier
from .effects import Effect, Given, Keep, Proven, Refused, Send, Stopped, TimeUp, Write
from .errors import Code, RemoteError
from .fairness import commitment, secret_nonce
from .inputs import Input
from .kinds import DECISIONS, VOTES, Kind
from .ledger import Due, Happened, Ledger, Skipped, Step
from .limits import EARLY_STEPS, REFUSALS_TOLD
from .log import whole
from .messages import Give
from .player import Player
from .proof import Proof
from .votes import Motion, Past, Vote, Votes
from .waiting import PeerView, Round


class Intake(ABC):
    """Takes inputs, one's own and other peers', and completes steps with them."""

    def __init__(self, ledger: Ledger, player: Player | None) -> None:
        """A table that has just begun; `resumed` makes one that goes on."""
        self.ledger = ledger
        self.player = player
        self.steps: list[Step] = []
        self._earlier = Earlier(ledger.genesis, ledger.game)
        self.stopped: Stopped | None = None
        self.refused: Counter[bytes] = Counter()
        """Messages that have been refused, by the peer whose link they came over."""
        self._round = self._next_round()
        self._early: dict[tuple[int, Kind, int], Input] = {}
        self._opening = b""
        self._kept: tuple[Input, ...] = ()
        self._peers: dict[bytes, PeerView] = {}
        self._out: list[Effect] = []
        self._votes = self._no_votes()
        self._own_votes: defaultdict[int, list[Input]] = defaultdict(list)
        """One's own votes by step: a step that is gone back to has them again."""
        self._past: dict[int, Past] = {}
        """The voting in the last steps."""
        self._late_noes: Counter[tuple[int, Vote]] = Counter()
        """Noes that we have given in this beat in steps that are done."""
        self._stuck: Counter[Motion] = Counter()
        """Beats for which there have been votes on a motion, and not enough."""
        self._taken = (-1, 0)
        """The last step in which one's own seat decided, and the beats that it took."""
        self._round_beats = 0
        """Beats since the round that is due began."""
        self._proofs: dict[int, tuple[int, Proof]] = {}
        """Seats that have signed twice, with the proof, and behind how many steps it stands in the log."""
        self._came_back = -1
        """The step that we have come back to, to vote out a seat that has signed twice in it."""
        self._suspects: dict[int, Input] = {}
        """Seats that have signed a head which is not ours, and the input in which they did."""
        self._beat = 0
        self._showed_state = -1
        """The beat in which we last sent anybody a state, which costs us work."""
        self._last_heard = dict.fromkeys(range(len(ledger.genesis.contract.seats)), 0)
        self._owed: Counter[int] = Counter()
        """Beats in which a seat was heard of and owed what needs no decision, in the round that is due."""
        self._missed: set[int] = set()
        """Seats of which we have not heard for so long, in this step, that they may take us for away."""
        self._told_away: set[int] = set()
        self._holding = False
        self._beats_held = 0
        self._waited_for: Counter[bytes] = Counter()
        """Beats for which linked peers have kept us holding."""

    @property
    def due(self) -> Due | None:
        """What the table waits for; None when it is closed or stopped."""
        return None if self._round is None or self.stopped else self._round.due

    @property
    def proofs(self) -> tuple[tuple[int, Proof], ...]:
        """The proofs that stand in the log, and behind how many steps."""
        return tuple(self._proofs.values())

    def log_before(self, number: int) -> bytes:
        """The log up to a step, as it must stand when that step is written anew."""
        proofs = [(place, proof) for place, proof in self.proofs if place <= number]
        return whole(self.ledger.genesis, self.steps[:number], proofs)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose input to the round is still missing."""
        if self._round is None or self.stopped:
            return ()
        return self._round.missing

    # One's own inputs

    def _contribute(self) -> None:
        """Give what needs no decision, as long as that is due."""
        player = self.player
        if self._holding or player is None:
            return
        while (due := self.due) is not None and due.kind not in DECISIONS and player.seat in self.awaited:
            match due.kind:
                case Kind.ACCEPT | Kind.CLOSE:
                    self._give(b"")
                case Kind.SHARE:
                    self._give(player.chain.share(self.ledger.draw_number))
                case Kind.OPEN if self._opening or self._find_opening():
                    self._give(self._opening)
                case _:
                    return

    def _find_opening(self) -> bool:
        """Work out again what one's own commitment hides, if a power cut has lost that: one of the legal moves."""
        player, ledger = self.player, self.ledger
        assert player is not None
        promised = next(given.content for given in ledger.committed if given.seat == player.seat)
        nonce = secret_nonce(player.identity, player.nonce, ledger.genesis.id, ledger.step)
        for move in ledger.game.legal(ledger.state, player.seat):
            opening = nonce + ledger.game.format(move).encode("ascii")
            if commitment(ledger.genesis.id, ledger.step, player.seat, opening) == promised:
                self._opening = opening
                return True
        return False

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
        if due.kind in DECISIONS:
            self._taken = (due.step, self._round_beats)
        if not alone:
            self._keep(given)
            self._out.append(Send(Give(given)))
        self._store(round_, given)
        if alone:
            self._out.append(Send(Give(given)))

    def _keep(self, given: Input) -> None:
        """Keep an input of one's own for the open step on disk."""
        self._kept = (*self._kept, given) if self._kept and self._kept[-1].step == given.step else (given,)
        self._out.append(Keep(self._kept, self._opening))

    # Other peers' inputs

    def _accept(self, peer: bytes, given: Input) -> None:
        """Make an input count, if it is due; keep it, if it will be; compare it with what is known, if it was.

        Raises:
            RemoteError: it is none of this table's, or does not hold.
        """
        if given.table != self.ledger.genesis.id:
            raise RemoteError(Code.FOREIGN_TABLE, "an input for another table")
        self.ledger.check_seat(given)
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
            self._prove(Proof.of(known, given))
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
        round_ = self._round
        if round_ is None or self.stopped or self._bound_against(given.seat) or given.seat in round_.skipped:
            return False
        if given.seat in self._proofs and given.step in (self._came_back, self._proofs[given.seat][1].step):
            return False  # of two answers none counts, unless others have gone on with it
        if given.kind is Kind.OPEN and given.head != round_.due.head:
            return False  # other commitments, where somebody's time was up: the votes, or its two commitments, come
        try:
            self.ledger.check(given)
        except RemoteError as error:
            if error.code is Code.DIVERGED:
                self._suspect(given)
            raise
        self._last_heard[given.seat] = self._beat
        self._store(round_, given)
        return True

    def _store(self, round_: Round, given: Input) -> None:
        """Take an input that has been checked, and close the round if it was the last."""
        round_.given[given.seat] = given
        if round_.missing:
            self._out.append(Given(given.seat, given.kind))
            return
        try:
            self._complete(round_)
        except RemoteError:
            del round_.given[given.seat]
            raise

    def _complete(self, round_: Round) -> None:
        """Close a round in which nobody is missing.

        Raises:
            RemoteError: the rules forbid a move in it.
        """
        self._go_on(self.ledger.complete(round_.answers))

    def _skip(self, votes: tuple[Input, ...]) -> None:
        """A seat's time is up by these votes: its default move stands in for its answer."""
        skipped = Skipped(votes[0].content[0], votes)
        round_ = self._round
        assert round_ is not None
        if skipped.seat in round_.skipped or skipped.seat in {each.seat for each in self.ledger.skipped}:
            return
        if round_.due.kind is Kind.OPEN:
            round_ = self._reopened()
        round_.skipped[skipped.seat] = skipped
        if round_.missing:
            self._out.append(TimeUp(skipped.seat))
        else:
            self._complete(round_)

    def _reopened(self) -> Round:
        """The first round of a secret choice again, with what has been given for it."""
        given = {each.seat: each for each in self.ledger.committed}
        skipped = {each.seat: each for each in self.ledger.skipped}
        self.ledger.reopen()
        self._round = Round(self._first_due(), given, skipped)
        return self._round

    def _first_due(self) -> Due:
        due = self.ledger.due
        assert due is not None
        return due

    def _no_votes(self) -> Votes:
        return Votes(len(self.ledger.present), self.ledger.votes_needed)

    def _go_on(self, happened: Happened | None) -> None:
        """Write the step that has been completed, if one has, and begin the next round with what came early."""
        if happened is not None:
            self.steps.append(happened.step)
            self._remember(happened.step.number)
            self._begin_step()
            self._out += [Write(happened.step), happened]
        self._round = self._next_round()
        self._round_beats = 0
        self._owed.clear()
        self._take_early()

    def _remember(self, number: int) -> None:
        """Keep what is known of the voting in a step that ends, for those who are still in it."""
        self._past.pop(number - EARLY_STEPS, None)
        self._past[number] = Past(self._votes, frozenset(self._missed), self._round_beats)

    def _begin_step(self) -> None:
        """Forget what belongs to the step before."""
        self._opening, self._kept = b"", ()
        self._votes = self._no_votes()
        self._told_away.clear()
        self._stuck.clear()
        self._missed.clear()

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

    def _next_round(self) -> Round | None:
        due = self.ledger.due
        return None if due is None else Round(due)

    def _relay(self, source: bytes, given: Input) -> None:
        """Pass an input on to those linked peers that have no link with its seat."""
        origin = self.ledger.genesis.contract.seats[given.seat].public
        for peer, known in self._peers.items():
            if peer not in (source, origin) and not known.links >> given.seat & 1:
                self._out.append(Send(Give(given), peer))

    @abstractmethod
    def _accept_vote(self, peer: bytes, given: Input) -> None:
        """Deal with a DROP or KEEP (`absence`)."""

    @abstractmethod
    def _count_vote(self, given: Input) -> bool:
        """Count a vote whose signature has been checked; whether it is new (`absence`)."""

    @abstractmethod
    def _bound_against(self, seat: int) -> bool:
        """Whether one's own vote forbids to take that seat's answer in this step (`absence`)."""

    @abstractmethod
    def _suspect(self, given: Input) -> None:
        """A seat has signed another head than ours (`following`)."""

    # What goes wrong

    def _refuse(self, peer: bytes, error: RemoteError) -> None:
        self.refused[peer] += 1
        if self.refused[peer] <= REFUSALS_TOLD:
            self._out.append(Refused(peer, error))

    def _stop(self, error: RemoteError, proof: tuple[Input, ...]) -> None:
        if self.stopped is None:
            self.stopped = Stopped(error, proof)
            self._out.append(self.stopped)

    def _prove(self, proof: Proof) -> None:
        """A seat has signed twice, and that has been checked: it is written down, told, and shown to everybody."""
        if proof.seat not in self._proofs:
            self._proofs[proof.seat] = len(self.steps), proof
            self._out += [Proven(proof, proof.told(self.ledger.genesis)), Send(proof)]

    def _take(self) -> list[Effect]:
        out, self._out = self._out, []
        return out
