"""The sentences of one game, and the general ones for a game that has none of its own.

Nothing is decided here. Sentences are made from a typed state, for any screen. Words that a reader may type stand in
`backquotes`. Seats are called by the names that come with each call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from p2pgame.engine.pending import Result

from ..words.grammar import or_list

S = TypeVar("S")

SHOWN_MOVES = 100
"""How many of a seat's legal moves its question may be made from: enough to find a telling example."""

NAMED_MOVES = 8
"""A question names all moves where there are no more than that."""

Names = Sequence[str]
"""How each seat is called on the screen."""


class Phrases(Generic[S]):
    """The phrases of one game; `S` is its state. Each has a plain default.

    `seat` is the seat that is asked, and `moves` are its first `looked_at` legal moves in notation.
    """

    things: ClassVar[Mapping[str, str]] = {}
    """Things that people have at the table, and what they are good for."""
    looked_at: ClassVar[int] = SHOWN_MOVES
    """How many of a seat's legal moves its question is made from."""
    forced: ClassVar[frozenset[str]] = frozenset({"pass"})
    """First words of moves that are made for a person where nothing else is possible."""
    reasons: ClassVar[Mapping[str, str]] = {}
    """`Result.reason` to why the game is over, or why it was won, as the end of a sentence."""
    unwon: ClassVar[Mapping[str, str]] = {}
    """`Result.reason` to the sentence for a game without a winner; without one, that nobody wins."""

    def ask(self, state: S, seat: int, moves: Sequence[str], names: Names) -> str:
        """What is asked, for a person who types: one or two sentences with an example."""
        if len(moves) <= NAMED_MOVES:
            return f"Your move: {or_list(moves)}."
        return f"Your move, such as `{moves[0]}`."

    def ask_building(self, state: S, seat: int, moves: Sequence[str], names: Names) -> str | None:
        """What is asked, for a person who builds the move by keys; None for the words of `ask`."""
        return None

    def ask_picking(self, state: S, seat: int, moves: Sequence[str], picked: Sequence[str], names: Names) -> str | None:
        """What is asked, for a person who has picked these words of a move and sees what each does; None as above."""
        return None

    def drawn(self, state: S, label: str, names: Names) -> str:
        """What a draw brought to the state before it: one sentence."""
        return f"Drawn: {label}."

    def describe(self, state: S, seat: int, move: str, names: Names) -> str:
        """What a seat has done, after its name in a log: `small stone on d5`."""
        does = self.explain(state, seat, move, names)
        return f"{move} ({does})" if does else move

    def explain(self, state: S, seat: int, move: str, names: Names) -> str | None:
        """What a move, or the beginning of one, does where its spelling does not say it; else None."""
        return None

    def label(self, state: S, seat: int, words: Sequence[str], names: Names) -> str | None:
        """What the last of these words of a move is called on a button; None where the word says it."""
        return None

    def lapsed(self, state: S, moves: Mapping[int, str]) -> Sequence[int]:
        """The seats whose answer to a window comes to nothing, because another seat comes first."""
        return ()

    def things_of(self, state: S, seat: int) -> Sequence[str]:
        """Those of `things` that a seat has."""
        return ()

    def caution(self, state: S, seat: int, move: str) -> str | None:
        """What a legal move costs without showing it, in a few words."""
        return None

    def follows(self, before: S, after: S, names: Names) -> str | None:
        """What a step brought that no move and no draw says, in sentences; None if nothing."""
        return None

    def tie(self, result: Result) -> str | None:
        """How equal points were told apart, or that they could not be, in a sentence; None without equal points."""
        scored = len(result.winners) > 1 and result.scores[result.winners[0]] is not None
        return "The points are equal." if scored else None

    def remark(self, name: str, number: int) -> str | None:
        """A line of the score sheet that is not points of the seat, as a sentence; None for points."""
        return None

    def respell(self, text: str) -> str:
        """A move as people type it, one space between words, to its spelling. Other texts may become anything."""
        return text


def first_player(label: str, names: Names) -> str:
    """The draw of the first player."""
    return f"First to play: {names[int(label)]}."
