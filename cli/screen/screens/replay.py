"""A log on the whole screen: the table's screen with a seek bar, step by step or playing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from rich.text import Text
from textual import events

from ...table.answer import ALIASES
from ...table.replay import ReplayTable
from ...words.grammar import or_list
from ..keys import name_of
from ..table.exporting import Exporting
from ..table.playback import Playback
from ..table.replay_captions import PAGE, ReplayCaptions
from ..widgets.modal import Reading
from ..widgets.seek import SeekBar
from .table import TableScreen

_UNDERSTOOD = ("score", "rules", "help", "quit")
"""Commands of line mode that have a meaning in a replay."""

_DIGITS = 9
"""Digits of a step's number, at most; no log has so many steps."""


class ReplayScreen(TableScreen):
    """Shows a log: the screen of a table whose keys lead through the steps.

    It has parts of its own, `Playback` and `Exporting`, and inherits the rest: Textual calls the methods of the screen
    itself, and a replay has other keys, lines and help than a table, but the same life.
    """

    def __init__(self, table: ReplayTable, speed: float = 1.0, nested: bool = False) -> None:
        """A `nested` replay goes back to a list, so it does not ask before it closes."""
        self.replay_captions = ReplayCaptions(table)
        super().__init__(table, captions=self.replay_captions)
        self.replay = table
        self._nested = nested
        self.playback = Playback(self, table, speed, self.look)
        self._exporting = Exporting(self, table, self.sayings)

    def on_mount(self) -> None:
        """Put a seek bar above the foot."""
        self.body.mount(SeekBar(), before="#line")
        self.call_later(self.look)

    def show(self) -> None:
        """Show the step, and its place in the log."""
        super().show()
        if self.query(SeekBar):
            self.query_one(SeekBar).look(self.replay.at, self.playback.last, self.playback.described)

    def on_key(self, event: events.Key) -> None:
        """A key of the replay, or one of any table."""
        act = self._moves().get(name_of(event))
        if act is None or self.typed.is_open:
            super().on_key(event)
            return
        event.prevent_default()  # the table's screen must not get it as well
        self.sayings.hear_key()
        act()
        event.stop()

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
            "g": lambda: self.typed.open("go "),
            "tab": lambda: self._look_on(1),
            "shift+tab": lambda: self._look_on(-1),
            **{str(seat + 1): partial(self._look_from, seat) for seat in range(len(self.table.names))},
            "m": self._show_or_hide_moves_to_come,
            "x": lambda: self._exporting.begin("html"),
            "p": lambda: self._exporting.begin("png"),
            "f": lambda: self._exporting.begin("gif"),
            "q": lambda: self._close("over"),
            "escape": self._step_out,
        }

    def _close(self, word: str) -> None:
        self.dismiss(word)

    def ask_to_leave(self) -> bool:
        """False: nothing can be lost here."""
        return False

    def _step_out(self) -> None:
        """Stop playing, or else leave; where that ends the program, after asking."""
        if self.playback.is_on:
            self.playback.stop()
            self.look()
        elif self._nested:
            self._close("over")
        else:
            question = Reading("Leave this replay?", Text("The log stays as it is."), {"y": ("yes", "leave")})
            self.app.push_screen(question, lambda word: self._close("over") if word == "yes" else None)

    def _show_or_hide_moves_to_come(self) -> None:
        self.replay_captions.ahead = not self.replay_captions.ahead
        self.show()

    def _look_from(self, seat: int) -> None:
        self.replay.look_from(seat)
        self.show()

    def _look_on(self, by: int) -> None:
        """The board of the next seat."""
        seat = 0 if self.replay.seat is None else self.replay.seat
        self._look_from((seat + by) % len(self.table.names))

    def help(self) -> None:
        """Show the keys."""
        self.readings.help("Keys of a replay", self.move)

    def on_seek_bar_sought(self, event: SeekBar.Sought) -> None:
        """The bar was pressed, or dragged along."""
        self.sayings.hear_key()
        self.playback.go(round(event.share * self.playback.last))

    def obey(self, line: str) -> None:
        """`go STEP`, or a command of a table without moves."""
        verb, _, number = line.strip().partition(" ")
        if number.strip().isdecimal() and verb in ("go", "g"):
            self.go_to_step(int(number[:_DIGITS]))
        elif line.strip().isdecimal():
            self.go_to_step(int(line.strip()[:_DIGITS]))
        elif ALIASES.get(verb.lower(), verb.lower()) in _UNDERSTOOD:
            super().obey(line)
        elif line.strip():
            self.sayings.say(f"A replay takes {or_list([f'`{word}`' for word in ('go STEP', *_UNDERSTOOD)])}.")

    def go_to_step(self, number: int) -> None:
        """Show the table after the step of that number in the log; say so if the log has no such step."""
        frames = self.replay.frames
        place = next((place for place, frame in enumerate(frames) if frame.number == number), None)
        if place is None:
            self.sayings.say(f"There is no step {number}: the last is {frames[-1].number}.")
        else:
            self.playback.go(place)
