"""A log on the whole screen: the table's screen with a seek bar, step by step or playing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import ClassVar

from textual import events
from textual.containers import VerticalScroll
from textual.timer import Timer
from textual.widgets import Static

from ...games.phrases import Names
from ...table.answer import ALIASES
from ...table.replay import ReplayTable
from ...words.grammar import or_list
from ..help import keys_text
from ..keys import name_of
from ..render import around_text, differences, log_text
from ..widgets.seek import SeekBar
from .table import TableScreen

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Steps a second."""

_PAGE = 10

_UNDERSTOOD = ("score", "rules", "help", "quit")
"""Commands of line mode that mean something where nothing is moved."""

_ABOVE = 5
"""Lines of the list above the current step, where it is opened."""

_DIGITS = 9
"""Of a step's number that are read; no log has so many steps."""

_PADDING = 1
"""Columns at both sides of a line below the boards."""

REPLAY_KEYS: Mapping[str, str] = {
    "← →": "one step back, one step on",
    "page up, page down": f"{_PAGE} steps",
    "home, end": "the beginning, the end",
    "g": "go to a step by its number in the log",
    "space": "play, or pause",
    "+ -": "faster, slower",
    "tab, 1 2 3 ...": "view from another seat: its board is large",
    "l": "all moves in notation, the current one marked",
    "e": "the score sheet, once the game is over",
    "v": "why you can trust it",
    "b": "the rules of the game",
    "mouse": "press the bar to go there",
    "q, esc": "leave",
}


class ReplayScreen(TableScreen):
    """Looks at a log."""

    ENDS: ClassVar[bool] = False
    AROUND: ClassVar[int] = TableScreen.AROUND + 1  # the bar

    def __init__(self, table: ReplayTable, speed: float = 1.0) -> None:
        super().__init__(table)
        self.played = table
        self._speed = min(range(len(SPEEDS)), key=lambda place: abs(SPEEDS[place] - speed))
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Put a seek bar above the foot."""
        self.mount(SeekBar(), before="#line")
        self.call_later(self.look)

    def _show(self) -> None:
        """Show the step, and where it stands."""
        super()._show()
        if self.query(SeekBar):
            playing = f"{'playing' if self._timer else 'paused'} {SPEEDS[self._speed]:g}/s"
            self.query_one(SeekBar).look(self.played.at, len(self.played.frames) - 1, playing)

    def on_key(self, event: events.Key) -> None:
        """A key of the replay, or one of any table."""
        act = self._moves().get(name_of(event))
        if act is None or self.has_class("typing"):
            super().on_key(event)
            return
        self._said = ""
        act()
        event.stop()
        event.prevent_default()

    def _moves(self) -> Mapping[str, Callable[[], None]]:
        at, last = self.played.at, len(self.played.frames) - 1
        return {
            "right": lambda: self._go(at + 1),
            "left": lambda: self._go(at - 1),
            "pagedown": lambda: self._go(at + _PAGE),
            "pageup": lambda: self._go(at - _PAGE),
            "home": lambda: self._go(0),
            "end": lambda: self._go(last),
            "space": self._play_or_stop,
            "+": lambda: self._faster(1),
            "=": lambda: self._faster(1),
            "-": lambda: self._faster(-1),
            "g": lambda: self.type_line("go "),
            "tab": lambda: self._look_on(1),
            "shift+tab": lambda: self._look_on(-1),
            **{str(seat + 1): partial(self._look_from, seat) for seat in range(len(self.table.names))},
            "q": self._leave_replay,
            "escape": self._leave_replay,
        }

    def _look_from(self, seat: int) -> None:
        self.played.look_from(seat)
        self._show()

    def _look_on(self, by: int) -> None:
        """The board of the next seat."""
        seat = 0 if self.played.seat is None else self.played.seat
        self._look_from((seat + by) % len(self.table.names))

    def help(self) -> None:
        """Show the keys."""
        self._read("Keys of a replay", keys_text(REPLAY_KEYS))

    def show_whole_log(self) -> None:
        """Show all that is in the log, the current step marked."""
        before = sum((line.step or 0) < self.table.step for line in self.table.lines)
        self._read("The game so far", log_text(self.table.lines, self.table.step), top=max(0, before - _ABOVE))

    def on_seek_bar_sought(self, event: SeekBar.Sought) -> None:
        """The bar was pressed, or dragged along."""
        self._said = ""
        self._go(round(event.share * (len(self.played.frames) - 1)))

    def _leave_replay(self) -> None:
        self.dismiss("over")

    def obey(self, line: str) -> None:
        """`go STEP`, or what a table understands where nothing is moved."""
        verb, _, number = line.strip().partition(" ")
        if number.strip().isdecimal() and verb in ("go", "g"):
            self.go_to_step(int(number[:_DIGITS]))
        elif line.strip().isdecimal():
            self.go_to_step(int(line.strip()[:_DIGITS]))
        elif ALIASES.get(verb.lower(), verb.lower()) in _UNDERSTOOD:
            super().obey(line)
        elif line.strip():
            self._say(f"A replay takes {or_list([f'`{word}`' for word in ('go STEP', *_UNDERSTOOD)])}.")

    def go_to_step(self, number: int) -> None:
        """Show the table after the step of that number in the log; say so if the log has no such step."""
        frames = self.played.frames
        place = next((place for place, frame in enumerate(frames) if frame.number == number), None)
        if place is None:
            self._say(f"There is no step {number}: the last is {frames[-1].number}.")
        else:
            self._go(place)

    def _go(self, to: int) -> None:
        self._stop()
        self.played.go(to)

    def _play_or_stop(self) -> None:
        if self._timer is not None:
            self._stop()
        else:
            if self.played.at == len(self.played.frames) - 1:
                self.played.go(0)
            self._timer = self.set_interval(1 / SPEEDS[self._speed], self._advance)
        self.look()

    def _advance(self) -> None:
        if self.played.at == len(self.played.frames) - 1:
            self._stop()
        self.played.go(self.played.at + 1)

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

    def _foot(self) -> Mapping[str, str]:
        """At the end the score sheet is more to the point than the speed; both together are too long."""
        over = self.table.result is not None
        boards = {"tab": "board"} if len(self.table.names) > 1 else {}
        return {
            "← →": "step",
            "space": "play",
            **({} if over else {"+ -": "speed"}),
            "g": "go to",
            **boards,
            "l": "list",
            **({"e": "score"} if over else {}),
            "?": "help",
            "q": "leave",
        }

    @property
    def _title_tells_draw(self) -> bool:
        """Always, as its own place is taken where the moves around are shown."""
        return True

    def _show_words(self) -> None:
        """Where there is no room for the list, the moves around stand in place of it, if they have room there."""
        super()._show_words()
        if self._said or self.query_one("#log").display:
            return
        around, next_move = around_text(self.played, self.size.width - 2 * _PADDING)
        self.query_one("#question", Static).update(around)
        self.query_one("#preview", Static).update(next_move)

    def _show_news(self, rows: int) -> None:
        """None: the moves around are told below."""
        super()._show_news(0)

    def _take_state(self) -> None:
        """Mark what the step itself has changed, wherever one comes from."""
        super()._take_state()
        at, frames = self.played.at, self.played.frames
        before = self.table.game.picture(frames[at - 1].state) if at else None
        self._latest = differences(before, self._picture)

    def _whose(self, _names: Names) -> str:
        return "replay"

    def _show_log(self) -> None:
        """All that happens in the log, the current step marked."""
        lines, step = self.table.lines, self.table.step
        place = next((n for n, line in enumerate(lines) if (line.step or 0) >= step), 0)
        window = lines[max(0, place - self.size.height // 3) :][: self.size.height]
        self.query_one("#lines", Static).update(log_text(window, step))
        self.query_one("#log", VerticalScroll).scroll_home(animate=False)
