"""The refusals of the engine. A refusal leaves the state as it was. Its text is for players."""

from __future__ import annotations

_QUOTED = 40
"""Characters of the input that a refusal repeats, at most."""


def quoted(value: object) -> str:
    """The input as a refusal repeats it: printable, and cut if it is long."""
    shown = repr(value[: _QUOTED + 1] if isinstance(value, str) else value)
    return shown if len(shown) <= _QUOTED else f"{shown[: _QUOTED - 3]}..."


class EngineError(Exception):
    """Base of all refusals of the engine."""


class NotAMove(EngineError):
    """The text is not a move of this game in any position. The message shows the form of a move."""


class IllegalMove(EngineError):
    """A move of the game, but not allowed here.

    `clause` names the rule in `spec/games/`, such as "tink 4.2". The message ends with it.
    """

    def __init__(self, reason: str, clause: str) -> None:
        super().__init__(f"{reason} ({clause})")
        self.reason = reason
        self.clause = clause


class WrongEvent(EngineError):
    """The event is no answer to the pending step: wrong kind, wrong seat, or a draw out of bounds."""


class BadOption(EngineError):
    """No such option, or no such value, or a number of seats that the game does not have."""


class BadPosition(EngineError):
    """An impossible position. The message says where and why."""
