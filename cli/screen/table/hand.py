"""The move in hand: how keys and the pointer put it together."""

from __future__ import annotations

from collections.abc import Callable
from string import digits
from typing import Any

from p2pgame.engine.squares import Square, parse_square

from ...games.phrases import NAMED_MOVES
from ...words.grammar import or_list
from ..keys import placing
from ..pending_move import PendingMove
from ..widgets.board import BoardView
from .actions import CURSOR_KEYS
from .body import TableBody
from .sayings import Sayings

DIGITS = frozenset(digits)


class Hand:
    """Changes the move of a body, and shows that."""

    def __init__(self, body: TableBody, sayings: Sayings, make: Callable[[Any], None], ask: Callable[[], None]) -> None:
        """`make` is called with a complete move, `ask` for a new question within a move."""
        self._body = body
        self._sayings = sayings
        self._make = make
        self._ask = ask
        self._number = ""
        """The digits that have been typed of a number to pick."""

    @property
    def move(self) -> PendingMove:
        """The present move."""
        return self._body.move

    def decides(self, key: str) -> bool:
        """Whether a key may make a move, or a part of one that cannot be undone by another key."""
        return key == "enter" or any(choice.key == key for choice in self._body.choices.choices)

    def hear(self, key: str) -> bool:
        """Note any key that is pressed; whether it was Enter behind a number that cannot be picked."""
        if key == "enter" and self._number and self._number not in self.move.numbers:
            self._tell_numbers()
            self._number = ""
            return True
        if key not in DIGITS:
            self._number = ""
        return False

    def press(self, key: str) -> bool:
        """Apply a key to the move; whether it has an effect."""
        if self.move.press(placing(key)):
            self._body.show_move()
            return True
        return self._press_choice(key)

    def _press_choice(self, key: str) -> bool:
        choices = self._body.choices
        for choice in choices.choices:
            if choice.key == key:
                self.choose(choice.word)
                return True
        if key in DIGITS and self._type_digit(key):
            return True
        if key in CURSOR_KEYS and choices.cursor is not None:
            choices.move(CURSOR_KEYS[key])
            self._body.show_move()
            return True
        return False

    def choose(self, word: str) -> None:
        """Pick a word. If there is a builder, a word that is a whole move is only shown until Enter makes it."""
        if self.move.aside and word == self.move.cursor:
            self.step_back()
        elif self.move.builder is not None and not self.move.typed and self.move.makes_move(word):
            self.move.aside = True
            self._show(word)
        else:
            self.pick(word)

    def _type_digit(self, digit: str) -> bool:
        """A digit of a number to pick: the cursor goes there; whether there are numbers to pick."""
        if self.move.building is not None:
            return False
        if (before := self.move.leading_to_numbers()) is not None:
            self._add(before)
        if not self.move.numbers:
            return False
        self._number += digit
        if self._body.choices.go_to(self._number):
            self._body.show_move()
        else:
            self._tell_numbers()
        return True

    def _tell_numbers(self) -> None:
        """Show the typed number, and the possible ones."""
        numbers = self.move.numbers
        known = or_list(numbers) if len(numbers) <= NAMED_MOVES else f"{numbers[0]} to {numbers[-1]}"
        self._sayings.say_over(f"You have typed {self._number}; there is {known}.")

    def enter(self) -> None:
        """Make the move that is shown."""
        if self.move.building is not None:
            self._make_built()
        elif self.move.cursor is not None:
            self.pick(self.move.cursor)

    def step_back(self) -> None:
        """Return to the beginning of the move."""
        self._sayings.forget()
        self.move.step_back()
        self._show()

    def suggest(self, spelled: str) -> bool:
        """Show a move as if the person had put it together; whether that can be done."""
        if not self.move.take_up(spelled):
            return False
        self._show(spelled.rsplit(maxsplit=1)[-1])
        return True

    def point(self, event: BoardView.Pointed) -> None:
        """The pointer moves the piece, and pressing places it."""
        if self.move.point(event.square):
            self._body.show_move()
            if event.pressed:
                self._make_built()
        elif event.pressed:
            self._pick_square(event.square)

    def _pick_square(self, square: Square) -> None:
        board = self._body.query_one(BoardView).board
        for word in self.move.following:
            if board is not None and parse_square(word, board.width, board.height) == square:
                self.pick(word)
                return

    def pick(self, word: str) -> None:
        """Pick a word, and ask for the next one."""
        self._add(word)
        self._ask()

    def _add(self, word: str) -> None:
        move = self.move.pick(word)
        if move is not None:
            self._make(move)
        else:
            self._show()

    def _make_built(self) -> None:
        known = self.move.known
        if known is not None and known.legal:
            self._make(known.move)
        elif known is not None:
            self._sayings.say_over(f"Not allowed: {known.refusal}.")  # below it may be cut

    def _show(self, at: str | None = None) -> None:
        """Show the next words, with the cursor on one, and the move."""
        self._body.show_choices()
        if at is not None:
            self._body.choices.go_to(at)
        self._body.show_move()
