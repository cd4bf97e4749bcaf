"""A table on this machine: people at one keyboard, bots, or both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.game import Rng
from p2pgame.engine.pending import Chance, Secret

from ..games.forced_moves import no_choice
from ..games.session import Session
from ..saves.game_file import GameFile
from ..thinking.bots import names_of
from ..words.paths import display_path
from ..words.widths import bare_name
from .narration import SCREEN, Manner, Step, narrate
from .replies import Reply, Resign, Save, Undo
from .table import Paragraph, Table
from .undo import take_back
from .view import View


class LocalTable(Table):
    """One game; seats without a bot are people's. It turns to the person who is asked."""

    def __init__(
        self,
        session: Session[Any, Any],
        bots: Mapping[int, Bot],
        rng: Rng,
        file: GameFile | None = None,
        called: Sequence[str] = (),
        manner: Manner = SCREEN,
    ) -> None:
        """`called` are the people's names, in the order of their seats. The `rng` answers draws and decides for
        bots."""
        super().__init__(session.game, names_of(session.seats, bots, called), manner)
        self.session = session
        self.bots = bots
        self.file = file or GameFile(session, None, None)
        self.people = tuple(seat for seat in range(session.seats) if seat not in bots)
        self.thinking: int | None = None
        """The seat of a slow bot, while a renderer asks it."""
        self._rng = rng
        self._bare_names = self.names if manner.levels else tuple(map(bare_name, self.names))
        self._person = self.people[0] if self.people else None
        self._at_keyboard = self._person if len(self.people) == 1 else None
        self._turn()
        self._tell_since(0)

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self.session.state

    @property
    def step(self) -> int:
        """The number of steps so far."""
        return len(self.session.history)

    @property
    def seat(self) -> int | None:
        """The seat of the person who is asked, or was asked last."""
        return self._person

    @property
    def shared(self) -> bool:
        """Whether there are several people."""
        return len(self.people) > 1

    @property
    def taker(self) -> int | None:
        """The name of the person who chooses in secret next, if somebody else has the keyboard."""
        secret = isinstance(self.session.pending, Secret) and self._person in self.waiting
        return self._person if secret and self._person != self._at_keyboard else None

    def take_keyboard(self) -> None:
        """Note that the taker is at the keyboard now."""
        self._at_keyboard = self._person
        self.changed()

    @property
    def asked(self) -> bool:
        """Whether the person is asked, and sits at the keyboard."""
        return super().asked and self.taker is None

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats whose answer is due."""
        return self.session.waiting

    @property
    def chosen(self) -> tuple[int, ...]:
        """The seats that have answered."""
        return self.session.answered

    @property
    def wait(self) -> str:
        """The sentence about a draw or a thinking bot."""
        if isinstance(self.session.pending, Chance):
            return "Drawing ..."
        if self.thinking is None or self.asked:
            return ""
        progress = getattr(self.bots[self.thinking], "progress", 0)
        return f"{self.names[self.thinking]} is thinking ... {progress}%"

    @property
    def fairness(self) -> str:
        """Empty: this machine makes the draws."""
        return ""

    @property
    def log(self) -> Path | None:
        """The file of the game, if any."""
        return self.file.kept

    @property
    def saved_text(self) -> str:
        """The sentence about the file of the game."""
        return "" if self.log is None else f"The game is saved in {display_path(self.log)}"

    @property
    def afterwards(self) -> Mapping[str, str]:
        """A new game, and this one once more if it has a log."""
        return {"n": "new game", **({} if self.log is None else {"w": "watch again"})}

    @property
    def leaving(self) -> str:
        """The sentence about the file, for a player who leaves."""
        return self.file.leaving.replace("`", "")

    def view(self) -> View:
        """The view for the sentences of line mode."""
        return View(self.game, self.state, self.seat, self.waiting, self._bare_names, self._rng)

    def make(self, move: Any) -> None:
        """Make the person's move."""
        seat = self.seat
        assert seat is not None
        self._at_keyboard = seat
        self.play(seat, move)

    def obey(self, reply: Reply) -> str:
        """Carry out undo, resign or save."""
        match reply:
            case Undo():
                return self._undo()
            case Resign() if self.seat is not None:
                seat = self.seat
                self._advance(lambda: self.session.drop(seat))
                return f"{self.names[seat] if self.shared else 'You'} {'has' if self.shared else 'have'} left the game."
            case Save(path):
                return self.file.save(path)
            case _:
                return ""

    def trust(self) -> tuple[Paragraph, ...]:
        """One paragraph: in a local game there is nobody to trust."""
        return (
            Paragraph(
                "This is a local game",
                (
                    "Draws come from this machine's random numbers. Bots see only what a player in their seat sees, "
                    "and no card exists before it is drawn.",
                    "In a network game you need not trust anyone for that: all players make each draw together, "
                    "every move is signed, and the log proves it afterwards.",
                ),
            ),
        )

    @property
    def draws(self) -> bool:
        """Whether a draw is due."""
        return isinstance(self.session.pending, Chance)

    @property
    def bot_due(self) -> int | None:
        """The seat of a bot whose answer is due."""
        return next((seat for seat in self.waiting if seat in self.bots), None)

    @property
    def forced(self) -> Any | None:
        """The forced move; nobody needs to take the keyboard for it."""
        seat = self.seat
        return no_choice(self.game, self.state, seat) if seat is not None and seat in self.waiting else None

    def draw(self) -> None:
        """Make the draw that is due."""
        pending = self.session.pending
        assert isinstance(pending, Chance)
        value = self._rng.randrange(pending.bound)
        self._advance(lambda: self.session.draw(value))

    def ask_bot(self, seat: int) -> Any:
        """The move that a bot would make now. It may think for seconds, in any thread."""
        return self.bots[seat].choose(self.game, self.state, seat, self._rng)

    def play(self, seat: int, move: Any) -> None:
        """Make the move of a seat whose answer is due."""
        self._advance(lambda: self.session.play(seat, move))

    def _advance(self, act: Callable[[], None]) -> None:
        """Change the session, describe the change, and save the game."""
        steps = self.step
        act()
        self._tell_since(steps)
        self._turn()
        self._keep()
        self.changed()

    def _turn(self) -> None:
        """Turn the screen to the person who is asked; without one, it stays as it is."""
        self._person = next((seat for seat in self.waiting if seat in self.people), self._person)

    def _tell_since(self, steps: int) -> None:
        """Describe the steps after that many, with their consequences."""
        for number, (before, event, after) in enumerate(self.session.steps_since(steps), steps + 1):
            self.lines += narrate(
                self.game, Step(number, before, event, after), self._bare_names, self.manner, self.only_seat
            )

    def _undo(self) -> str:
        """Return to the last choice of a person."""
        if not take_back(self.session, self.people):
            return "There is no move to take back."
        self.lines = [line for line in self.lines if line.step is None or line.step <= self.step]
        self._turn()
        self.changed()
        self._keep()
        return "Your last move is taken back."

    def _keep(self) -> None:
        if problem := self.file.keep():
            self.tell(problem)
