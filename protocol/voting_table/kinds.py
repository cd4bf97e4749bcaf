"""The kinds of signed input, and which of them answer what the rules wait for.

A step is answered in one round or two; in each, every seat that is due gives one input of the round's kind.
"""

from __future__ import annotations

from enum import IntEnum

from p2pgame.engine.pending import Chance, Over, Pending, Secret, Turn, Window


class Kind(IntEnum):
    """What a signed input says. The numbers are wire and log form."""

    ACCEPT = 0
    """I hold this genesis, and my engine starts from this state. Content: empty."""
    MOVE = 1
    """My move. Content: notation."""
    COMMIT = 2
    """I have chosen. Content: a commitment."""
    OPEN = 3
    """This is what I chose. Content: the nonce, then notation."""
    ANSWER = 4
    """My answer in a window. Content: notation."""
    SHARE = 5
    """My share of a draw. Content: the next preimage of my chain."""
    CLOSE = 6
    """The game is over, and I hold all of it. Content: empty."""
    DROP = 7
    """Go on without that seat. Content: the seat, the ballot."""
    KEEP = 8
    """I do not vote for that in this ballot, and never shall. Content: the kind of the vote, the seat, the ballot."""
    SKIP = 9
    """That seat's time is up: it makes its default move. Content: the seat, the ballot."""

    STATE = 10
    """My program came to this state in this step, and another's to another. Content: a state hash, a digest of the
    answers. It counts for nothing but `verify`."""

    @property
    def has_move(self) -> bool:
        """Whether the content spells a move."""
        return self in (Kind.MOVE, Kind.OPEN, Kind.ANSWER)


LAST_KIND = max(Kind)

VOTES = frozenset({Kind.DROP, Kind.KEEP, Kind.SKIP})
"""The kinds that answer no question of the rules, and may come in any step but the first."""

DECISIONS = frozenset({Kind.MOVE, Kind.COMMIT, Kind.ANSWER})
"""The kinds that wait for a player's decision."""

OPENING = (Kind.ACCEPT,)
"""The rounds of step 0, before the rules are asked for anything."""


def rounds(pending: Pending) -> tuple[Kind, ...]:
    """The kinds of the rounds that answer a pending step, in order."""
    match pending:
        case Turn():
            return (Kind.MOVE,)
        case Secret():
            return (Kind.COMMIT, Kind.OPEN)
        case Window():
            return (Kind.ANSWER,)
        case Chance():
            return (Kind.SHARE,)
        case Over():
            return (Kind.CLOSE,)
