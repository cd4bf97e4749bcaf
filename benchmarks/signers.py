"""Whole slots signed by all seats at once, with no table and no network between them."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.game import Rng
from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.table.choices import Choices
from p2pgame.protocol.table.consensus import Ack
from p2pgame.protocol.table.kinds import DECISIONS
from p2pgame.protocol.table.ledger import Ledger, StepCompleted
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.signer import Signer
from p2pgame.protocol.table.signing import Input
from p2pgame.protocol.table.state import Outcome

from .contracts import identity


class Seat:
    """A seat with its key, played by a bot."""

    def __init__(self, genesis: Genesis, number: int, bot: Bot, rng: Rng) -> None:
        self.signer = Signer(identity(number), genesis, number)
        self._choices = Choices(self.signer)
        self._bot = bot
        self._rng = rng

    def input(self, ledger: Ledger) -> Input:
        """The seat's input in the open slot, which asks it."""
        now, seat = ledger.now, self.signer.seat
        assert now.due is not None
        if now.due.kind in DECISIONS:
            move = self._bot.choose(ledger.game, now.state, seat, self._rng)
            self._choices.decide(now, ledger.game.format(move).encode("ascii"))
        content = self._choices.content(now)
        assert content is not None
        return self.signer.sign(now.place, Input(seat, now.due.kind, content))


def sign_slot(ledger: Ledger, seats: Sequence[Seat]) -> StepCompleted | None:
    """Carry a table one slot further: all due seats give their inputs, and all present seats ack them. The step that
    this completes, if it does."""
    now = ledger.now
    assert now.due is not None
    outcome = now.outcome(tuple([seats[seat].input(ledger) for seat in now.due.seats]))
    acks = tuple((seat, _ack(ledger, seats[seat], outcome)) for seat in now.present) if now.needs_acks else ()
    return ledger.write(Record(now.slot, outcome.value, outcome.state_hash, acks=acks), outcome)


def _ack(ledger: Ledger, seat: Seat, outcome: Outcome) -> bytes:
    ack = Ack(seat.signer.seat, 0, outcome.digest, outcome.state_hash)
    return seat.signer.sign(ledger.now.place, ack).signature
