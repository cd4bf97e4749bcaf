"""Seats that stay away, or take too long: who has been heard of, and who owes what since when.

Time is counted in beats, about one a second. Specified in `spec/table.md`, "Seats that stay away" and "Running out of
time".
"""

from __future__ import annotations

from collections.abc import Collection

from ..wire.limits import REFUSALS
from .giving import Giving
from .inputs import Input
from .kinds import DECISIONS, Kind
from .standing import NEVER
from .votes import LateSaid, Motion

_AT_ONCE = (Kind.OPEN, Kind.SHARE, Kind.CLOSE)
"""The kinds that need no decision, after the first step."""

HEARD_OF = 3
"""Beats within which a seat that is there has been heard of."""

EXCUSED_BALLOTS = 2
"""Ballots on one motion whose votes excuse their voters for giving nothing: an honest seat is free when they lapse."""

EXCUSED_GRACES = 2
"""Grace times for which they excuse them at most."""

PATIENCE = 5
"""Beats for which votes that do not suffice are left alone: the others may be about to give theirs, or an answer is on
its way to whom an earlier ballot has kept from taking it."""

AGAIN = 10
"""Beats between ballots to drop a seat, which are about one that has signed twice, where there is no grace time."""

KEEPS_SILENT = 2 * PATIENCE
"""Beats for which a seat says nothing in a ballot that it knows of, until those whom that concerns help it no more."""

LEEWAY = 2
"""Beats that a decision has for its way, after the turn time."""


class Absence(Giving):
    """Knows how long each seat has been silent, and how long it has owed what it owes."""

    @property
    def droppable(self) -> tuple[int, ...]:
        """The seats that one's own may vote out now: the table waits for them, and they were silent for too long, or
        are there and have withheld for as long what needs no decision. Where votes on another seat do not come to an
        end, that is any seat that is away, or has said nothing to that for as long: its vote may be the lacking one.

        None as long as fewer are heard of, or have voted on it, than it takes: a vote binds, so it is given only where
        it can suffice.
        """
        player = self.player
        if player is None or not self.ledger.genesis.contract.grace:
            return ()
        here = self._here
        candidates = self.ledger.present if self._votes.is_stuck else self.awaited
        return tuple(
            seat
            for seat in candidates
            if self._can_suffice(Motion(Kind.DROP, seat), here)
            and (seat not in here or self._is_mute(seat))
            and self._may_drop(seat)
            and not self._votes.has_spoken(player.seat, Motion(Kind.DROP, seat))
        )

    def _is_mute(self, seat: int) -> bool:
        """Whether another seat has said nothing for long in a ballot that binds us, or binds others against us."""
        return any(map(self._is_overdue, self._unspoken(seat)))

    def _unspoken(self, seat: int) -> list[Motion]:
        """What another seat has said nothing to yet, of all that binds us, or binds others against us."""
        player, votes = self.player, self._votes
        if player is None or seat == player.seat:
            return []
        ours = (each for each in votes.motions if player.seat in (each.target, *votes.voters(each)))
        return [motion for motion in ours if seat != motion.target and not votes.has_spoken(seat, motion)]

    def _keeps_silent(self, seat: int) -> bool:
        """Whether a seat has let pass what binds us, or is about us, of which it is told at once."""
        return any(self._stuck_for(motion) >= KEEPS_SILENT for motion in self._unspoken(seat))

    def _is_overdue(self, motion: Motion) -> bool:
        """Whether every honest seat would have spoken by now: it votes as well, or says no as the seat has answered."""
        contract, target = self.ledger.genesis.contract, motion.target
        own = self.player is not None and target == self.player.seat
        if motion.kind is Kind.SKIP:
            enough = contract.turn_time + LEEWAY + contract.grace
            return (not own or self._holds_answer(target)) and self._stuck_for(motion) >= enough
        is_there = not self._withholds(target) if own else self._is_heard(target)
        return is_there and self._stuck_for(motion) >= self._mute_grace

    @property
    def _mute_grace(self) -> int:
        """Beats of a ballot after which every honest seat that is there has spoken, also if it was started again when
        that began, excused the seat that it is about for votes of its own, and then waited for the grace time itself.
        """
        return (EXCUSED_GRACES + 1) * self.ledger.genesis.contract.grace

    def _stuck_for(self, motion: Motion) -> int:
        """Beats for which there have been votes in the open ballot on that, and not enough."""
        return self._stuck[motion, self._votes.ballot(motion)]

    def _may_drop(self, seat: int) -> bool:
        """Whether it is time for a vote in the open ballot."""
        motion, grace = Motion(Kind.DROP, seat), self.ledger.genesis.contract.grace or AGAIN
        return not self._votes.ballot(motion) or self._may_vote_again(motion, grace)

    def _may_vote_again(self, motion: Motion, wait: int) -> bool:
        """Whether it is time for a vote in a later ballot than the first: as long after the one before has lapsed, or
        some beats after somebody else has voted.

        Meanwhile we are free, and may be shown the answer, or how the others have gone on, who have said no.
        """
        return self._beat - self._lapsed.get(motion, 0) >= wait or self._stuck_for(motion) >= PATIENCE

    @property
    def seconds_left(self) -> int | None:
        """Seconds for the decision that the table waits for, as we count; None if there is no such limit."""
        turn_time, due = self.ledger.genesis.contract.turn_time, self.due
        if not turn_time or due is None or due.kind not in DECISIONS:
            return None
        return max(0, turn_time - self._round_beats)

    @property
    def lacking(self) -> int:
        """How many seats more would have to be heard of for votes to decide anything; 0 if enough are."""
        return max(0, self.ledger.votes_needed - len(self._here))

    def _can_suffice(self, motion: Motion, here: Collection[int]) -> bool:
        """Whether a vote of one's own seat could suffice, where these seats are there as far as we hear.

        Who has voted for that in the open ballot counts, also where it is away, or cannot give what it owes as it is
        bound by another: we have its word.
        """
        return self._can_decide(here) or self._can_decide({*here, *self._votes.voters(motion)} - {motion.target})

    def _can_decide(self, here: Collection[int]) -> bool:
        """Whether these seats are enough to decide a motion, and one's own may vote now."""
        player = self.player
        if player is None or self._holding or self.due is None or not self.ledger.step:
            return False
        return player.seat in here and len(here) >= self.ledger.votes_needed

    @property
    def _here(self) -> list[int]:
        """The seats that are there, and say at once what needs no decision; one's own among them."""
        own = None if self.player is None else self.player.seat
        grace = self.ledger.genesis.contract.grace or HEARD_OF
        return [seat for seat in self.ledger.present if seat == own or not self._is_silent(seat, grace)]

    @property
    def _late(self) -> tuple[int, ...]:
        """The seats that have owed a decision for longer than the turn time, and what it needs for its way; as long
        again when a ballot on that has lapsed, and nobody has voted in the next for some beats: then the answer is on
        its way from those that have it.
        """
        if self.seconds_left is None:
            return ()
        limit, votes = self.ledger.genesis.contract.turn_time + LEEWAY, self._votes
        if self._round_beats < limit:
            return ()
        motions = [Motion(Kind.SKIP, seat) for seat in self.awaited]
        due = (each for each in motions if not votes.ballot(each) or self._may_vote_again(each, limit))
        return tuple(motion.target for motion in due)

    def _count_beat(self) -> None:
        for seat in self._back:
            self._back[seat] += self._last_heard[seat] == self._beat
        self._beat += 1
        self._round_beats += 1
        self._late_said = LateSaid()
        self._count_owed()

    def _hear(self, peer: bytes) -> None:
        seat = self.ledger.genesis.contract.seat_of(peer)
        if seat is not None:
            self._hear_of(seat)

    def _hear_of(self, seat: int) -> None:
        """Note that the seat is there; one whose links are cut for what it says only comes back to be cut again."""
        if self._last_heard[seat] == self._beat and not self._owed.get(seat):
            return  # nothing is new, and each peer says in each beat whom it hears
        contract = self.ledger.genesis.contract
        if self.refused.get(contract.seats[seat].public, 0) <= REFUSALS:
            long = max(1, contract.grace // 2)
            if self._is_silent(seat, long):
                self._missed.add(seat)
            if self._silence(seat) >= long:
                self._back[seat] = 0
            self._last_heard[seat] = self._beat

    def _is_silent(self, seat: int, grace: int) -> bool:
        return self._silence(seat) >= grace or self._owed.get(seat, 0) >= grace

    def _silence(self, seat: int) -> int:
        """Beats since a seat was heard of; if it never was, since we began."""
        last = self._last_heard[seat]
        return self._beat if last == NEVER else self._beat - last

    def _is_heard(self, seat: int) -> bool:
        """Whether the seat is there in these very seconds."""
        return self._last_heard[seat] != NEVER and self._silence(seat) < HEARD_OF

    def _may_have_left(self, voter: int) -> bool:
        """Whether that seat may rightly take ours for away: we have not heard of it for long, in this step, and it
        has not been back for long enough that it would have told us of a vote from then.
        """
        enough = self.ledger.genesis.contract.grace // 2
        return self._back.get(voter, enough) < enough

    def _count_owed(self) -> None:
        """Note who is there in this beat and owes a share, an opening or the end: their programs give these at once,
        unless they are bound by a vote; and we take them, unless we are.
        """
        due = self.due
        if due is not None and due.kind in _AT_ONCE:
            there = (seat for seat in self.awaited if self._is_heard(seat) and not self._bound_against(seat))
            self._owed.update(seat for seat in there if not self._is_bound(seat))

    def _is_bound(self, seat: int) -> bool:
        """Whether a vote that the seat has given in this step may keep it from going on.

        Until whoever is away can be voted out as well, and no longer: it may have voted for that alone. Nor in ballot
        after ballot, which would use up those on the seat itself.
        """
        enough, votes = EXCUSED_GRACES * self.ledger.genesis.contract.grace, self._votes
        return any(
            seat in votes.voters(motion)
            and sum(self._stuck[motion, ballot] for ballot in range(EXCUSED_BALLOTS)) < enough
            and votes.ballot(motion) < EXCUSED_BALLOTS
            for motion in votes.motions
        )

    def _withholds(self, seat: int) -> bool:
        """Whether the open round waits for what the seat's program gives at once, and no vote keeps it from that."""
        due = self.due
        return due is not None and due.kind in _AT_ONCE and self._awaits(seat) and not self._is_bound(seat)

    def _holds_answer(self, seat: int) -> bool:
        """Whether what the seat has decided in the open step is here."""
        given: list[Input] = list(self.ledger.committed)
        if self._round is not None and self._round.due.kind in DECISIONS:
            given += self._round.given.values()
        return any(each.seat == seat for each in given)
