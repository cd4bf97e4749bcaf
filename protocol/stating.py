"""What is signed, or has been, by which the table stops: so that any one log tells who deviated, or what is contested.

Specified in `spec/table.md`, "Histories that differ", and `spec/log.md`.
"""

from __future__ import annotations

from collections.abc import Sequence

from .differing import Differing
from .effects import Halted, Send
from .inputs import Input
from .kinds import Kind
from .ledger import Ledger, Step
from .messages import Give
from .player import Player
from .statements import Standstill, state_statement, stated
from .votes import Motion


class Stating(Differing):
    """Exchanges statements about states, and finds claims that contradict one's own."""

    def __init__(self, ledger: Ledger, player: Player | None) -> None:
        super().__init__(ledger, player)
        self._statements: dict[int, Input] = {}
        """What seats have said of the state to which their programs came: one of each seat."""
        self._differs_from: tuple[int, Step] | None = None
        """The seat whose program came to another state than ours, and our record of the step."""

    def _state_ours(self, seat: int, number: int) -> None:
        if self.player is None:
            return
        step = self.steps[number]
        self._differs_from = seat, step
        own = state_statement(self.player, self.ledger.genesis.id, step)
        heard = [given for given in self._statements.values() if stated(given, step) is not None]
        self._out += [Halted(Standstill((own, *heard))), Send(Give(own))]

    def _take_statement(self, given: Input) -> None:
        """Keep what another seat's program came to, from which nothing follows but what `verify` says.

        Raises:
            RemoteError: the seat has not signed it.
        """
        if given.seat in self._statements or (self.player is not None and given.seat == self.player.seat):
            return
        self.ledger.check_signature(given)
        self._statements[given.seat] = given
        if self._differs_from is not None and stated(given, self._differs_from[1]) is not None:
            self._out.append(Halted(Standstill((given,))))

    @property
    def _awaits_statement(self) -> bool:
        """Whether the seat whose program came to another state than ours has yet to sign to which."""
        return self._differs_from is not None and self._differs_from[0] not in self._statements

    def _find_contest(self, theirs: Sequence[Step]) -> None:
        """Stop if we have gone on alone, and in these steps of another history the other of two has so, too: neither
        goes back, and both are to know.

        Raises:
            RemoteError: the other has not signed that.
        """
        if self.player is None or self.ledger.present != (self.player.seat,):
            return
        other = next(step.inputs[0].content[0] for step in reversed(self.steps) if step.is_drop)
        for votes in (step.inputs for step in theirs if step.is_drop):
            if votes[0].content[:1] == bytes([self.player.seat]) and [given.seat for given in votes] == [other]:
                self.ledger.check_signature(votes[0])
                self._gives_way_alone(Motion(Kind.DROP, self.player.seat), votes)
