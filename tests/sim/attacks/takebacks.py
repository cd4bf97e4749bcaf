"""Attacks on takebacks: asked again and again, without agreements, where there can be none, and beside a move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import Agreements
from p2pgame.protocol.table.signing import Agree, Input, Place
from p2pgame.protocol.table.table import Table

from .attack import Attack, Sent, give


class TakebackAttack(Attack):
    """An attack at tables whose contract allows takebacks."""

    takebacks = True

    def agreement(self, place: Place, *, agrees: bool = True, of: int | None = None) -> Agree:
        """An answer of one's own, or one in another seat's name with one's own signature."""
        return self.sign(place, Agree(self.seat if of is None else of, agrees))


class AskedAgain(TakebackAttack):
    """Asks in every slot, and again each second, says no and yes, and agrees in the others' names."""

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        place = table.ledger.now.place
        for agrees in (True, False, True):
            self.done += 1
            yield Agreements(place, (self.agreement(place, agrees=agrees),))
        if self.rng.randrange(4) == 0:  # too many refusals would cut the link
            yield Agreements(place, (self.agreement(place, of=to),))
            yield Agreements(replace(place, slot=place.slot + 1), (self.agreement(place),))


class FalseTakeback(TakebackAttack):
    """Takes the last move back in place of moving, with agreements that are forged, stale or of another table."""

    def own(self, table: Table, place: Place, given: Input, to: int) -> Iterator[Sent]:
        now = table.ledger.now
        if given.kind is InputKind.MOVE and place.slot == now.slot:
            self.done += 1
            yield give(place, self._false(table, place))
        yield give(place, given)

    def _false(self, table: Table, place: Place) -> Input:
        others = [seat for seat in table.ledger.now.present if seat != self.seat]
        elsewhere = self.rng.choice(
            (place, replace(place, table=bytes(32)), replace(place, slot=max(0, place.slot - 2)))
        )
        signatures = [self.agreement(elsewhere, of=seat).signature for seat in others]
        content = b"".join(self.rng.choice((signatures, signatures[:-1], signatures * 2)))
        return self.sign(place, Input(self.seat, InputKind.TAKEBACK, content))


class TakebackAcrossDraw(TakebackAttack):
    """Gives a takeback in the place of any input, where nothing can be taken back: draws and choices among them."""

    def own(self, table: Table, place: Place, given: Input, to: int) -> Iterator[Sent]:
        now = table.ledger.now
        if place.slot == now.slot and now.no_takeback() is not None:
            self.done += 1
            content = b"".join(self.agreement(place).signature for _ in now.present[1:])
            yield give(place, self.sign(place, Input(self.seat, InputKind.TAKEBACK, content)))
        yield give(place, given)


class TakebackAndMove(TakebackAttack):
    """When it has given a takeback, gives every second of the others a move in its place."""

    def own(self, table: Table, place: Place, given: Input, to: int) -> Iterator[Sent]:
        if given.kind is InputKind.TAKEBACK and (to - self.seat) % self.count % 2 == 1:
            before = table.ledger.before(place.slot)
            move = next(iter(before.game.legal(before.state, self.seat)))
            self.done += 1
            given = self.sign(place, Input(self.seat, InputKind.MOVE, before.game.format(move).encode()))
        yield give(place, given)
