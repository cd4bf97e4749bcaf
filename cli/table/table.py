"""A table as a person sees it: on this machine, on the network, or in a log.

A table runs no loop and waits for nothing: a renderer reads it, passes the person's actions to it, and drives
everything else (`cli/lines/`, `cli/screen/driving.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Over, Result

from ..games.forced_moves import no_choice
from ..words.paths import display_path
from .narration import SCREEN, Kind, Line, Manner
from .replies import Reply
from .view import View


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph about trust: a heading, and lines below it."""

    heading: str
    lines: tuple[str, ...]


class Table(ABC):
    """A table as a person sees it. `changed` is called when a renderer should look again."""

    changed: Callable[[], None]

    def __init__(self, game: AnyGame, names: tuple[str, ...], manner: Manner = SCREEN) -> None:
        self.game = game
        self.names = names
        self.manner = manner
        self.lines: list[Line] = []
        self.changed = _nobody_looks

    @property
    @abstractmethod
    def state(self) -> Any:
        """The present state."""

    @property
    @abstractmethod
    def step(self) -> int:
        """The number of steps so far."""

    @property
    @abstractmethod
    def seat(self) -> int | None:
        """The person's seat; None for a spectator."""

    @property
    @abstractmethod
    def waiting(self) -> tuple[int, ...]:
        """The seats whose answer is due."""

    @property
    def seconds(self) -> int | None:
        """Seconds left for the pending decision; None without a limit."""
        return None

    @property
    def chosen(self) -> tuple[int, ...]:
        """The seats that have answered a step that waits for others as well."""
        return ()

    @property
    def missing(self) -> str:
        """The absent seats that keep the table waiting, with advice; empty if nobody is absent."""
        return ""

    @property
    def held(self) -> bool:
        """Whether one's own decision is due but must wait for the others."""
        return False

    @property
    def away(self) -> tuple[int, ...]:
        """The seats that no link leads to now."""
        return ()

    @property
    def asked(self) -> bool:
        """Whether an answer of this screen's seat is due."""
        return self.seat is not None and self.seat in self.waiting

    @property
    def forced(self) -> Any | None:
        """The only move of the person who is asked, if it is made automatically; the renderer makes it."""
        return no_choice(self.game, self.state, self.seat) if self.asked and self.seat is not None else None

    @property
    def only(self) -> str:
        """The one legal move in notation that is accepted here, as in a step of a lesson; otherwise empty."""
        return ""

    @property
    def suggestion(self) -> str | None:
        """A move in notation that the table itself suggests; empty for none now, None if bots give the hints."""
        return None

    @property
    def reads(self) -> bool:
        """Whether the table waits until the person has read a text."""
        return False

    def read(self) -> None:
        """Note that the person has read the text."""
        self.changed()

    @property
    def scene(self) -> int:
        """The number of the scene: a state of another scene does not follow from one of this by moves."""
        return 0

    @property
    def result(self) -> Result | None:
        """How the game ended, if it has."""
        pending = self.game.pending(self.state)
        return pending.result if isinstance(pending, Over) else None

    @property
    def wait(self) -> str:
        """The pending step, where no seat's answer is due."""
        return ""

    @property
    def behind(self) -> tuple[int, ...]:
        """The seats that the pending step waits for, where no seat's answer is due: for a draw, or a confirmation."""
        return ()

    @property
    def fairness(self) -> str:
        """A line about the last draw."""
        return ""

    @property
    def log(self) -> Path | None:
        """The file of the game."""
        return None

    @property
    def saved_text(self) -> str:
        """The place of the saved game, in words."""
        return "" if self.log is None else f"The log is {display_path(self.log)}"

    @property
    def since_end(self) -> tuple[str, ...]:
        """News of the others since the end, in sentences."""
        return ()

    @property
    def afterwards(self) -> Mapping[str, str]:
        """The actions after the end: key to words."""
        return {}

    def after(self, key: str) -> str | None:
        """Carry out an action after the end; the answer, or None if the screen is to end with `after KEY`."""
        return None

    @property
    def stopped(self) -> bool:
        """Whether the game cannot continue here, and is not over: nobody can move or talk any more."""
        return False

    @property
    def leaving(self) -> str:
        """The consequence of leaving before the end."""
        return "The game ends for you."

    @property
    def watched(self) -> bool:
        """Whether the person is a spectator, who can make no move."""
        return self.seat is None

    @property
    def shared(self) -> bool:
        """Whether several people share this screen, so that it says whose turn it is."""
        return False

    @property
    def only_seat(self) -> int | None:
        """The seat of the one person at this screen; None for several, or for a spectator."""
        return None if self.shared or self.watched else self.seat

    @property
    def taker(self) -> int | None:
        """The seat whose person must take the keyboard before it is asked, because others may not see the choice."""
        return None

    def take_keyboard(self) -> None:
        """Note that the taker is at the keyboard now."""
        self.changed()

    @property
    def reaction(self) -> str:
        """The reaction of somebody a few seconds ago, in words."""
        return ""

    @property
    def may_take_back(self) -> bool:
        """Whether the person can ask the others at a network table to take the last move back."""
        return False

    @property
    def asks_to_agree(self) -> str:
        """The question whether another player may take the last move back; empty if this person is not asked."""
        return ""

    @property
    def talks(self) -> bool:
        """Whether there is somebody to talk to."""
        return False

    @abstractmethod
    def view(self) -> View:
        """The view for the sentences of line mode."""

    @abstractmethod
    def make(self, move: Any) -> None:
        """Make a legal move for the seat."""

    @abstractmethod
    def obey(self, reply: Reply) -> str:
        """Carry out a typed line that is not a move; the answer."""

    @abstractmethod
    def trust(self) -> tuple[Paragraph, ...]:
        """Why nobody needs to be trusted here, with the facts that show it."""

    def tell(self, text: str, kind: Kind = "news", step: int | None = None) -> None:
        """Add a line to the story."""
        self.lines += [Line(line, kind, step) for line in text.split("\n")]
        self.changed()


def _nobody_looks() -> None:
    pass
