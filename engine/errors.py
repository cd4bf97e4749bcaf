"""Everything the engine refuses. A refusal leaves the state as it was; its text is fit for a player."""

from __future__ import annotations

_QUOTED = 40
"""Characters of what was given that a refusal repeats at most."""


def quoted(value: object) -> str:
    """What was given, as a refusal repeats it: printable, and cut where it is long."""
    shown = repr(value[: _QUOTED + 1] if isinstance(value, str) else value)
    return shown if len(shown) <= _QUOTED else f"{shown[: _QUOTED - 3]}..."


class EngineError(Exception):
    """Base of all refusals of the engine."""


class NotAMove(EngineError):
    """The text is no move of this game at all, in any position. Says what a move looks like."""


class IllegalMove(EngineError):
    """A move of the game, but not allowed here.

    `clause` names the rule in `spec/games/`, such as "tink 4.2"; it stands at the end of the message.
    """

    def __init__(self, reason: str, clause: str) -> None:
        super().__init__(f"{reason} ({clause})")
        self.reason = reason
        self.clause = clause


class WrongEvent(EngineError):
    """The event does not answer what the state waits for: wrong kind, wrong seat, or a draw out of bounds."""


class BadOption(EngineError):
    """No such option, or no such value, or a number of seats that the game does not have."""


class BadPosition(EngineError):
    """A position that no game could hold. Says where and why."""
