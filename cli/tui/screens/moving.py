"""How keys and the pointer put a move together at a table's screen."""

from __future__ import annotations

from typing import Any

from p2pgame.engine.squares import Square, parse_square
from textual import events

from ..keys import name_of, placing
from ..widgets.board import BoardView
from ..widgets.choices import Choices
from .actions import ACTIONS, CURSOR_KEYS, END_KEY
from .viewing import Viewer


class Mover(Viewer):
    """Takes keys and the pointer."""

    def on_key(self, event: events.Key) -> None:
        """A key: of the screen, of the aim, or of a choice."""
        if self._press(name_of(event)):
            event.stop()
            event.prevent_default()

    def _press(self, key: str) -> bool:
        """Do what a key means; whether it means anything."""
        self._said = ""
        if key in ACTIONS and (key != END_KEY or self.table.result is not None):
            getattr(self, ACTIONS[key])()
            return True
        if self.table.result is not None and self.ENDS and key in self.table.afterwards:
            self._after_end(key)
            return True
        if not self.table.asked:
            return self.table.watched and self._look_about(key)
        if self.hand.press(placing(key)):
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
                self._pick(choice.word)
                return True
        if key in CURSOR_KEYS and choices.cursor is not None:
            choices.move(CURSOR_KEYS[key])
            self._show_move()
            return True
        return False

    def enter(self) -> None:
        """Make the move that is shown."""
        if self.hand.aiming is not None:
            self._make_aimed()
        elif self.hand.cursor is not None:
            self._pick(self.hand.cursor)

    def step_back(self) -> None:
        """Back to where the move began."""
        self._said = ""
        self.hand.step_back()
        self._show_choices()
        self._show_move()

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        """The pointer moves the aim, and pressing places."""
        if self.hand.point(event.square):
            self._show_move()
            if event.pressed:
                self._make_aimed()
        elif event.pressed:
            self._pick_square(event.square)

    def on_choices_picked(self, event: Choices.Picked) -> None:
        """A choice was pressed by the pointer."""
        self._pick(event.word)

    def _pick_square(self, square: Square) -> None:
        board = self.query_one(BoardView).board
        for word in self.hand.following:
            if board is not None and parse_square(word, board.width, board.height) == square:
                self._pick(word)
                return

    def _pick(self, word: str) -> None:
        move = self.hand.pick(word)
        if move is not None:
            self._make(move)
        else:
            self._show_choices()
            self._show_move()

    def _make_aimed(self) -> None:
        if self.hand.known is not None and self.hand.known.legal:
            self._make(self.hand.known.move)

    def _make(self, move: Any) -> None:
        """Make a move that is legal in the state shown; drop it if the table has gone on meanwhile."""
        if self.table.asked and self.table.state is self._state:
            self.table.make(move)
            self._was_asked = False
        self.look()
