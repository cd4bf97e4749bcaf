"""A live table, sans I/O: one's own choices and other peers' messages in, effects out.

    choose(move)  ----+                          +--> Keep, Write   (the log, before anything is acted on)
    receive(peer) ----+--> table --> ledger -----+--> Send          (to linked peers)
    beat()        ----+                          +--> news          (for the screen)

A table knows nothing of hosts and guests: after the genesis all peers are alike. It answers by itself what is no
choice (accepting, shares of draws, opening what was committed, closing), relays what another peer lacks, and catches
up from anybody. Specified in `spec/table.md`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from ..contract import fairness
from ..wire.errors import LocalError, RemoteError
from ..wire.limits import CHAT_LINES
from ..wire.rate_limiter import RateLimiter
from ..wire.sanitize import clean_chat
from .effects import Away, Effect, Keep, Said, Send
from .following import Following
from .inputs import Input
from .kinds import DECISIONS, VOTES, Kind
from .ledger import Ledger, Step
from .messages import Ask, AskState, Chat, Give, Have, Leave, Message, StateIs, Steps
from .player import Player
from .proof import Proof
from .waiting import PeerView

__all__ = ["Player", "Table"]


class Table(Following):
    """One peer's view of a table. `player` is None for a spectator, who never signs anything.

    `Table(ledger, player)` is a table that has just begun; `resumed` makes one that goes on.
    """

    def __init__(self, ledger: Ledger, player: Player | None) -> None:
        super().__init__(ledger, player)
        self._chat: defaultdict[int | None, RateLimiter] = defaultdict(RateLimiter)
        """What has been said of late: by each seat, and by all spectators together (None), over whichever links."""

    @classmethod
    def resumed(
        cls,
        ledger: Ledger,
        player: Player | None,
        steps: Iterable[Step],
        kept: Keep | None,
        proofs: Iterable[tuple[int, Proof]] = (),
        *,
        waits_for_all: bool = False,
    ) -> Table:
        """A table taken up again from its log: `ledger` has absorbed `steps`, and `kept` was kept beside them.

        It gives again what was kept, but signs nothing new until the others present have said what they have: so that
        it hears what a power cut took from its log before it decides anything there. With `waits_for_all`, as where
        a log has lost more than that, everybody must be there.
        """
        table = cls(ledger, player)
        table.steps = list(steps)
        table._proofs = {proof.seat: (place, proof) for place, proof in proofs}
        table._holding = player is not None
        table._waits_for_all = waits_for_all
        seats = range(len(ledger.genesis.contract.seats))
        table._missed.update(seats)
        table._back.update(dict.fromkeys(seats, 0))
        for given in kept.inputs if kept is not None else ():
            with suppress(RemoteError):  # a file that somebody has changed holds nothing that was ever sent
                ledger.check_signature(given)
                table._restore(given)
        if kept is not None and table._kept:
            table._opening = kept.opening
        return table

    @property
    def asks_me(self) -> bool:
        """Whether the rules wait for a decision of one's own seat."""
        due = self.due
        if due is None or self.player is None or self._holding:
            return False
        return due.kind in DECISIONS and self._awaits(self.player.seat)

    def begin(self) -> list[Effect]:
        """Take part: give what needs no decision. Call once, when the log stands open."""
        self._do_what_is_decided()
        self._contribute()
        return self._take()

    def choose(self, move: Any) -> list[Effect]:
        """Make the decision that `asks_me` asks for.

        Raises:
            LocalError: nothing is asked of one's own seat now.
            IllegalMove: the rules forbid the move; with the reason.
        """
        player, due = self.player, self.due
        if player is None or due is None or not self.asks_me:
            raise LocalError("nothing is asked of you now")
        self.ledger.game.check(self.ledger.state, player.seat, move)
        notation = self.ledger.game.format(move).encode("ascii")
        if due.kind is Kind.COMMIT:
            nonce = fairness.secret_nonce(player.identity, player.nonce, self.ledger.genesis.id, due.step, due.head)
            self._opening = nonce + notation
            self._give(fairness.commitment(self.ledger.genesis.id, due.step, player.seat, self._opening))
        else:
            self._give(notation)
        self._contribute()
        return self._take()

    def vote_out(self, target: int) -> list[Effect]:
        """Vote to go on without a seat.

        Raises:
            LocalError: it may not be voted out now.
        """
        self._vote_out(target)
        self._contribute()
        return self._take()

    def say(self, text: str) -> list[Effect]:
        """Send a line of chat."""
        return [Send(Chat(clean_chat(text)))]

    def connected(self, peer: bytes) -> list[Effect]:
        """A link with that peer (its public key) stands."""
        self._peers[peer] = PeerView()
        self._hear(peer)
        return [*(Send(proof, peer) for _, proof in self.proofs), Send(self._have(), peer)]

    def disconnected(self, peer: bytes) -> None:
        """The link with that peer is gone."""
        self._peers.pop(peer, None)
        seat = self.ledger.genesis.contract.seat_of(peer)
        if seat is not None:
            self._elsewhere.pop(seat, None)
        else:  # there may be ever more of them
            self.refused.pop(peer, None)
            self._waited_for.pop(peer, None)

    def beat(self) -> list[Effect]:
        """Say what one has, so that whatever got lost is sent again. Call about once a second."""
        self._count_beat()
        self._beats_held += self._holding
        self._stop_if_elsewhere()
        self._count_waiting()
        self._stop_holding()
        self._vote_by_itself()
        self._tell_of_votes_on_us()
        self._forget_disputes()
        for seat in self.droppable:
            if seat not in self._told_away:
                self._told_away.add(seat)
                self._out.append(Away(seat, self._is_heard(seat)))
        self._contribute()
        return [*self._take(), Send(self._have())]

    def receive(self, peer: bytes, message: Message) -> list[Effect]:
        """Deal with a message that came over the link with `peer`. Nothing in it can do harm."""
        self._hear(peer)
        try:
            match message:
                case Give(given):
                    self._accept(peer, given)
                case Have():
                    self._compare(peer, message)
                case Steps(steps):
                    self._catch_up(peer, steps)
                case Chat(text):
                    self._hear_chat(peer, clean_chat(text))
                case Ask(first):
                    self._send_steps(peer, first)
                case AskState(step):
                    self._send_state(peer, step)
                case StateIs(step, position):
                    self._compare_states(peer, step, position)
                case Proof():
                    self._take_proof(message)
                case Leave():
                    pass
        except RemoteError as error:
            self._refuse(peer, error)
        self._contribute()
        return self._take()

    def _hear_chat(self, peer: bytes, text: str) -> None:
        """Show a line, unless there have been too many of late or nothing is left of it."""
        seat = self.ledger.genesis.contract.seat_of(peer)
        if text and peer in self._peers and self._chat[seat].allows(Chat, CHAT_LINES, self._beat):
            self._out.append(Said(peer, seat, text))

    def _restore(self, given: Input) -> None:
        """Make an input that was kept before a restart count again, if its round is due, or give it when it will be."""
        round_ = self._round
        if round_ is None or self.player is None or given.seat != self.player.seat:
            return
        due = round_.due
        if given.kind in VOTES:
            self._own_votes.add(given)
            self._votes.count(self.ledger.check_vote(given), given)
        elif (given.step, given.kind, given.head) == (due.step, due.kind, due.head) and len(due.seats) > 1:
            self._kept = (*self._kept, given)
            round_.given[given.seat] = given
        elif given.step >= due.step:
            self._given_before[given.step, given.kind, given.head] = given
