"""One's own inputs: what needs no decision is given by itself; all is signed, kept, sent, and made to count."""

from __future__ import annotations

from itertools import chain, islice

from ..contract.fairness import commitment, secret_nonce
from ..wire.limits import OWN_INPUTS
from .effects import Keep, Send
from .inputs import Input
from .intake import Intake
from .kinds import DECISIONS, Kind
from .messages import Give


class Giving(Intake):
    """Gives the inputs of one's own seat; a spectator gives none."""

    def _contribute(self) -> None:
        """Give what needs no decision, or was decided before the table went back, as long as that is due."""
        player = self.player
        if self._holding or player is None:
            return
        while (due := self.due) is not None and self._awaits(player.seat):
            given = self._given_before.pop((due.step, due.kind, due.head), None)
            if given is not None:
                self._put(given)
                continue
            match due.kind:
                case Kind.ACCEPT | Kind.CLOSE:
                    self._give(b"")
                case Kind.SHARE:
                    self._give(player.chain.share(self.ledger.draw_number))
                case Kind.OPEN if self._opening or self._find_opening():
                    self._give(self._opening)
                case _:
                    return

    def _find_opening(self) -> bool:
        """Work out again what one's own commitment hides, if a power cut has lost that: one of the legal moves."""
        player, ledger = self.player, self.ledger
        assert player is not None
        promised = next(given for given in ledger.committed if given.seat == player.seat)
        nonce = secret_nonce(player.identity, player.nonce, ledger.genesis.id, ledger.step, promised.head)
        for move in ledger.game.legal(ledger.state, player.seat):
            opening = nonce + ledger.game.format(move).encode("ascii")
            if commitment(ledger.genesis.id, ledger.step, player.seat, opening) == promised.content:
                self._opening = opening
                return True
        return False

    def _give(self, content: bytes) -> None:
        """Sign an input of one's own and make it count: on disk first, then to the others."""
        player, due = self.player, self.due
        assert player is not None
        assert due is not None
        self._put(
            Input.signed(player.identity, self.ledger.genesis.id, due.step, player.seat, due.kind, content, due.head)
        )

    def _put(self, given: Input) -> None:
        """Make an input of one's own count that is due."""
        round_ = self._round
        assert round_ is not None
        due = round_.due
        alone = len(due.seats) == 1
        if due.kind in DECISIONS:
            self._taken[due.step] = self._round_beats
            self._keep(given)
        if not alone:
            self._out.append(Send(Give(given)))
        self._store(round_, given)
        if alone:
            self._out.append(Send(Give(given)))

    def _keep(self, given: Input) -> None:
        """Keep a decision of one's own in the open step on disk; all else could be worked out again, bit for bit."""
        self._kept = (*self._kept, given) if self._kept and self._kept[-1].step == given.step else (given,)
        self._keep_all()

    def _keep_all(self) -> None:
        """Keep on disk what one's own seat has signed and the log does not hold: the open step's, and later ones'."""
        step, head = self.ledger.step, self.ledger.head
        later = [given for given in self._given_before.values() if given.step >= step]
        ranked = chain(self._kept, self._own_votes.at(step, head), later, self._own_votes.around(step))
        self._out.append(Keep(tuple(islice(ranked, OWN_INPUTS)), self._opening))
