"""The move that a person is putting together: by a move builder, or word by word. It needs no screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from p2pgame.engine.game import AnyGame
from p2pgame.engine.picture import Board, Mark, Picture, Sketch
from p2pgame.engine.squares import Square, parse_square

from ..games import presentation_of
from ..games.move_builder import MoveBuilder
from ..games.palette import EMPTY, ghost_of, gone
from ..games.phrases import NAMED_MOVES
from ..games.preview import Preview, changed, preview
from ..games.word_menu import Words, next_words, single_words, unfold

_GONE = "×"

_MENU_KEYS: Mapping[str, str] = {"← →": "choose", "enter": "select", "letter": "shortcut"}
_NUMBER_KEYS: Mapping[str, str] = {"← →": "choose", "0 ... 9": "type a number", "enter": "select"}
_ASIDE_KEYS: Mapping[str, str] = {"enter": "select", "esc": "back to the piece"}


@dataclass(slots=True)
class PendingMove:
    """The move of one seat in one state. While words are picked, `cursor` is the word that Enter would pick."""

    game: AnyGame
    state: Any
    seat: int | None
    """The asked seat; None if nothing is asked."""
    builder: MoveBuilder | None = None
    first: MoveBuilder | None = None
    """The builder in its first position."""
    typed: Words = ()
    spellings: tuple[str, ...] = ()
    """The spellings of the legal moves that are picked word by word."""
    cursor: str | None = None
    aside: bool = False
    """Whether words are being picked although there is a builder."""
    known: Preview | None = None
    """The effect of the present move."""

    @classmethod
    def of(cls, game: AnyGame, state: Any, seat: int | None) -> PendingMove:
        """The first move: from the game's builder if it has one, otherwise the forced first words."""
        move = cls(game, state, seat)
        if seat is not None:
            move.builder = move.first = presentation_of(game).move_builder(state, seat)
            move.spellings = single_words(game, state, seat, move.builder is not None)
            move.step_back()
        return move

    @property
    def building(self) -> MoveBuilder | None:
        """The builder, while no words are being picked."""
        return None if self.typed or self.aside else self.builder

    @property
    def following(self) -> Words:
        """The words that may come next."""
        return next_words(self.spellings, self.typed)

    @property
    def spelled(self) -> str:
        """The present move."""
        if self.building is not None:
            return self.building.text
        return " ".join(self.typed if self.cursor is None else unfold(self.spellings, (*self.typed, self.cursor)))

    @property
    def keys(self) -> Mapping[str, str]:
        """The effects of keys on it."""
        if self.seat is None:
            return {}
        if self.building is not None:
            return self.building.keys
        if self.aside:
            return _ASIDE_KEYS
        return _NUMBER_KEYS if self.numbers or self.leading_to_numbers() else _MENU_KEYS

    @property
    def board(self) -> int | None:
        """The seat of its board, if it is another than one's own."""
        if self.typed and (picked := presentation_of(self.game).board_picked(self.typed)) is not None:
            return picked
        return None if self.builder is None else self.builder.board

    def goes_on(self) -> str:
        """The next possible words: the numbers, or some of the words."""
        words = next_words(self.spellings, tuple(self.spelled.split()))
        if len(words) > NAMED_MOVES and all(map(str.isdigit, words)):
            return f"{words[0]} to {words[-1]}"
        return ", ".join(words[:NAMED_MOVES]) + (", ..." if len(words) > NAMED_MOVES else "")

    def look(self) -> None:
        """Ask the engine about the present move."""
        self.known = None
        if self.seat is not None and self.spelled:
            self.known = preview(self.game, self.state, self.seat, self.spelled)

    def press(self, key: str) -> bool:
        """Give the builder a key; return whether the key means anything to it."""
        return self._take(None if self.building is None else self.building.press(key))

    def point(self, square: Square) -> bool:
        """Point the builder at a square; return whether that means anything to it."""
        return self._take(None if self.building is None else self.building.point(square))

    def pick(self, word: str) -> Any | None:
        """Add a word, and the forced words after it; the move, if the word completes one.

        The last word of a move is never added by itself: a person picks it and sees its effect.
        """
        self.typed = (*self.typed, word)
        if self._is_whole(self.typed):
            return self.game.parse(" ".join(self.typed))
        unfolded = unfold(self.spellings, self.typed)
        self.typed = unfolded[:-1] if self._is_whole(unfolded) else unfolded
        return None

    def makes_move(self, word: str) -> bool:
        """Whether picking the word makes a move."""
        return self._is_whole((*self.typed, word))

    def _is_whole(self, words: Words) -> bool:
        return " ".join(words) in self.spellings and not next_words(self.spellings, words)

    def leading_to_numbers(self) -> str | None:
        """The word that may come next after which a number is picked, if there is exactly one."""
        words = [
            word for word in self.following if any(map(str.isdigit, next_words(self.spellings, (*self.typed, word))))
        ]
        return words[0] if len(words) == 1 else None

    @property
    def numbers(self) -> Words:
        """The numbers that may be picked next."""
        return tuple(word for word in self.following if word.isdigit())

    def take_up(self, spelled: str) -> bool:
        """Prepare a legal move as if the person had built it, except for its last word; whether that is possible."""
        if self.builder is not None and (builder := self.builder.taking(spelled)) is not None:
            self.typed, self.aside, self.builder = (), False, builder
            return True
        if spelled not in self.spellings:
            return False
        self.typed, self.aside = tuple(spelled.split())[:-1], self.builder is not None
        return True

    def ask_for(self, spelled: str) -> None:
        """Let the builder mark only the places of one move, for a lesson that asks for it."""
        if self.builder is not None:
            self.builder = self.first = self.builder.asked_for(spelled)

    def step_back(self) -> None:
        """Forget the picked words, except for forced ones; without any, reset the builder."""
        if self.building is not None:
            self.builder = self.first
        self.typed, self.aside = (), False
        if self.builder is None:
            typed = unfold(self.spellings, ())
            self.typed = () if " ".join(typed) in self.spellings else typed

    def drawn_on(self, board: Board, picture: Picture) -> Board:
        """A board of the picture with the changes of the move, or with its forbidden place."""
        before = board
        if self.building is not None:
            board = board.with_marks(self.building.marks())
        if self.known is not None and self.known.after is not None:
            after = self.known.after.board_of(board.seat)
            changes = {square: _ghost(before.at(square), after.at(square)) for square in changed(before, after)}
            board = board.with_marks(changes)
        named = parse_square(self.cursor, board.width, board.height) if self.cursor else None
        return board if named is None else board.with_marks({named: replace(board.at(named), ink="cursor", piece=None)})

    def sketch(self) -> Sketch | None:
        """The piece that is placed."""
        return None if self.building is None else self.building.sketch()

    def _take(self, builder: MoveBuilder | None) -> bool:
        if builder is None:
            return False
        self.builder = builder
        return True


def _ghost(before: Mark, after: Mark) -> Mark:
    """The mark for a change of a square: something new, or something removed. No mark of a picture looks like that."""
    if after.ink in EMPTY and before.ink not in EMPTY:
        return replace(before, text=f"{_GONE}{before.text}", seat=None, ink=gone(before.ink), sign="", piece=None)
    return replace(after, ink=ghost_of(after.ink))
