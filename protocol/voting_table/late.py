"""Votes on steps that are done here: somebody is still in such a step, and bound in it.

Specified in `spec/table.md`, "Votes".
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from ..wire.limits import EARLY_STEPS, LATE_SIGNED, LATE_TOLD
from .absence import KEEPS_SILENT, PATIENCE
from .effects import Send
from .inputs import Input
from .kinds import DECISIONS, Kind
from .messages import Give
from .steps import Step
from .votes import Motion, Past, ToldVote, Vote, Votes, read_vote, votes_needed
from .voting import Voting


class Late(Voting):
    """Says no to such votes, so that their voters are free; or yes, where that frees nobody."""

    def _answer_late_vote(self, peer: bytes, given: Input) -> None:
        vote = read_vote(given)
        if self.player is None or vote is None or not self._is_open_to_noes(vote.motion, given):
            return
        past = self._past_of(given.step)
        past.votes.count(vote, given)
        if not vote.yes:
            return
        if vote.ballot >= past.votes.ballot(vote.motion) and self._may_come_back_for(vote.motion, given):
            self._come_back_to(given.step, past.votes.all)
        else:
            self._speak_late(peer, given, vote, past)

    def _is_open_to_noes(self, motion: Motion, given: Input) -> bool:
        """Whether a vote on a step that is done contradicts what is here, and is between seats that had votes then."""
        assert self.player is not None
        step = self.steps[given.step]
        present = self._present_before(given.step)
        is_decided = step.is_drop or (motion.kind is Kind.SKIP and motion.target in step.skipped)
        has_place = {given.seat, motion.target, self.player.seat} <= set(present) and motion.target != given.seat
        return has_place and not is_decided and self._could_be_moved(motion, step) and step.inputs[0].head == given.head

    def _could_be_moved(self, motion: Motion, step: Step) -> bool:
        """Whether that could be voted on in a step that is done here: what could not, others would refuse."""
        if motion.kind is Kind.DROP:
            return step.number > 0
        decided = any(given.seat == motion.target and given.kind in DECISIONS for given in step.answers)
        return decided and bool(self.ledger.genesis.contract.turn_time)

    def _may_come_back_for(self, motion: Motion, given: Input) -> bool:
        """Whether somebody else votes in an earlier step, with reason, on a seat that has signed twice: then those who
        have gone on with what it signed, whichever it was, come back there.
        """
        is_proven = motion.kind is Kind.DROP and motion.target in self._proofs
        voter_may_be_right = given.seat not in self._proofs and not self._has_drawn_since(given.step)
        return is_proven and motion.target in self.ledger.present and voter_may_be_right

    def _past_of(self, number: int) -> Past:
        """What is known of the voting in a step that is done; if it is long done, or we were restarted, nothing."""
        if number not in self._past:
            present = len(self._present_before(number))
            self._past[number] = Past(Votes(present, votes_needed(present)))
            for own in self._own_votes.at(number, self.steps[number].inputs[0].head):
                if (vote := read_vote(own)) is not None:
                    self._past[number].votes.count(vote, own)
            self._forget_old()
        past = self._past[number]
        past.since = self._beat if past.since is None else past.since
        return past

    def _forget_old(self) -> None:
        """Forget what was asked first of steps that are long done; what is known of the last stays, whoever asks."""
        old = [number for number in self._past if number < len(self.steps) - EARLY_STEPS]
        for number in old[:-EARLY_STEPS]:
            del self._past[number]

    def _speak_late(self, peer: bytes, given: Input, asked: Vote, past: Past) -> None:
        """Answer a vote on a step that is done here; or say again what one's own seat has said, as that may be lost."""
        player, votes, motion = self.player, past.votes, asked.motion
        assert player is not None
        ballot = min(asked.ballot, votes.ballot(motion))
        said = votes.said_in(ballot, player.seat, motion)
        if said is not None:
            self._say_late(peer, given, Vote(motion, ballot, said))
        elif ballot < votes.ballot(motion):
            self._pass_on(given.step, asked, votes.noes(motion, ballot))
        elif motion.target != player.seat:
            self._speak_first(peer, given, motion, past)
        elif asked.ballot == ballot:
            told = past.told.setdefault((motion, ballot), ToldVote(given))
            self._tell_of(told, self._silent_in(past, motion, ballot))

    def _tell_of_votes_on_us(self) -> None:
        """Tell whoever says nothing to a vote on ourselves in a step that is done, in each beat, and count those."""
        for past in self._past.values():
            for (motion, ballot), vote in past.told.items():
                silent = self._silent_in(past, motion, ballot)
                if past.votes.ballot(motion) == ballot and self._tell_of(vote, silent):
                    vote.silent.update(silent)

    def _tell_of(self, vote: ToldVote, seats: Sequence[int]) -> bool:
        """Tell these seats of a vote on ourselves, if that may be said in this beat; whether it was."""
        told = self._late_said.told
        told[vote.given.seat] += 1
        if told[vote.given.seat] > LATE_TOLD:
            return False
        self._out += [Send(Give(vote.given), self.ledger.genesis.contract.seats[seat].public) for seat in seats]
        return True

    def _silent_in(self, past: Past, motion: Motion, ballot: int) -> list[int]:
        """The linked seats that have not spoken in a ballot, as far as we know."""
        seats = self.ledger.genesis.contract.seats
        present = [seat for seat in self.ledger.present if seats[seat].public in self._peers]
        return [seat for seat in present if past.votes.said_in(ballot, seat, motion) is None]

    def _speak_first(self, peer: bytes, given: Input, motion: Motion, past: Past) -> None:
        """Answer a vote on a step that is done here, in the open ballot, for the first time."""
        player, votes = self.player, past.votes
        assert player is not None
        ballot = votes.ballot(motion)
        here, voters, waited = self._here, votes.voters(motion), self._beat - (past.since or 0)
        noes = sum(seat not in voters and seat != motion.target for seat in here)
        is_away = motion.kind is Kind.DROP and motion.target not in here
        mute = self._mute_for(motion.target, past)
        says_nothing = is_away or mute >= KEEPS_SILENT or not self._is_heard(motion.target)
        if says_nothing and self._may_free_us(motion, votes):
            if is_away or mute >= self._mute_grace:
                self._say_late(peer, given, Vote(motion, ballot, True))
        elif votes.can_lapse(noes):
            self._say_late(peer, given, Vote(motion, ballot, False))
        elif waited >= PATIENCE and self._was_plausible(motion, past, is_away):
            self._say_late(peer, given, Vote(motion, ballot, True))

    def _may_free_us(self, motion: Motion, votes: Votes) -> bool:
        """Whether somebody is bound by a vote on us in that step: dropping another seat would end it."""
        return motion.kind is Kind.DROP and bool(self._on_us(votes))

    def _mute_for(self, seat: int, past: Past) -> int:
        """For how many beats a seat was told of a ballot on us, and has said nothing to it."""
        votes = past.votes
        ballots = [(other, votes.ballot(other)) for other in self._on_us(votes)]
        silent = [each for each in ballots if votes.said_in(each[1], seat, each[0]) is None]
        return max((past.told[each].silent[seat] for each in silent if each in past.told), default=0)

    def _on_us(self, votes: Votes) -> list[Motion]:
        assert self.player is not None
        return [other for other in votes.motions if other.target == self.player.seat and votes.voters(other)]

    def _was_plausible(self, motion: Motion, past: Past, is_away: bool) -> bool:
        if motion.kind is Kind.SKIP:
            return past.beats >= self.ledger.genesis.contract.turn_time
        return is_away or motion.target in past.missed

    def _pass_on(self, step: int, asked: Vote, noes: tuple[Input, ...]) -> None:
        """Show a voter the noes of others by which its ballot has lapsed: they may have gone since."""
        if self._may_speak(step, asked):
            self._out += [Send(Give(no)) for no in noes]

    def _may_speak(self, step: int, vote: Vote) -> bool:
        """Whether this may be said in a step that is done: once a beat, as voters ask again."""
        if (step, vote) in self._late_said.votes:
            return False
        self._late_said.votes.add((step, vote))
        return True

    def _say_late(self, peer: bytes, given: Input, vote: Vote) -> None:
        """Sign a vote in the step of a late vote, which a peer shows."""
        player, votes = self.player, self._past[given.step].votes
        assert player is not None
        is_new = votes.said_in(vote.ballot, player.seat, vote.motion) is None
        asked = self._holder(peer), given.seat
        if (is_new and self._late_said.signed[asked] >= LATE_SIGNED) or not self._may_speak(given.step, vote):
            return
        signed = self._signed_vote(vote, given.step, given.head)
        if is_new:
            self._late_said.signed[asked] += 1
            votes.count(vote, signed)
            self._own_votes.add(signed)
            self._keep_all()
        self._out.append(Send(Give(signed)))

    @abstractmethod
    def _present_before(self, number: int) -> tuple[int, ...]:
        """The seats that had not been dropped before a step (`differing`)."""

    @abstractmethod
    def _has_drawn_since(self, number: int) -> bool:
        """Whether a draw has been made after a step, so that it is not gone back to for two answers (`differing`)."""

    @abstractmethod
    def _come_back_to(self, number: int, inputs: Sequence[Input]) -> None:
        """Go back to a step that is done, with these inputs for it, to vote somebody out in it (`differing`)."""
