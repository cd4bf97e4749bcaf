"""A log on the full screen: a table with a seek bar, step by step or playing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from rich.text import Text
from textual import events
from textual.app import ComposeResult

from ...table.answer import ALIASES
from ...table.replay import ReplayTable
from ...words.grammar import or_list
from ..keys import name_of
from ..table.exporting import Exporting
from ..table.playback import Playback
from ..table.replay_captions import PAGE, ReplayCaptions
from ..table.view import TableView
from ..widgets.answering import Answering
from ..widgets.modal import Reading
from ..widgets.seek import SeekBar

_UNDERSTOOD = ("score", "rules", "help", "quit")
"""Commands of line mode that have a meaning in a replay."""

_DIGITS = 9
"""Digits of a step's number, at most; no log has so many steps."""


class ReplayScreen(Answering[str]):
    """Shows a log: a table whose keys lead through the steps. Dismissed with `over`, or with `left` by a typed `quit`.

    Its own parts are `Playback` and `Exporting`. Keys and lines that it does not know are the table's. Ctrl-C leaves it
    without a question, because nothing can be lost here.
    """

    AUTO_FOCUS = ""  # the line for typing waits until it is asked for

    def __init__(self, table: ReplayTable, speed: float = 1.0, nested: bool = False) -> None:
        """A `nested` replay goes back to a list, so it does not ask before it closes."""
        super().__init__()
        self.replay = table
        self._captions = ReplayCaptions(table)
        self._bar = SeekBar()
        self.view = TableView(self, self._captions, bar=self._bar, shown=self._show_place, obey=self.obey)
        self.playback = Playback(self, table, speed, self.view.look)
        self._exporting = Exporting(self, table, self.view.sayings)
        self._nested = nested

    def compose(self) -> ComposeResult:
        """The view is the whole screen."""
        yield self.view

    def on_screen_resume(self) -> None:
        """Look again when nothing lies over the table any more."""
        self.view.look_soon()

    def _show_place(self) -> None:
        """Show the place of the step in the log."""
        self._bar.look(self.replay.at, self.playback.last, self.playback.described)

    def on_key(self, event: events.Key) -> None:
        """A key of the replay, or one of any table."""
        act = self._moves().get(name_of(event))
        if act is None or self.view.typed.is_open:
            self.view.press(event)
            return
        self.view.sayings.hear_key()
        act()
        event.stop()
        event.prevent_default()

    def _moves(self) -> Mapping[str, Callable[[], None]]:
        playback = self.playback
        return {
            "right": lambda: playback.go_on(1),
            "left": lambda: playback.go_on(-1),
            "pagedown": lambda: playback.go_on(PAGE),
            "pageup": lambda: playback.go_on(-PAGE),
            "home": lambda: playback.go(0),
            "end": lambda: playback.go(playback.last),
            "space": playback.play_or_stop,
            "+": lambda: playback.faster(1),
            "=": lambda: playback.faster(1),
            "-": lambda: playback.faster(-1),
            "g": lambda: self.view.typed.open("go "),
            "tab": lambda: self._look_on(1),
            "shift+tab": lambda: self._look_on(-1),
            **{str(seat + 1): partial(self._look_from, seat) for seat in range(len(self.replay.names))},
            "m": self._show_or_hide_moves_to_come,
            "x": lambda: self._exporting.begin("html"),
            "p": lambda: self._exporting.begin("png"),
            "f": lambda: self._exporting.begin("gif"),
            "q": lambda: self._close("over"),
            "escape": self._step_out,
        }

    def _close(self, word: str) -> None:
        self.dismiss(word)

    def _step_out(self) -> None:
        """Stop playing, or else leave; where that ends the program, after asking."""
        if self.playback.is_on:
            self.playback.stop()
            self.view.look()
        elif self._nested:
            self._close("over")
        else:
            question = Reading("Leave this replay?", Text("The log stays as it is."), {"y": ("yes", "leave")})
            self.app.push_screen(question, lambda word: self._close("over") if word == "yes" else None)

    def _show_or_hide_moves_to_come(self) -> None:
        self._captions.ahead = not self._captions.ahead
        self.view.show()

    def _look_from(self, seat: int) -> None:
        self.replay.look_from(seat)
        self.view.show()

    def _look_on(self, by: int) -> None:
        """The board of the next seat."""
        seat = 0 if self.replay.seat is None else self.replay.seat
        self._look_from((seat + by) % len(self.replay.names))

    def on_seek_bar_sought(self, event: SeekBar.Sought) -> None:
        """The bar was pressed, or dragged along."""
        self.view.sayings.hear_key()
        self.playback.go(round(event.share * self.playback.last))

    def obey(self, line: str) -> None:
        """`go STEP`, or a command of a table without moves."""
        verb, _, number = line.strip().partition(" ")
        if number.strip().isdecimal() and verb in ("go", "g"):
            self.go_to_step(int(number[:_DIGITS]))
        elif line.strip().isdecimal():
            self.go_to_step(int(line.strip()[:_DIGITS]))
        elif ALIASES.get(verb.lower(), verb.lower()) in _UNDERSTOOD:
            self.view.command(line)
        elif line.strip():
            self.view.sayings.say(f"A replay takes {or_list([f'`{word}`' for word in ('go STEP', *_UNDERSTOOD)])}.")

    def go_to_step(self, number: int) -> None:
        """Show the table after the step of that number in the log; say so if the log has no such step."""
        frames = self.replay.frames
        place = next((place for place, frame in enumerate(frames) if frame.number == number), None)
        if place is None:
            self.view.sayings.say(f"There is no step {number}: the last is {frames[-1].number}.")
        else:
            self.playback.go(place)
