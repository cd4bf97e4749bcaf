"""Tetris in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from p2pgame.engine.games.tetris.components import ACHIEVEMENTS, SPACE_POINTS, titled
from p2pgame.engine.games.tetris.moves import Drop, parse_move
from p2pgame.engine.games.tetris.pieces import PIECES
from p2pgame.engine.games.tetris.state import State
from p2pgame.engine.pending import Result
from p2pgame.engine.squares import column_name

from ...words.addressing import does
from ...words.grammar import and_list, or_list
from ..phrases import NAMED_MOVES, Names, Phrases

_TYPED = re.compile(r"((?:m[a-h])*)([iotszjl])([0-3])@?([a-h])", re.ASCII)

_DROP = len("L1@c")
"""Characters of a drop without minos."""

_WAYS = {"up": "tower upright", "down": "tower upside down"}


class TetrisPhrases(Phrases[State]):
    """The phrases of Tetris."""

    things: ClassVar[Mapping[str, str]] = {titled(card): asks for card, asks in ACHIEVEMENTS.items()}
    reasons: ClassVar[Mapping[str, str]] = {
        "cards": "the last card has been played",
        "out": "nobody has room left",
        "default": "everyone else has left",
    }

    def ask(self, state: State, seat: int, moves: Sequence[str], names: Names) -> str:
        """The tower's way up, or the piece of the round."""
        if state.waiting == "way":
            return f"{_WAY} {_EQUAL} Type `up` for the tower as in the rules, or `down` for upside down."
        drop = next((move for move in moves if len(move) == _DROP), None)
        if drop is None:
            return f"The {state.current} fits nowhere: {or_list(moves[:NAMED_MOVES])}."
        ways = [f"`{drop}` drops it with its leftmost square in column {drop[-1]}."]
        after_mino = next((move for move in moves if move[0] == "m"), None)
        if after_mino is not None:
            ways.append(f"`{after_mino}` drops a mino into column {after_mino[1]} first.")
        if state.towers[seat].held is None:
            ways.append("`hold` keeps it (once per game).")
        return " ".join([_piece(state), *ways])

    def ask_building(self, state: State, seat: int, moves: Sequence[str], names: Names) -> str | None:
        """The piece of the round, and the other possible moves."""
        if state.waiting == "way":
            return f"{_WAY} {_EQUAL}"
        if not any(len(move) == _DROP for move in moves):
            return None
        minos = " m: add a mino first." if any(move[0] == "m" for move in moves) else ""
        hold = " You may hold it instead (once per game)." if state.towers[seat].held is None else ""
        return f"{_piece(state)}{minos}{hold}"

    def ask_picking(
        self, state: State, seat: int, moves: Sequence[str], picked: Sequence[str], names: Names
    ) -> str | None:
        """The end of the tower that is up."""
        return f"{_WAY} {_EQUAL}" if state.waiting == "way" else None

    def drawn(self, state: State, label: str, names: Names) -> str:
        """An achievement card, or the piece that is shown for the next round."""
        if state.waiting == "achievement":
            return f"Achievement: {titled(label)} ({ACHIEVEMENTS[label]})."
        return f"The next piece is {label}."

    def describe(self, state: State, seat: int, move: str, names: Names) -> str:
        """`L in c-e`, `minos in b and f, L in c-e`, `hold L`."""
        made = parse_move(move)
        if not isinstance(made, Drop):
            return _WAYS.get(move) or f"hold {state.current}"
        piece = PIECES[made.piece]
        first, last = (column_name(edge(column for column, _ in piece.cells)) for edge in (min, max))
        where = first if first == last else f"{first}-{last}"
        minos = [column_name(column) for column in made.minos]
        before = f"{'mino' if len(minos) == 1 else 'minos'} in {and_list(minos)}, " if minos else ""
        return f"{before}{piece.letter} in {where}"

    def things_of(self, state: State, seat: int) -> list[str]:
        """The achievements of this game, open to all."""
        return [titled(card.name) for card in state.cards]

    def thing(self, text: str) -> str:
        """`diamond` for its sign, a capital letter for an icon."""
        return "diamond" if text == "◆" else text.upper() if len(text) == 1 else text

    def follows(self, before: State, after: State, names: Names) -> str | None:
        """The achievements reached, and the seats that are out, except those that left."""
        return " ".join([*_tokens(before, after, names), *_outs(before, after, names)]) or None

    def tie(self, result: Result) -> str | None:
        """Of equal points, the most full rows win; then the victory is shared."""
        if not result.winners or result.reason == "default":
            return None
        rows = [dict(lines)["rows"] for lines in result.detail]
        first = result.winners[0]
        if len(result.winners) > 1:
            return "The points are equal, and so are the full rows."
        equal = [seat for seat, score in enumerate(result.scores) if score == result.scores[first] and seat != first]
        return (
            "The points are equal: the most full rows win." if any(rows[seat] < rows[first] for seat in equal) else None
        )

    def respell(self, text: str) -> str:
        """Minos in rising order, small columns, a capital piece."""
        typed = text.lower().replace(" ", "")
        match = _TYPED.fullmatch(typed)
        if match is None:
            return typed
        minos, piece, orientation, column = match.groups()
        columns = sorted(minos.replace("m", ""))
        return "".join(f"m{each} " for each in columns) + f"{piece.upper()}{orientation}@{column}"


_WAY = (
    "Choose how your tower stands: this only moves its icons. A piece on its own letter scores a point. "
    "A piece on a diamond earns a mino."
)
_EQUAL = "Both ways are fine."


def _piece(state: State) -> str:
    after = f" (next: {state.next})" if state.next else ""
    return f"Drop the {state.current}{after}."


def _tokens(before: State, after: State, names: Names) -> Iterator[str]:
    was = {card.name: card.spaces for card in before.cards}
    for card in after.cards:
        spaces = was.get(card.name, ((),) * len(card.spaces))
        for points, old, new in zip(SPACE_POINTS, spaces, card.spaces, strict=True):
            if old != new:
                yield f"{does([names[seat] for seat in new], 'reach')} {titled(card.name)}: {points} points."


def _outs(before: State, after: State, names: Names) -> Iterator[str]:
    for seat, (was, now) in enumerate(zip(before.towers, after.towers, strict=True)):
        if now.out and not was.out and seat not in after.dropped:
            yield f"{does(names[seat], 'are')} out: no room for the {before.next}."


PHRASES = TetrisPhrases()
