"""The words around the boards of a replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from ...games import presentation_of
from ...games.phrases import Names
from ...table.narration import Line
from ...table.replay import ReplayTable
from ...table.score import describe_winners
from ...words.grammar import and_list
from ..help import keys_text
from ..pending_move import PendingMove
from ..render import around_text, log_text, title_line
from .captions import OWN_ROWS, Words, usual_words
from .remarks import Remarks
from .sight import Sight

PAGE = 10
"""Steps of a page."""

_ABOVE = 5
"""Lines of the list above the current step, where it is opened."""

REPLAY_KEYS: Mapping[str, str] = {
    "← →": "one step back or forward",
    "page up, page down": f"{PAGE} steps",
    "home, end": "the beginning, the end",
    "g": "go to a step, by its number",
    "space": "play or pause",
    "+ -": "faster, slower",
    "tab, 1 2 3 ...": "view from another seat: its board is large",
    "l": "all moves in notation, the current one marked",
    "e": "the score sheet, once the game is over",
    "m": "show the moves to come, or hide them",
    "x, p, f": "export a page, a picture of this step, a film (GIF)",
    "v": "why you can trust it",
    "b": "the rules of the game",
    "mouse": "click the bar to go there",
    "esc": "pause, then back",
    "q": "leave",
}


class ReplayCaptions:
    """The words of a log that is replayed step by step. Each step marks its own changes."""

    ends = False
    rows = OWN_ROWS + 1  # the bar
    log_at_end = False
    notes_early_keys = False  # nobody is asked

    def __init__(self, table: ReplayTable) -> None:
        self.table = table
        self.sight = Sight(table, before=self._state_before)
        self.remarks = Remarks()
        self.ahead = False
        """Whether the moves after the step on the screen are shown."""

    def _state_before(self) -> Any | None:
        """The state before the step on the screen; None for the first frame."""
        at, frames = self.table.at, self.table.frames
        return frames[at - 1].state if at else None

    @property
    def at_the_end(self) -> Mapping[str, str] | None:
        """The result beside the board, without keys: the footer shows those of a replay."""
        return None if self.table.result is None else {}

    def title(self, width: int) -> Text:
        """The game, the step, the players and the last draw: the moves around the step do not need that place."""
        return title_line(self.table, self._whose, self.sight.seconds, True, width)

    def _whose(self, names: Names) -> str:
        """The players, and at the end the winner: nobody has the turn."""
        result = self.table.result
        players = and_list(list(names))
        if result is None:
            return players
        return f"{players} · {describe_winners(presentation_of(self.table.game).phrases, result, names)}"

    def words(self, move: PendingMove, width: int, has_list: bool) -> Words:
        """If there is no room for the list, the moves around are in its place."""
        if self.remarks.said or has_list:
            return usual_words(self, move, width)
        return Words(*around_text(self.table, width, self.ahead))

    def foot(self, _move: PendingMove) -> Mapping[str, str]:
        """The keys. At the end the score sheet takes the place of the speed, because both are too long."""
        over = self.table.result is not None
        boards = {"tab": "board"} if len(self.table.names) > 1 else {}
        return {
            "← →": "step",
            "space": "play",
            **({} if over else {"+ -": "speed"}),
            "g": "go to",
            **boards,
            "l": "list",
            "x p f": "export",
            **({"e": "score"} if over else {}),
            "?": "help",
            "q": "leave",
        }

    def news(self, _rows: int, _width: int) -> Text:
        """No news: the moves around the step are shown below."""
        return Text()

    def log(self, rows: int) -> Text:
        """The moves up to the current step, which is marked, and those to come if they are wanted."""
        lines, step = self._lines, self.table.step
        place = next((number for number, line in enumerate(lines) if (line.step or 0) >= step), 0)
        return log_text(lines[max(0, place - rows // 3) :][:rows], step)

    def whole_log(self) -> tuple[Text, int]:
        """The same moves in a text to scroll."""
        before = sum((line.step or 0) < self.table.step for line in self._lines)
        return log_text(self._lines, self.table.step), max(0, before - _ABOVE)

    @property
    def _lines(self) -> list[Line]:
        return [line for line in self.table.lines if self.ahead or (line.step or 0) <= self.table.step]

    @property
    def help_title(self) -> str:
        """The title above the keys."""
        return "Keys of a replay"

    def help(self, _move: PendingMove) -> Text:
        """The keys."""
        return keys_text(REPLAY_KEYS)
