"""How keys and the pointer put a move together at a table's screen."""

from __future__ import annotations

from math import inf
from string import digits
from typing import Any

from p2pgame.engine.squares import Square, parse_square
from textual import events
from textual.message import Message

from ...games.phrases import NAMED_MOVES
from ...table.table import Table
from ...words.grammar import or_list
from ..fitting import fitted
from ..keys import name_of, placing
from ..render import QUESTION_ROWS, question_text
from ..widgets.board import BoardView
from ..widgets.choices import Choices
from .actions import ACTIONS, CURSOR_KEYS, END_KEY
from .viewing import PADDING, Viewer

DIGITS = frozenset(digits)

_TOO_SOON = "(That key came too soon: press it again if you mean it.)"


class Mover(Viewer):
    """Takes keys and the pointer."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._number = ""
        """The digits that have been typed of a number to pick."""
        self._asked_at = inf
        """When what is asked now was first seen on the screen."""

    def on_key(self, event: events.Key) -> None:
        """A key: of the screen, of the move builder, or of a choice.

        One that decides something, but was pressed before that was asked, was meant for something else or came twice.
        """
        key = name_of(event)
        if event.time < self._asked_at and self._decides(key):
            self.hear_too_soon()
        elif not self._press(key):
            return
        event.stop()
        event.prevent_default()

    def _take_up(self) -> None:
        super()._take_up()
        self._asked_at = inf
        self.call_after_refresh(self._painted)

    @property
    def ready(self) -> bool:
        """Whether what is asked has also been seen on the screen."""
        return super().ready and (self._asked_at < inf or not self.table.asked)

    def _painted(self) -> None:
        """The question is on the screen now."""
        self._asked_at = Message().time
        if self.table.asked:
            self.ask()

    def hear_too_soon(self) -> None:
        """A key that came twice: say so beside what is asked."""
        if self.table.asked:
            asked = question_text(self.table, self.ENDS, move=self.move).plain
            self._said = fitted(asked, _TOO_SOON, self.size.width - 2 * PADDING, QUESTION_ROWS)
            self._show_words()

    def _decides(self, key: str) -> bool:
        return key == "enter" or any(choice.key == key for choice in self.query_one(Choices).choices)

    def _press(self, key: str) -> bool:
        """Do what a key means; whether it means anything."""
        self._said = ""
        if key == "enter" and self._number and self._number not in self.move.numbers:
            self._tell_numbers()
            self._number = ""
            return True
        if key not in DIGITS:
            self._number = ""
        if key in ACTIONS and (key != END_KEY or self.table.result is not None):
            getattr(self, ACTIONS[key])()
            return True
        if self.table.result is not None and self.ENDS and key in self.table.afterwards:
            self._after_end(key)
            return True
        if not self.table.asked:
            return self.table.watched and self._look_about(key)
        if self.move.press(placing(key)):
            self._show_move()
            return True
        return self._press_choice(key)

    def _look_about(self, key: str) -> bool:
        """Look from another seat, for somebody who has none."""
        eyes = self._eyes or 0
        seats = len(self.table.names)
        to = {"tab": eyes + 1, "shift+tab": eyes - 1, **{str(seat + 1): seat for seat in range(seats)}}.get(key)
        if to is None:
            return False
        self.look_from(to)
        return True

    def _press_choice(self, key: str) -> bool:
        choices = self.query_one(Choices)
        for choice in choices.choices:
            if choice.key == key:
                self._choose(choice.word)
                return True
        if key in DIGITS and self._type_digit(key):
            return True
        if key in CURSOR_KEYS and choices.cursor is not None:
            choices.move(CURSOR_KEYS[key])
            self._show_move()
            return True
        return False

    def _choose(self, word: str) -> None:
        """Pick a word; one that would be the whole move is only shown, beside a builder, until Enter makes it."""
        if self.move.aside and word == self.move.cursor:
            self.step_back()
        elif self.move.builder is not None and not self.move.typed and self.move.makes_move(word):
            self.move.aside = True
            self._show_choices()
            self.query_one(Choices).go_to(word)
            self._show_move()
        else:
            self._pick(word)

    def _type_digit(self, digit: str) -> bool:
        """A digit of a number to pick: the cursor goes there; whether there are numbers to pick."""
        if self.move.building is not None:
            return False
        if (before := self.move.leading_to_numbers()) is not None:
            self._add(before)
        if not self.move.numbers:
            return False
        self._number += digit
        if self.query_one(Choices).go_to(self._number):
            self._show_move()
        else:
            self._tell_numbers()
        return True

    def _tell_numbers(self) -> None:
        """Say what was typed, and which numbers there are."""
        numbers = self.move.numbers
        known = or_list(numbers) if len(numbers) <= NAMED_MOVES else f"{numbers[0]} to {numbers[-1]}"
        self._said = f"You have typed {self._number}; there is {known}.".replace("`", "")
        self._show_words()

    def enter(self) -> None:
        """Make the move that is shown."""
        if self.move.building is not None:
            self._make_aimed()
        elif self.move.cursor is not None:
            self._pick(self.move.cursor)

    def step_back(self) -> None:
        """Back to where the move began."""
        self._said = ""
        self.move.step_back()
        self._show_choices()
        self._show_move()

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        """The pointer moves the piece, and pressing places it."""
        if self.move.point(event.square):
            self._show_move()
            if event.pressed:
                self._make_aimed()
        elif event.pressed:
            self._pick_square(event.square)

    def on_choices_picked(self, event: Choices.Picked) -> None:
        """A choice was pressed by the pointer; what is shown already is made."""
        if self.move.aside and event.word == self.move.cursor:
            self._pick(event.word)
        else:
            self._choose(event.word)

    def _pick_square(self, square: Square) -> None:
        board = self.query_one(BoardView).board
        for word in self.move.following:
            if board is not None and parse_square(word, board.width, board.height) == square:
                self._pick(word)
                return

    def _pick(self, word: str) -> None:
        """Pick a word; what may come after it is asked anew."""
        self._add(word)
        self.ask()

    def _add(self, word: str) -> None:
        move = self.move.pick(word)
        if move is not None:
            self._make(move)
        else:
            self._show_choices()
            self._show_move()

    def _make_aimed(self) -> None:
        if self.move.known is not None and self.move.known.legal:
            self._make(self.move.known.move)
        elif self.move.known is not None:
            self._said = f"Not allowed: {self.move.known.refusal}."  # below it may be cut
            self._show_words()

    def _make(self, move: Any) -> None:
        """Make a move that is legal in the state shown; drop it if the table has gone on meanwhile."""
        if self.table.asked and self.table.state is self._state:
            self._moved = True
            self.table.make(move)
            self._was_asked = False
        self.look()
