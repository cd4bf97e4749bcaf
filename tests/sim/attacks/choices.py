"""Attacks on choices and draws: two answers, invalid commitments, shares and openings false or withheld."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from p2pgame.protocol.contract import fairness
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import Message, Papers
from p2pgame.protocol.table.signing import Input, Place
from p2pgame.protocol.table.table import Table

from .attack import MOVES, OTHER_TABLE, Attack, Crew, Passed, Sent, brings, give


def another_move(attack: Attack, table: Table, place: Place, given: Input) -> Input | None:
    """A signed good move beside the one that has been made, if it is of late and the rules allow two."""
    ledger = table.ledger
    if given.kind not in MOVES or not ledger.now.slot - 2 <= place.slot <= ledger.now.slot:
        return None
    before = ledger.before(place.slot)
    spelled = (before.game.format(move).encode() for move in before.game.legal(before.state, attack.seat))
    other = next((content for content in spelled if content != given.content), None)
    return None if other is None else attack.sign(place, Input(attack.seat, given.kind, other))


class TwoMoves(Attack):
    """Sends each seat two moves."""

    def own(self, table: Table, place: Place, given: Input, to: int) -> Iterator[Sent]:
        yield give(place, given)
        other = another_move(self, table, place, given)
        if other is not None:
            self.done += 1
            yield give(place, other)


class Apart(Attack):
    """Sends every second of the other seats something else."""

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._told: defaultdict[tuple[Place, InputKind], set[bytes]] = defaultdict(set)

    def is_apart(self, to: int) -> bool:
        """Whether a seat is one of those; the seat after the attacker's is."""
        return (to - self.seat) % self.count % 2 == 1

    def say(self, place: Place, given: Input) -> Papers:
        """Say this to a seat. The attack is that others get something else."""
        told = self._told[place, given.kind]
        self.done += given.content not in told and len(told) == 1
        told.add(given.content)
        return give(place, given)


class TwoMovesApart(Apart):
    """Sends each seat one move only, but not the same."""

    def own(self, table: Table, place: Place, given: Input, to: int) -> Iterator[Sent]:
        other = another_move(self, table, place, given) if self.is_apart(to) else None
        yield self.say(place, other or given)


class TwoCommitments(Apart):
    """Sends each seat one commitment only, but not the same."""

    def own(self, table: Table, place: Place, given: Input, to: int) -> Iterator[Sent]:
        if given.kind is InputKind.COMMIT and self.is_apart(to):
            given = self.sign(place, replace(given, content=bytes([to]) * 32))
        yield self.say(place, given)


class CopiedCommitment(Attack):
    """Waits for another seat's commitment, commits to the same, and later opens as that seat does."""

    def choice(self, table: Table, move: Any) -> Any:
        if table.due is None or table.due.kind is not InputKind.COMMIT:
            return move
        raise Passed

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        due, slot = table.due, table.slot
        if due is None or due.kind not in (InputKind.COMMIT, InputKind.OPEN) or self.seat not in due.seats:
            return
        copied = slot.inputs.get(next((seat for seat in due.seats if seat != self.seat), self.seat))
        if copied is not None:
            self.done += due.kind is InputKind.OPEN
            yield self.input(slot.state.place, due.kind, copied.content)


class FalseCommitment(Attack):
    """Commits to bytes that can never be opened, and opens them."""

    def opening(self, table: Table, move: Any) -> bytes:
        """The opening of the commitment."""
        return bytes(32) + table.ledger.game.format(move).encode()

    def commitment(self, table: Table, opening: bytes) -> bytes:
        """The commitment."""
        now = table.ledger.now
        return fairness.commitment(now.genesis.id, now.step, self.seat, opening)

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._opening = b""
        self._content = b""

    def choice(self, table: Table, move: Any) -> Any:
        if table.due is None or table.due.kind is not InputKind.COMMIT:
            return move
        self.done += 1
        self._opening = self.opening(table, move)
        self._content = self.commitment(table, self._opening)
        raise Passed

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        due = table.due
        if due is None or not self._content or self.seat not in due.seats:
            return
        if due.kind is InputKind.COMMIT:
            yield self.input(table.ledger.now.place, due.kind, self._content)
        elif due.kind is InputKind.OPEN:
            yield self.input(table.ledger.now.place, due.kind, self._opening)


class ForeignCommitment(FalseCommitment):
    """Repeats, at this table, a commitment of another table, and opens it as there."""

    def commitment(self, table: Table, opening: bytes) -> bytes:
        return fairness.commitment(OTHER_TABLE, table.ledger.now.step, self.seat, opening)


class OpenedIllegally(FalseCommitment):
    """Commits to a move that the rules forbid, and opens it."""

    def opening(self, table: Table, move: Any) -> bytes:
        return bytes(32) + b"no move of any game"


class OpenedWrongly(Attack):
    """Opens another choice than it has committed to, and never the right one."""

    def own(self, table: Table, place: Place, given: Input, to: int) -> Iterator[Sent]:
        if given.kind is InputKind.OPEN:
            self.done += 1
            given = self.sign(place, replace(given, content=bytes(32) + given.content[32:]))
        yield give(place, given)


class LaterShare(Attack):
    """Shows the share of a later draw, or none of its chain."""

    def own(self, table: Table, place: Place, given: Input, to: int) -> Iterator[Sent]:
        if given.kind is InputKind.SHARE and table.signer is not None:
            self.done += 1
            later = table.ledger.now.draw_number + self.rng.randrange(1, 5)
            yield self.input(place, given.kind, table.signer.chain.share(later))
            yield self.input(place, given.kind, bytes(32))
        yield give(place, given)


class Withheld(Attack):
    """Keeps inputs of some kinds back, from some slot on, and says everything else."""

    kinds: frozenset[InputKind]

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._from = rng.randrange(2, 20)

    def own(self, table: Table, place: Place, given: Input, to: int) -> Iterable[Sent]:
        if given.kind in self.kinds and place.slot >= self._from:
            self.done += 1
            return ()
        return (give(place, given),)

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        return () if brings(message, self._from) else super().outgoing(table, message, to)


class WithheldShare(Withheld):
    """Never shows a share again."""

    kinds = frozenset({InputKind.SHARE})


class LastRevealer(Attack):
    """Waits until all others have shown their shares, and shows its own only if it likes the draw.

    So it sees one value that it does not like, and pays for that with the game.
    """

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._held: tuple[Place, Input] | None = None
        """The share that it has not shown yet."""

    def own(self, table: Table, place: Place, given: Input, to: int) -> Iterable[Sent]:
        if given.kind is InputKind.SHARE and place.slot > 1 and place.slot >= table.ledger.now.slot:
            self._held = place, given
        return () if (place, given) == self._held else (give(place, given),)

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        held = self._held
        return () if held is not None and brings(message, held[0].slot) else super().outgoing(table, message, to)

    def tick(self, table: Table, to: int) -> Iterable[Sent]:
        if self._held is None or table.ledger.now.slot != self._held[0].slot or table.slot.complete is None:
            return ()
        place, given = self._held
        shares = [(each.seat, each.content) for each in table.slot.inputs.values()]
        if fairness.draw(place.table, place.slot, 1, sorted(shares), 2):
            self._held = None
            return (give(place, given),)
        self.done += 1
        return ()


class WithheldOpening(Withheld):
    """Never opens a commitment again."""

    kinds = frozenset({InputKind.OPEN})


class WithheldClose(Withheld):
    """Never signs the end."""

    kinds = frozenset({InputKind.CLOSE})
