"""The sentences of one game, and general ones for a game without its own.

Nothing is decided here. Sentences are made from a typed state, for any screen. Words that a reader may type are in
`backquotes`. Each call gives the seats' names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from p2pgame.engine.pending import Result

from ..words.addressing import whom
from ..words.grammar import or_list

S = TypeVar("S")

SHOWN_MOVES = 100
"""Legal moves of a seat from which its question is made: enough to find a good example."""

NAMED_MOVES = 8
"""A question names all moves if there are no more than these."""

Names = Sequence[str]
"""The name of each seat on the screen."""


class Phrases(Generic[S]):
    """The phrases of one game; `S` is its state. Each has a plain default.

    `seat` is the asked seat, and `moves` are its first `looked_at` legal moves in notation.
    """

    things: ClassVar[Mapping[str, str]] = {}
    """Things that people have at the table, with their meaning."""
    looked_at: ClassVar[int] = SHOWN_MOVES
    """The number of a seat's legal moves from which its question is made."""
    forced: ClassVar[frozenset[str]] = frozenset({"pass"})
    """First words of moves that are made automatically if they are the only ones."""
    reasons: ClassVar[Mapping[str, str]] = {}
    """`Result.reason` with the reason for the end or the victory, as the end of a sentence."""
    unwon: ClassVar[Mapping[str, str]] = {}
    """`Result.reason` with the sentence for a game without a winner; by default it says that nobody wins."""

    def ask(self, state: S, seat: int, moves: Sequence[str], names: Names) -> str:
        """The question, for a person who types: one or two sentences with an example."""
        if len(moves) <= NAMED_MOVES:
            return f"Your move: {or_list(moves)}."
        return f"Your move, such as `{moves[0]}`."

    def ask_building(self, state: S, seat: int, moves: Sequence[str], names: Names) -> str | None:
        """The question, for a person who builds the move by keys; None for the words of `ask`."""
        return None

    def ask_picking(self, state: S, seat: int, moves: Sequence[str], picked: Sequence[str], names: Names) -> str | None:
        """The question, for a person who has picked these words of a move and sees their effects; None as above."""
        return None

    def drawn(self, state: S, label: str, names: Names) -> str:
        """The effect of a draw on the state before it: one sentence."""
        return f"Drawn: {label}."

    def describe(self, state: S, seat: int, move: str, names: Names) -> str:
        """The action of a seat, to follow its name in a log: `small stone on d5`."""
        does = self.explain(state, seat, move, names)
        return f"{move} ({does})" if does else move

    def explain(self, state: S, seat: int, move: str, names: Names) -> str | None:
        """The effect of a move, or of its beginning, if its spelling does not show it; otherwise None."""
        return None

    def label(self, state: S, seat: int, words: Sequence[str], names: Names) -> str | None:
        """The text of a button for the last of these words of a move; None if the word is clear."""
        return None

    def lapsed(self, state: S, moves: Mapping[int, str]) -> Sequence[int]:
        """The seats whose answer to a window has no effect, because another seat comes first."""
        return ()

    def things_of(self, state: S, seat: int) -> Sequence[str]:
        """The seat's things among `things`."""
        return ()

    def caution(self, state: S, seat: int, move: str) -> str | None:
        """The hidden cost of a legal move, in a few words."""
        return None

    def follows(self, before: S, after: S, names: Names) -> str | None:
        """Effects of a step beyond its moves and draws, in sentences; None without any."""
        return None

    def tie(self, result: Result) -> str | None:
        """The decision of a tie in a sentence, or the sentence that the tie stays; None without equal points."""
        scored = len(result.winners) > 1 and result.scores[result.winners[0]] is not None
        return "The points are equal." if scored else None

    def remark(self, name: str, number: int) -> str | None:
        """A line of the score sheet that is not points of the seat, as a sentence; None for points."""
        return None

    def thing(self, text: str) -> str:
        """The spoken word for a sign of the picture, or for a word of notation."""
        return text

    def line(self, name: str) -> str:
        """The label of a line of the score sheet; its first word names the line, the rest is a count."""
        return name.replace("-", " ")

    def respell(self, text: str) -> str:
        """A move as people type it, one space between words, to its spelling. Other texts may become anything."""
        return text


def first_player(label: str, names: Names) -> str:
    """The draw of the first player."""
    return f"First to play: {whom(names[int(label)])}."
