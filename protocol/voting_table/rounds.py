"""Rounds close when nobody is missing, and with the last of them the step: it is written, and the next begins."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ..wire.errors import RemoteError
from ..wire.limits import EARLY_STEPS
from .effects import Given, TimeUp, Write
from .inputs import Input
from .kinds import Kind
from .ledger import Due, Happened, Skipped
from .standing import Standing
from .votes import Past
from .waiting import Round


class Rounds(Standing, ABC):
    """Completes rounds and steps with inputs that have been checked."""

    def _store(self, round_: Round, given: Input) -> None:
        """Take an input that has been checked, and close the round if it was the last."""
        round_.given[given.seat] = given
        self._owed.pop(given.seat, None)
        if round_.missing:
            self._out.append(Given(given.seat, given.kind))
            return
        try:
            self._complete(round_)
        except RemoteError:
            del round_.given[given.seat]
            raise

    def _see_kept_back(self, given: Input) -> None:
        """A seat has given what it owes, which our own vote forbids to take: it is there, and may vote with us.

        Raises:
            RemoteError: it is not good.
        """
        due = self.due
        if due is None or (given.step, given.kind, given.head) != (due.step, due.kind, due.head):
            return
        if given.seat in self._owed:
            self.ledger.check_signature(given)
            self.ledger.check(given)
            del self._owed[given.seat]

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
        self._lapsed.clear()
        self._missed.clear()
        self._back.clear()

    @abstractmethod
    def _take_early(self) -> None:
        """Take what came before it was due, and is due now (`intake`)."""
