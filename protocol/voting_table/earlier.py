"""A table as it was before any of its steps, at the price of a few of them.

Peers may ask for the state after any step, in every beat; without copies kept on the way, each time would cost as much
as the whole table has.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.engine.game import AnyGame

from ..contract.contract import Genesis
from .ledger import Ledger
from .steps import Step

EVERY = 16
"""Steps between two ledgers that are kept: some forty of the longest game, a few kilobytes each."""


class Earlier:
    """Ledgers at every sixteenth step, made when they are first needed."""

    def __init__(self, genesis: Genesis, game: AnyGame) -> None:
        self._kept = [Ledger(genesis, game)]

    def before(self, number: int, steps: Sequence[Step]) -> Ledger:
        """The table as it was before a step, for the caller to go on with; `steps` are those of the table."""
        ledger = self._kept[min(number // EVERY, len(self._kept) - 1)].copy()
        for step in steps[ledger.step : number]:
            ledger.absorb(step)
            if ledger.step == EVERY * len(self._kept):
                self._kept.append(ledger.copy())
        return ledger

    def forget_after(self, number: int) -> None:
        """The steps from that one on will be others."""
        del self._kept[number // EVERY + 1 :]
