"""A log on the whole screen: the table's screen with a seek bar, step by step or playing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial

from rich.text import Text
from textual import events, work
from textual.timer import Timer

from ...export.beside import KINDS, export_beside
from ...system.exits import Failed
from ...table.answer import ALIASES
from ...table.replay import ReplayTable
from ...words.grammar import or_list
from ...words.paths import display_path
from ..keys import name_of
from ..table.replay_captions import PAGE, ReplayCaptions
from ..widgets.modal import Reading
from ..widgets.seek import SeekBar
from .table import TableScreen

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Steps a second."""

_UNDERSTOOD = ("score", "rules", "help", "quit")
"""Commands of line mode that have a meaning in a replay."""

_DIGITS = 9
"""Digits of a step's number, at most; no log has so many steps."""


class ReplayScreen(TableScreen):
    """Shows a log."""

    def __init__(self, table: ReplayTable, speed: float = 1.0, nested: bool = False) -> None:
        """A `nested` replay goes back to a list, so it does not ask before it closes."""
        self.replay_captions = ReplayCaptions(table)
        super().__init__(table, captions=self.replay_captions)
        self.replay = table
        self._nested = nested
        self._speed = min(range(len(SPEEDS)), key=lambda place: abs(SPEEDS[place] - speed))
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Put a seek bar above the foot."""
        self.body.mount(SeekBar(), before="#line")
        self.call_later(self.look)

    def show(self) -> None:
        """Show the step, and its place in the log."""
        super().show()
        if self.query(SeekBar):
            playing = f"{'playing' if self._timer else 'paused'} {SPEEDS[self._speed]:g}/s"
            self.query_one(SeekBar).look(self.replay.at, len(self.replay.frames) - 1, playing)

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
        at, last = self.replay.at, len(self.replay.frames) - 1
        return {
            "right": lambda: self._go(at + 1),
            "left": lambda: self._go(at - 1),
            "pagedown": lambda: self._go(at + PAGE),
            "pageup": lambda: self._go(at - PAGE),
            "home": lambda: self._go(0),
            "end": lambda: self._go(last),
            "space": self._play_or_stop,
            "+": lambda: self._faster(1),
            "=": lambda: self._faster(1),
            "-": lambda: self._faster(-1),
            "g": lambda: self.typed.open("go "),
            "tab": lambda: self._look_on(1),
            "shift+tab": lambda: self._look_on(-1),
            **{str(seat + 1): partial(self._look_from, seat) for seat in range(len(self.table.names))},
            "m": self._show_or_hide_moves_to_come,
            "x": lambda: self._export("html"),
            "p": lambda: self._export("png"),
            "f": lambda: self._export("gif"),
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
        if self._timer is not None:
            self._stop()
            self.look()
        elif self._nested:
            self._close("over")
        else:
            question = Reading("Leave this replay?", Text("The log stays as it is."), {"y": ("yes", "leave")})
            self.app.push_screen(question, lambda word: self._close("over") if word == "yes" else None)

    def _show_or_hide_moves_to_come(self) -> None:
        self.replay_captions.ahead = not self.replay_captions.ahead
        self.show()

    def _export(self, kind: str) -> None:
        self._write_file(kind)

    @work(exclusive=True, group="export")  # in the usual group it would cancel the worker that follows the log
    async def _write_file(self, kind: str) -> None:
        """Write the replay, or the step, into a file with a name of its own; a film takes a while."""
        if (log := self.replay.log) is None:
            return
        loop = asyncio.get_running_loop()

        def progress(done: int, number: int) -> None:
            if not self.is_attached:
                raise Failed("The film was not finished.")
            loop.call_soon_threadsafe(self.sayings.say, f"Making the {KINDS[kind]} ... {100 * done // number} %")

        self.sayings.say(f"Making the {KINDS[kind]} ...")
        try:
            path = await asyncio.to_thread(export_beside, self.replay, log, kind, progress)
        except Failed as problem:
            self.sayings.say(problem.message)
        else:
            self.sayings.say(f"The {KINDS[kind]} is {display_path(path)}.")

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
        self._go(round(event.share * (len(self.replay.frames) - 1)))

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
            self._go(place)

    def _go(self, to: int) -> None:
        self._stop()
        self.replay.go(to)

    def _play_or_stop(self) -> None:
        if self._timer is not None:
            self._stop()
        else:
            if self.replay.at == len(self.replay.frames) - 1:
                self.replay.go(0)
            self._timer = self.set_interval(1 / SPEEDS[self._speed], self._advance)
        self.look()

    def _advance(self) -> None:
        if self.replay.at == len(self.replay.frames) - 1:
            self._stop()
        self.replay.go(self.replay.at + 1)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _faster(self, by: int) -> None:
        self._speed = max(0, min(self._speed + by, len(SPEEDS) - 1))
        if self._timer is not None:
            self._stop()
            self._timer = self.set_interval(1 / SPEEDS[self._speed], self._advance)
        self.look()
