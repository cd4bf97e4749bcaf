"""Voting: one's own votes and those of others, in the open step and in steps that are done here.

Specified, with the argument that no two histories last, in `spec/table.md`, "Votes".
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from contextlib import suppress

from p2pgame.engine.pending import Over

from ..wire.errors import Code, LocalError, RemoteError, SeatError
from ..wire.limits import EARLY_STEPS, LATE_VOTES
from .absence import PATIENCE, Absence
from .effects import Send, Voted
from .inputs import Input
from .kinds import Kind
from .messages import Give
from .votes import Motion, Vote, read_vote


class Voting(Absence):
    """Gives votes, counts them, and does what they decide."""

    def _vote_out(self, target: int) -> None:
        """Vote to go on without a seat: on disk first, then to the others.

        Raises:
            LocalError: it may not be voted out now.
        """
        if target not in self.droppable:
            raise LocalError("that seat may not be voted out now")
        self._cast(Motion(Kind.DROP, target), yes=True)

    def _vote_by_itself(self) -> None:
        """Give the votes that need no person: on seats that have signed twice, for default moves of those whose time is
        up, and in stuck ballots.
        """
        proven = [seat for seat in self._proofs if seat in self.ledger.present and self._may_drop(seat)]
        motions = [] if isinstance(self.ledger.pending, Over) else [Motion(Kind.DROP, seat) for seat in proven]
        step = self.ledger.step
        for motion in (*motions, *(Motion(Kind.SKIP, seat) for seat in self._late)):
            self._vote_once(motion)
            if self.ledger.step != step:  # that vote has ended it
                return
        for motion in self._votes.motions:
            self._unstick(motion)

    def _vote_once(self, motion: Motion) -> None:
        player = self.player
        if player is None or not self._can_suffice(motion, self._here) or motion.target == player.seat:
            return
        heard = [seat for seat in self.ledger.present if seat == player.seat or self._is_heard(seat)]
        if not self._can_suffice(motion, heard):  # a vote binds, so it is given only where it can suffice
            return
        if not self._votes.has_spoken(player.seat, motion):
            self._cast(motion, yes=True)

    def _unstick(self, motion: Motion) -> None:
        """Let a ballot lapse that has not been won for a while though its seat is there; or join it, where those who
        are there are too few for that.
        """
        player, votes = self.player, self._votes
        self._stuck[motion, votes.ballot(motion)] += bool(votes.voters(motion))
        if player is None or player.seat not in self.ledger.present:
            return
        if self._holding or self._stuck_for(motion) < PATIENCE or votes.has_spoken(player.seat, motion):
            return
        voters, target = votes.voters(motion), motion.target
        if not voters or target == player.seat or not self._is_heard(target) or target in self._proofs:
            return
        here = self._here
        if votes.can_lapse(sum(seat not in voters and seat != target for seat in here)):
            if self._is_answered(motion) and not (motion.kind is Kind.DROP and self._keeps_silent(target)):
                self._cast(motion, yes=False)
        elif self._can_suffice(motion, here) and self._is_plausible(motion):
            self._cast(motion, yes=True)

    def _is_answered(self, motion: Motion) -> bool:
        """Whether the seat may be kept, as seen from here: else a vote would be lost that has its reason."""
        return self._holds_answer(motion.target) if motion.kind is Kind.SKIP else not self._withholds(motion.target)

    def _is_plausible(self, motion: Motion) -> bool:
        """Whether the voters may have had their reason, as seen from here: else one seat could put out another."""
        if motion.kind is Kind.SKIP:
            return self._round_beats >= self.ledger.genesis.contract.turn_time
        return motion.target in self._missed

    def _cast(self, motion: Motion, *, yes: bool) -> None:
        player = self.player
        assert player is not None
        vote = Vote(motion, self._votes.ballot(motion), yes)
        given = self._signed_vote(vote, self.ledger.step, self.ledger.head)
        self._own_votes.add(given)
        self._keep_all()
        self._out.append(Send(Give(given)))
        self._count_vote(given)

    def _recall_votes(self) -> None:
        for given in self._own_votes.at(self.ledger.step, self.ledger.head):
            with suppress(RemoteError):  # the seat that it is about may have been dropped
                self._count_vote(given)

    def _signed_vote(self, vote: Vote, step: int, head: bytes) -> Input:
        player = self.player
        assert player is not None
        kind = vote.motion.kind if vote.yes else Kind.KEEP
        return Input.signed(player.identity, self.ledger.genesis.id, step, player.seat, kind, vote.content, head)

    def _bound_against(self, seat: int) -> bool:
        """Whether one's own vote forbids to take that seat's answer in this step."""
        return self.player is not None and self._votes.binds(self.player.seat, seat)

    # Other peers' votes

    def _accept_vote(self, peer: bytes, given: Input) -> None:
        if self.due is None or given.step > self.ledger.step + EARLY_STEPS:
            return
        if given.step < self.ledger.step:
            known = self._peers.get(peer)
            if known is None or known.pace.allows(Vote, LATE_VOTES, self._beat):
                self.ledger.check_signature(given)
                self._answer_late_vote(peer, given)
        elif not self._has_vote(given) and self._may_check(peer):
            self.ledger.check_signature(given)
            if given.step > self.ledger.step:
                self._early[given.step, given.kind, given.seat] = given
            elif self._count_vote(given):
                self._relay(peer, given)

    def _has_vote(self, given: Input) -> bool:
        """Whether that was said here before: peers say it again each second."""
        if given.step > self.ledger.step:
            return self._early.get((given.step, given.kind, given.seat)) == given
        vote = read_vote(given)
        same = given.head == self.ledger.head and vote is not None
        return same and vote is not None and self._votes.said_in(vote.ballot, given.seat, vote.motion) is vote.yes

    def _count_vote(self, given: Input) -> bool:
        """Take a vote whose signature has been checked, and do what was decided if it was the last that was needed.

        Raises:
            RemoteError: the vote is not good here.
        """
        try:
            vote = self.ledger.check_vote(given)
        except RemoteError as error:
            if error.code is Code.DIVERGED:
                self._suspect(given)
            raise
        ballot = self._votes.ballot(vote.motion)
        if not self._votes.count(vote, given):
            return False
        if self._votes.ballot(vote.motion) > ballot:
            self._lapsed[vote.motion] = self._beat
        if vote.yes and vote.motion.kind is Kind.DROP:
            self._out.append(Voted(given.seat, vote.motion.target))
        enough = self._votes.enough(vote.motion)
        if vote.yes and enough is not None and self._is_believed(vote.motion, enough):
            self._decide(vote.motion, enough)
        return True

    def _do_what_is_decided(self) -> None:
        """After a restart: end the step if one's own votes had ended it, which of two is enough."""
        for motion in self._votes.motions:
            enough = self._votes.enough(motion)
            if enough is not None:
                self._decide(motion, enough)
                return

    def _decide(self, motion: Motion, votes: tuple[Input, ...]) -> None:
        if motion.kind is Kind.DROP:
            self._go_on(self.ledger.drop(votes))
        else:
            self._skip(votes)

    def _is_believed(self, motion: Motion, votes: Sequence[Input]) -> bool:
        """Whether these votes count. Of two, nobody takes the other's word that it left, or took too long, if it knows
        better.
        """
        player, ledger = self.player, self.ledger
        if player is None or motion.target != player.seat or len(ledger.present) != 2:
            return True
        voter, number = votes[0].seat, votes[0].step
        if self._may_have_left(voter):
            return True
        if motion.kind is Kind.SKIP and self._beats_for(number) >= ledger.genesis.contract.turn_time // 2:
            return True
        said = "you had left" if motion.kind is Kind.DROP else "your time was up"
        sentence = f"{ledger.name(voter)} goes on because {said}, and that is not so"
        self._stop(SeatError(Code.CONTESTED, sentence, voter), tuple(votes))
        return False

    def _beats_for(self, number: int) -> int:
        """How many beats one's own decision in a step has taken; the whole turn time if that is not known any more."""
        now = self._round_beats if number == self.ledger.step else self.ledger.genesis.contract.turn_time
        return self._taken.get(number, now)

    @abstractmethod
    def _answer_late_vote(self, peer: bytes, given: Input) -> None:
        """Deal with a vote, signed by its seat, on a step that is done here, which a peer shows (`late`)."""
