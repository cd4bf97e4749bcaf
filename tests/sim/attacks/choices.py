"""Attacks on choices and draws: two answers, commitments that are none, shares and openings false or withheld."""

# ruff: noqa: D102 - what a class overrides says what its base says

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from p2pgame.protocol.contract import fairness
from p2pgame.protocol.voting_table.inputs import Input
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.messages import Give, Message, Steps
from p2pgame.protocol.voting_table.table import Table

from .attack import MOVES, OTHER_TABLE, Attack, Crew, Passed, Sent


def another_move(attack: Attack, table: Table, given: Input) -> Input | None:
    """A signed good move beside the one that has been made, if it is of late and the rules allow two."""
    if given.kind not in MOVES or given.step < table.ledger.step - 1:
        return None
    before = table._ledger_before(given.step)
    spelled = (before.game.format(move).encode() for move in before.game.legal(before.state, attack.seat))
    other = next((content for content in spelled if content != given.content), None)
    return None if other is None else attack.sign(given, content=other)


class TwoMoves(Attack):
    """Tells each seat two moves."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        yield Give(given)
        other = another_move(self, table, given)
        if other is not None:
            self.done += 1
            yield Give(other)


class Apart(Attack):
    """Tells every second of the other seats something else."""

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._told: defaultdict[tuple[int, Kind, bytes], set[bytes]] = defaultdict(set)

    def is_apart(self, to: int) -> bool:
        """Whether a seat is one of those; wherever one sits, the next one is."""
        return (to - self.seat) % self.count % 2 == 1

    def tell(self, given: Input) -> Give:
        """Say this to a seat. What counts is that others were told something else."""
        told = self._told[given.step, given.kind, given.head]
        self.done += given.content not in told and len(told) == 1
        told.add(given.content)
        return Give(given)


class TwoMovesApart(Apart):
    """Tells each seat one move only, but not the same."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        other = another_move(self, table, given) if self.is_apart(to) else None
        yield self.tell(other or given)


class TwoCommitments(Apart):
    """Tells each seat one commitment only, but not the same."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        if given.kind is Kind.COMMIT and self.is_apart(to):
            given = self.sign(given, content=bytes([to]) * 32)
        yield self.tell(given)


class CopiedCommitment(Attack):
    """Waits for what another seat commits to, commits to the same, and later opens as that seat does."""

    def choice(self, table: Table, move: Any) -> Any:
        copied = self._copied(table)
        if table.due is None or table.due.kind is not Kind.COMMIT:
            return move
        if copied is not None:
            table._give(copied.content)
        raise Passed

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        copied = self._copied(table)
        if copied is not None and copied.kind is Kind.OPEN:
            self.done += 1
            yield Give(self.sign(copied, seat=self.seat))

    def _copied(self, table: Table) -> Input | None:
        """What the other seat has given for the round that is due."""
        due, round_ = table.due, table._round
        if due is None or round_ is None:
            return None
        return round_.given.get(next((seat for seat in due.seats if seat != self.seat), self.seat))


class ForeignCommitment(Attack):
    """Says again, at this table, what it has committed to at another, and opens it as there."""

    def choice(self, table: Table, move: Any) -> Any:
        due = table.due
        if due is None or due.kind is not Kind.COMMIT:
            return move
        self.done += 1
        table._opening = bytes(32) + table.ledger.game.format(move).encode()
        table._give(fairness.commitment(OTHER_TABLE, due.step, self.seat, table._opening))
        raise Passed


class OpenedWrongly(Attack):
    """Opens another choice than it has committed to, and never the right one."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        if given.kind is Kind.OPEN:
            self.done += 1
            given = self.sign(given, content=bytes(32) + given.content[32:])
        yield Give(given)


class OpenedIllegally(Attack):
    """Commits to a move that the rules forbid, and opens it."""

    def choice(self, table: Table, move: Any) -> Any:
        due = table.due
        if due is not None and due.kind is Kind.COMMIT:
            self.done += 1
            table._opening = bytes(32) + b"no move of any game"
            table._give(fairness.commitment(table.ledger.genesis.id, due.step, self.seat, table._opening))
            raise Passed
        return move


class LaterShare(Attack):
    """Shows the share of a later draw, or none of its chain."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        if given.kind is Kind.SHARE and table.player is not None:
            self.done += 1
            place = table.ledger.draw_number + self.rng.randrange(1, 5)
            yield Give(self.sign(given, content=table.player.chain.share(place)))
            yield Give(self.sign(given, content=bytes(32)))
        yield Give(given)


class Withheld(Attack):
    """Keeps inputs of some kinds back, from some step on, and says everything else."""

    kinds: frozenset[Kind]

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._from = rng.randrange(2, 20)

    def own(self, table: Table, given: Input, to: int) -> Iterable[Sent]:
        if given.kind in self.kinds and given.step >= self._from:
            self.done += 1
            return ()
        return (Give(given),)

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        if isinstance(message, Steps) and message.steps[-1].number >= self._from:
            return ()
        return super().outgoing(table, message, to)


class WithheldShare(Withheld):
    """Never shows a share again."""

    kinds = frozenset({Kind.SHARE})


class LastRevealer(Attack):
    """Waits until all others have shown their shares, and shows its own only if it likes what comes of the draw.

    So it sees one value that it does not like, and pays for that with the game.
    """

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._held: Input | None = None
        """The share that it has not shown yet."""

    def own(self, table: Table, given: Input, to: int) -> Iterable[Sent]:
        if given.kind is Kind.SHARE and given.step > 1 and given.step >= table.ledger.step:
            self._held = given
        return () if given == self._held else (Give(given),)

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        if isinstance(message, Steps) and self._held is not None and message.steps[-1].number >= self._held.step:
            return ()
        return super().outgoing(table, message, to)

    def beat(self, table: Table, to: int) -> Iterable[Sent]:
        held = self._held
        if held is None or table.ledger.step <= held.step:  # some shares are still to come
            return ()
        step = table.steps[held.step]
        shares = [(given.seat, given.content) for given in step.inputs]
        if step.is_drop or fairness.draw(held.table, held.step, 1, shares, 2):
            self._held = None  # whoever lags behind is sent the step
        else:
            self.done += 1
        return ()


class WithheldOpening(Withheld):
    """Never opens a commitment again."""

    kinds = frozenset({Kind.OPEN})


class WithheldClose(Withheld):
    """Never signs the end."""

    kinds = frozenset({Kind.CLOSE})
