"""A table on this machine: people at one keyboard, bots, or both."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.events import Drawn
from p2pgame.engine.game import Rng
from p2pgame.engine.pending import Chance, Over, Secret

from ..games.forced_moves import no_choice
from ..games.session import Session
from ..saves.game_file import GameFile
from ..thinking.bots import names_of
from ..words.paths import path_told
from ..words.widths import bare_name
from .replies import Reply, Resign, Save, Undo
from .table import Kind, Paragraph, Table
from .taking_back import take_back
from .telling import steps_told
from .view import View

PAUSE = 0.35
"""Seconds before each move of a bot and each draw, so that people can follow."""

PROGRESS = 0.2
"""Seconds between two looks at how far a bot has come."""


class LocalTable(Table):
    """One game; seats without a bot are people's. The screen turns to the one who is asked."""

    def __init__(
        self,
        session: Session[Any, Any],
        bots: Mapping[int, Bot],
        rng: Rng,
        file: GameFile | None = None,
        pause: float = PAUSE,
        called: Sequence[str] = (),
    ) -> None:
        """The people are `called` so, in the order of their seats."""
        super().__init__(session.game, names_of(session.seats, bots, called))
        self.session = session
        self.bots = bots
        self._rng = rng
        self._file = file or GameFile(session, None, None)
        self._pause = pause
        self._moved = asyncio.Event()
        self._thinking: int | None = None
        """The seat of the bot that takes its time."""
        self._people = tuple(seat for seat in range(session.seats) if seat not in bots)
        self._person = self._people[0] if self._people else None
        self._at_keyboard = self._person if len(self._people) == 1 else None
        self._turn()
        self._tell_since(0)

    @property
    def state(self) -> Any:
        """Where the game stands."""
        return self.session.state

    @property
    def step(self) -> int:
        """How many steps have been made."""
        return len(self.session.history)

    @property
    def seat(self) -> int | None:
        """That of the person who is asked, or was asked last."""
        return self._person

    @property
    def shared(self) -> bool:
        """Whether there are several people."""
        return len(self._people) > 1

    @property
    def taker(self) -> int | None:
        """The name of the person who chooses in secret next, if somebody else has the keyboard."""
        secret = isinstance(self.session.pending, Secret) and self._person in self.waiting
        return self._person if secret and self._person != self._at_keyboard else None

    def take_keyboard(self) -> None:
        """The taker is at the keyboard now."""
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
        """A draw, perhaps, or a bot that thinks."""
        if isinstance(self.session.pending, Chance):
            return "Drawing ..."
        if self._thinking is None or self.asked:
            return ""
        progress = getattr(self.bots[self._thinking], "progress", 0)
        return f"{self.names[self._thinking]} thinks ... {progress} %"

    @property
    def fairness(self) -> str:
        """Nothing: chance is this machine's own."""
        return ""

    @property
    def log(self) -> Path | None:
        """The file it is kept in, if any."""
        return self._file.kept

    @property
    def kept_told(self) -> str:
        """No log: nobody has signed anything."""
        return "" if self.log is None else f"The game is saved in {path_told(self.log)}"

    @property
    def afterwards(self) -> Mapping[str, str]:
        """Another game."""
        return {"n": "new game"}

    @property
    def leaving(self) -> str:
        """The state of its file."""
        return self._file.leaving.replace("`", "")

    def view(self) -> View:
        """The view for the sentences of line mode."""
        return View(self.game, self.state, self.seat, self.waiting, tuple(map(bare_name, self.names)), self._rng)

    def make(self, move: Any) -> None:
        """Make the person's move."""
        seat = self.seat
        assert seat is not None
        self._at_keyboard = seat
        self._advance(lambda: self.session.play(seat, move))

    def obey(self, reply: Reply) -> str:
        """Undo, resign, save."""
        match reply:
            case Undo():
                return self._undo()
            case Resign() if self.seat is not None:
                seat = self.seat
                self._advance(lambda: self.session.drop(seat))
                return f"{self.names[seat] if self.shared else 'You'} {'has' if self.shared else 'have'} left the game."
            case Save(path):
                return self._file.save(path)
            case _:
                return ""

    def trust(self) -> tuple[Paragraph, ...]:
        """Nobody to trust."""
        return (
            Paragraph(
                "You play against your own machine",
                (
                    "Draws come from this machine's random numbers. Bots see what a player in their seat sees, and no "
                    "card exists before it is drawn.",
                    "In a network game you need not believe that: all players make each draw together, "
                    "every move is signed, and the log proves it afterwards.",
                ),
            ),
        )

    async def run(self) -> None:
        """Draw, let bots play, and wait for the person, until the game is over."""
        while not isinstance(pending := self.session.pending, Over):
            self._moved.clear()
            if isinstance(pending, Chance):
                await self._after_pause(self._draw)
            elif (bot := next((seat for seat in self.waiting if seat in self.bots), None)) is not None:
                await self._let_play(bot)
            elif self.seat is not None and (only := no_choice(self.game, self.state, self.seat)) is not None:
                await self._after_pause(partial(self.make, only))
            else:
                await self._moved.wait()

    def _draw(self) -> None:
        pending = self.session.pending
        if isinstance(pending, Chance):
            value = self._rng.randrange(pending.bound)
            self._advance(lambda: self.session.draw(value))

    async def _let_play(self, seat: int) -> None:
        """A bot thinks in a thread, so that the screen stays quick; what it finds for a state that is gone is lost."""
        state, bot = self.state, self.bots[seat]
        thinking = asyncio.create_task(asyncio.to_thread(bot.choose, self.game, state, seat, self._rng))
        pause = asyncio.create_task(asyncio.sleep(0 if self.asked else self._pause))
        self._thinking = None if bot.is_quick else seat
        while self._thinking is not None and not thinking.done():
            self.changed()
            await asyncio.wait((thinking,), timeout=PROGRESS)
        self._thinking = None
        move, _ = await asyncio.gather(thinking, pause)
        if self.state is state and seat in self.waiting:
            self._advance(lambda: self.session.play(seat, move))

    async def _after_pause(self, act: Callable[[], None]) -> None:
        state = self.state
        await asyncio.sleep(self._pause)
        if self.state is state:
            act()

    def _advance(self, act: Callable[[], None]) -> None:
        """Do something to the session, tell what came of it, and keep it."""
        steps = self.step
        act()
        self._tell_since(steps)
        self._turn()
        self._keep()
        self._moved.set()
        self.changed()

    def _turn(self) -> None:
        """Turn the screen to the person who is asked; while none is, it stays where it was."""
        self._person = next((seat for seat in self.waiting if seat in self._people), self._person)

    def _tell_since(self, steps: int) -> None:
        """Tell the steps after so many, and what followed from each."""
        names = list(map(bare_name, self.names))
        for number, (event, told, consequence) in enumerate(steps_told(self.session, names, steps), steps + 1):
            kind: Kind = "draw" if isinstance(event, Drawn) else "move"
            self.tell(told, kind, number)
            if consequence is not None:
                self.tell(consequence, "news", number)

    def _undo(self) -> str:
        """Back to where a person last had a choice."""
        if not take_back(self.session, self._people):
            return "There is no move to take back."
        self.lines = [line for line in self.lines if line.step is None or line.step <= self.step]
        self._turn()
        self._keep()
        self._moved.set()
        self.changed()
        return "Taken back."

    def _keep(self) -> None:
        if problem := self._file.keep():
            self.tell(problem)
