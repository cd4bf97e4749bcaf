"""What a peer has of its table: the steps, the round that is due, what it knows of the others, and what is to be done.

The innermost ring of a live table, which only holds. Each ring around it is a module and does one thing more:

    standing < rounds < beginning < intake < giving < absence < voting < late < differing < stating < following < table
"""

from __future__ import annotations

from collections import Counter, defaultdict

from ..wire.errors import RemoteError
from ..wire.limits import REFUSALS_TOLD
from ..wire.rate_limiter import RateLimiter
from .earlier import Earlier
from .effects import Effect, Halted, Proven, Refused, Send, Stopped
from .inputs import Input
from .kinds import VOTES, Kind
from .ledger import Due, Ledger, Step
from .log import whole
from .player import Player
from .proof import Proof
from .statements import Standstill
from .votes import LateSaid, Motion, OwnVotes, Past, Votes
from .waiting import PeerView, Round

NEVER = -1
"""In place of a beat: nothing has been heard of a seat since we began."""

STRANGERS = b""
"""In place of a key: all peers without a seat, together. They come with as many keys as they like."""


class Standing:
    """Where the table stands, as this peer sees it, and the effects that its surroundings are still to be asked for."""

    def __init__(self, ledger: Ledger, player: Player | None) -> None:
        """A table that has just begun; `resumed` makes one that goes on."""
        self.ledger = ledger
        self.player = player
        self.steps: list[Step] = []
        self._earlier = Earlier(ledger.genesis, ledger.game)
        self.stopped: Stopped | None = None
        self.refused: Counter[bytes] = Counter()
        """Messages that have been refused, by the peer whose link they came over."""
        self._round = self._next_round()
        self._early: dict[tuple[int, Kind, int], Input] = {}
        self._opening = b""
        self._kept: tuple[Input, ...] = ()
        self._given_before: dict[tuple[int, Kind, bytes], Input] = {}
        """One's own inputs in steps that were gone back over, by step, kind and head: where the table comes to that
        head again, they are given again, and no others."""
        self._peers: dict[bytes, PeerView] = {}
        self._out: list[Effect] = []
        self._votes = self._no_votes()
        self._own_votes = OwnVotes()
        """A step that is gone back to has them again."""
        self._past: dict[int, Past] = {}
        """The voting in the last steps."""
        self._late_said = LateSaid()
        self._stuck: Counter[tuple[Motion, int]] = Counter()
        """Beats for which there have been votes in a ballot on a motion, and not enough."""
        self._lapsed: dict[Motion, int] = {}
        """The beat in which the last ballot on a motion lapsed here."""
        self._taken: dict[int, int] = {}
        """The beats that each decision of one's own seat has taken, by step."""
        self._round_beats = 0
        """Beats since the round that is due began."""
        self._proofs: dict[int, tuple[int, Proof]] = {}
        """Seats that have signed twice, with the proof, and behind how many steps it stands in the log."""
        self._came_back = -1
        """The step that we have come back to, to vote out a seat that has signed twice in it."""
        self._suspects: dict[int, Input] = {}
        """Seats that have signed a head which is not ours, and the input in which they did."""
        self._checked: defaultdict[bytes, RateLimiter] = defaultdict(RateLimiter)
        """How many signatures of what is not waited for were checked, by whose link they came over."""
        self._beat = 0
        self._last_heard = dict.fromkeys(range(len(ledger.genesis.contract.seats)), NEVER)
        self._owed: Counter[int] = Counter()
        """Beats in which a seat was heard of and owed what needs no decision, in the round that is due, until it gave
        that."""
        self._missed: set[int] = set()
        """Seats that were silent in this step for so long, or owed something, that others may vote on them."""
        self._back: dict[int, int] = {}
        """Seats of which we have not heard for so long, in this step, that they may take us for away; and the beats in
        which we have heard of each since."""
        self._told_away: set[int] = set()
        self._holding = False
        self._waited_for: Counter[bytes] = Counter()
        """Beats for which linked peers have kept us holding."""

    @property
    def due(self) -> Due | None:
        """What the table waits for; None when it is closed or stopped."""
        return None if self._round is None or self.stopped else self._round.due

    @property
    def proofs(self) -> tuple[tuple[int, Proof], ...]:
        """The proofs that stand in the log, and behind how many steps."""
        return tuple(self._proofs.values())

    def log_before(self, number: int) -> bytes:
        """The log up to a step, as it must stand when that step is written anew."""
        proofs = [(place, proof) for place, proof in self.proofs if place <= number]
        return whole(self.ledger.genesis, self.steps[:number], proofs)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose input to the round is still missing."""
        if self._round is None or self.stopped:
            return ()
        return self._round.missing

    def _awaits(self, seat: int) -> bool:
        """Whether that seat's input to the round is still missing."""
        return self._round is not None and not self.stopped and self._round.misses(seat)

    def _next_round(self) -> Round | None:
        due = self.ledger.due
        return None if due is None else Round(due)

    def _no_votes(self) -> Votes:
        return Votes(len(self.ledger.present), self.ledger.votes_needed)

    def _holder(self, peer: bytes) -> bytes:
        """Whose a link is: a seat's, or that of one of all the others, who are counted together."""
        return peer if self.ledger.genesis.contract.seat_of(peer) is not None else STRANGERS

    def _refuse(self, peer: bytes, error: RemoteError) -> None:
        self.refused[peer] += 1
        who = self._holder(peer)
        if who == STRANGERS:
            self.refused[who] += 1
        if self.refused[who] <= REFUSALS_TOLD:
            self._out.append(Refused(peer, error))

    def _stop(self, error: RemoteError, proof: tuple[Input, ...]) -> None:
        if self.stopped is None:
            self.stopped = Stopped(error, proof)
            self._out.append(self.stopped)
            votes = tuple(given for given in proof if given.kind in VOTES)
            if votes:
                self._out.append(Halted(Standstill(votes)))

    def _prove(self, proof: Proof) -> None:
        """A seat has signed twice, and that has been checked: it is written down, told, and shown to everybody.

        Not where the table has stopped: nothing stands behind a standstill in a log.
        """
        if self.stopped is None and proof.seat not in self._proofs:
            self._proofs[proof.seat] = len(self.steps), proof
            self._out += [Proven(proof, proof.told(self.ledger.genesis)), Send(proof)]

    def _take(self) -> list[Effect]:
        out, self._out = self._out, []
        return out
