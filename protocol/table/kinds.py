"""The kinds of inputs, and the rounds that answer each pending of the rules.

A step answers one pending of the rules, in one round or two. A round is one slot, or several if seats are skipped.
"""

from __future__ import annotations

from enum import IntEnum

from p2pgame.engine.pending import Chance, Over, Pending, Secret, Turn, Window


class InputKind(IntEnum):
    """The meaning of an input. The numbers are wire and log form."""

    ACCEPT = 0
    """The seat has this genesis, and its engine starts from this state. Content: empty."""
    MOVE = 1
    """The seat's move. Content: notation."""
    COMMIT = 2
    """The seat has chosen in secret. Content: a commitment."""
    OPEN = 3
    """The seat's choice is revealed. Content: the nonce, then notation."""
    ANSWER = 4
    """The seat's answer in a window. Content: notation."""
    SHARE = 5
    """The seat's share of a draw. Content: the next preimage of its hash chain."""
    CLOSE = 6
    """The game is over, and the seat has all of it. Content: empty."""
    TAKEBACK = 7
    """In the place of my MOVE: the last move is taken back. Content: the agreements of all other seats present."""

    @property
    def has_move(self) -> bool:
        """Whether the content spells a move."""
        return self in (InputKind.MOVE, InputKind.OPEN, InputKind.ANSWER)


LAST_KIND = max(InputKind)

KINDS = tuple(InputKind)
"""By number: several times as fast as the enum itself."""

DECISIONS = (InputKind.MOVE, InputKind.COMMIT, InputKind.ANSWER, InputKind.TAKEBACK)
"""The kinds that wait for a player's decision."""

RECEIPTS = (InputKind.ACCEPT, InputKind.CLOSE)
"""The kinds that begin and end a table. Every seat must give one; no ruling replaces it, so no acks are needed."""

OPENING = (InputKind.ACCEPT,)
"""The rounds of step 0, before the rules ask anything."""


def rounds(pending: Pending) -> tuple[InputKind, ...]:
    """The kinds of the rounds that answer a pending step, in order."""
    match pending:
        case Turn():
            return (InputKind.MOVE,)
        case Secret():
            return (InputKind.COMMIT, InputKind.OPEN)
        case Window():
            return (InputKind.ANSWER,)
        case Chance():
            return (InputKind.SHARE,)
        case Over():
            return (InputKind.CLOSE,)
