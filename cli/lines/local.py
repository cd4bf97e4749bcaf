"""A table on one machine: people at one keyboard, bots, or both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.game import AnyGame, Rng
from p2pgame.engine.pending import Chance, Over, Turn

from ..games.forced_moves import no_choice
from ..games.session import Session
from ..saves.game_file import GameFile
from ..table.answer import answer
from ..table.completing import completions
from ..table.replies import Make, Quit, Read, Reply, Resign, Save, Say, Undo
from ..table.taking_back import take_back
from ..table.telling import result_told, steps_told
from ..table.view import View, question, table_text
from ..terminal.keyboard import Keyboard
from ..terminal.output import Output
from ..thinking.bots import names_of


class Stopped(Exception):
    """Somebody has left the program before the end of the game."""


@dataclass(slots=True)
class LocalTable:
    """One game played to its end. Seats without a bot are people's, who answer from the keyboard."""

    session: Session[Any, Any]
    bots: Mapping[int, Bot]
    rng: Rng
    """Answers draws and decides for bots."""
    output: Output
    keyboard: Keyboard
    file: GameFile
    called: Sequence[str] = ()
    """The people's names, in the order of their seats."""
    names: tuple[str, ...] = field(init=False)
    _people: tuple[int, ...] = field(init=False)
    _one_person: int | None = field(init=False)

    def __post_init__(self) -> None:
        self.names = names_of(self.session.seats, self.bots, self.called)
        self._people = tuple(seat for seat in range(self.session.seats) if seat not in self.bots)
        self._one_person = self._people[0] if len(self._people) == 1 else None

    @property
    def _game(self) -> AnyGame:
        return self.session.game

    def play(self) -> None:
        """Play the game to its end and tell how it went.

        Raises:
            Stopped: somebody quit.
            EndOfInput: nothing more can be typed.
        """
        while not isinstance(pending := self.session.pending, Over):
            steps, remark = len(self.session.history), ""
            if isinstance(pending, Chance):
                self.session.draw(self.rng.randrange(pending.bound))
            else:
                remark = self._answer()
            self._tell_since(steps, remark)
            self._keep()
        self.output.show(f"\n{table_text(self._game, self.session.state, self.names)}\n")
        self.output.show(result_told(self._game, pending.result, self.names, self._one_person))

    def _answer(self) -> str:
        """One answer to the waiting step, or whatever a person does instead; return a remark on it, or nothing.

        People answer before bots do.
        """
        state, waiting = self.session.state, self.session.waiting
        seat = next((seat for seat in waiting if seat in self._people), waiting[0])
        if seat in self.bots:
            self._let_play(seat)
        elif (move := no_choice(self._game, state, seat)) is None:
            self._ask(seat)
        else:
            remark = " (the only move)" if isinstance(self.session.pending, Turn) else ""
            self.session.play(seat, move)
            return remark
        return ""

    def _let_play(self, seat: int) -> None:
        """A bot decides; that it thinks is told if it takes its time."""
        bot = self.bots[seat]
        if not bot.is_quick:
            self.output.passing(f"{self.names[seat]} thinks ...")
        move = bot.choose(self._game, self.session.state, seat, self.rng)
        if not bot.is_quick:
            self.output.passing("")
        self.session.play(seat, move)

    def _ask(self, seat: int) -> None:
        """Ask a person until the table has moved on."""
        self._hand_over(seat)
        view = self._view(seat)
        self.output.show(f"\n{view.table}\n")
        self.output.say(question(view))
        self.keyboard.offer(partial(completions, view))
        prompt = "> " if len(self._people) == 1 else f"{self.names[seat]}> "
        while not self._obey(seat, self._typed(view, prompt)):
            pass

    def _typed(self, view: View, prompt: str) -> Reply:
        """The reply to the next line. A forgiven spelling is shown where the move itself is not announced at once."""
        line = self.keyboard.read(prompt)
        reply = answer(view, line)
        if isinstance(reply, Make) and reply.spelling != line and not isinstance(self.session.pending, Turn):
            self.output.say(f"Read as `{reply.spelling}`.")
        return reply

    def _hand_over(self, seat: int) -> None:
        """Where several share the keyboard, say whose turn it is. Nothing is hidden here, as on the whole screen."""
        if len(self._people) > 1:
            self.output.heading(f"\n---- {self.names[seat]} ----")

    def _obey(self, seat: int, reply: Reply) -> bool:
        """Do what a line asks for; return whether the table has moved."""
        match reply:
            case Say(text):
                self.output.say(text)
                return False
            case Read(text):
                self.output.paged(text)
                return False
            case Make(move, _):
                self.session.play(seat, move)
                return True
            case Undo():
                return self._take_back()
            case Resign():
                self.session.drop(seat)
                return True
            case Save(path):
                self.output.say(self.file.save(path))
                return False
            case Quit():
                raise Stopped
            case _:
                raise AssertionError(f"a local table has no {reply}")

    def _view(self, seat: int) -> View:
        return View(self._game, self.session.state, seat, self.session.waiting, self.names, self.rng)

    def _tell_since(self, steps: int, remark: str = "") -> None:
        for _, told, consequence in steps_told(self.session, self.names, steps, notation=True):
            self.output.say(told + remark)
            if consequence is not None:
                self.output.say(consequence)

    def _take_back(self) -> bool:
        """Go back to where a person last had a choice; return whether there is such a place."""
        if not take_back(self.session, self._people):
            self.output.say("There is no move to take back.")
            return False
        self._keep()
        self.output.say("Taken back.")
        return True

    def _keep(self) -> None:
        if problem := self.file.keep():
            self.output.say(problem)
