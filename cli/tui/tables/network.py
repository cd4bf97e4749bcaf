"""A table on the network as a screen sees it: this peer's own view, and the news of the others."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.errors import quoted
from p2pgame.engine.events import Drawn
from p2pgame.p2p.table.runner import News, TableRunner
from p2pgame.protocol.voting_table.effects import Given, Rewind, Said
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.ledger import Happened
from p2pgame.protocol.voting_table.log import header, step_record
from p2pgame.protocol.voting_table.verify import Replay, verify
from p2pgame.protocol.wire.errors import LocalError

from ...find import find_game
from ...games.forced_moves import no_choice
from ...grammar import and_list, count
from ...line.replies import Further, Reply
from ...line.view import View
from ...logs import read_log
from ...paths import path_told, resume_words
from ...remote.frames import draw_line
from ...remote.names import seat_names
from ...remote.steps import step_told
from ...remote.table import LOOKING_ON, MORE, REFUSED, SAY_WHAT
from ...remote.trouble import dialed_again, lost_told, not_out_told, trouble_told, way_told
from ...same_name import name_key
from ...verifying import steps_told
from ..trust import explained
from .table import Kind as LineKind
from .table import Paragraph, Table

_CHOICES = (Kind.MOVE, Kind.COMMIT, Kind.ANSWER)

_WAITS: Mapping[Kind, str] = {
    Kind.ACCEPT: "All players confirm the same start",
    Kind.SHARE: "All players add their part to the draw",
    Kind.OPEN: "Secret choices are opened",
    Kind.CLOSE: "All players sign the result",
}
"""Pending steps that nobody decides."""


def verified(log: Path) -> str:
    """The result of verifying a log, in a sentence."""
    report = verify(read_log(log), find_game)
    counts = f"{steps_told(report)}, {count(report.draws, 'draw')}, {count(report.signatures, 'signature')}"
    fault = "" if report.fault is None else f" {report.fault.reason}."
    return f"The log is {report.verdict.value}: {counts} checked.{fault}"


_SEES = "Spectators see and check every step, but cannot act. They see secret choices when everyone else does."


class NetworkTable(Table):
    """One's own seat, or a place to look on from."""

    def __init__(
        self,
        live: TableRunner,
        profile: str,
        bot: Bot | None = None,
        again: bool = False,
        looking_on: Callable[[], str | None] = lambda: None,
    ) -> None:
        """With a `bot`, that plays the seat, and the person looks on. The `profile` is whose seat it is.

        With `again`, rematch can be had at the end. `looking_on` tells how others may look
        on through this peer, if they may.
        """
        ledger = live.table.ledger
        super().__init__(ledger.game, seat_names(ledger.genesis.contract))
        self.live = live
        self._bot = bot
        self._rng = random.SystemRandom()
        self._profile = profile
        self._again = again
        self._looking_on = looking_on
        self._since_end: list[str] = []
        self._states: list[Any] = []
        """The state before each step, and the one before the next."""
        self._draws: list[tuple[int, str, str]] = []
        """Step, fairness line and outcome of each draw."""
        self._moved = asyncio.Event()
        self._recall()

    @property
    def state(self) -> Any:
        """Where the game stands."""
        return self.live.table.ledger.state

    @property
    def step(self) -> int:
        """The number of the last step in the log; in step 0 everybody accepts."""
        return max(0, self.live.table.ledger.step - 1)

    @property
    def seat(self) -> int | None:
        """One's own."""
        player = self.live.table.player
        return None if player is None else player.seat

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats whose decision is due."""
        due = self.live.table.due
        if due is None or due.kind not in _CHOICES or self.live.lost is not None:
            return ()
        return self.live.table.awaited

    @property
    def asked(self) -> bool:
        """Whether one's own decision is due, and no bot makes it."""
        return self._bot is None and self.live.table.asks_me

    @property
    def chosen(self) -> tuple[int, ...]:
        """The seats that have decided."""
        due, waiting = self.live.table.due, self.waiting
        return tuple(seat for seat in due.seats if seat not in waiting) if due is not None and waiting else ()

    @property
    def away(self) -> tuple[int, ...]:
        """The others' seats to which nothing leads; a spectator has one link alone, and knows of nobody else's."""
        if self.seat is None or self.live.over:
            return ()
        seats, linked = self.live.table.ledger.genesis.contract.seats, self.live.linked
        apart = [seat for seat in self.live.table.ledger.present if seats[seat].public not in linked]
        return tuple(seat for seat in apart if seat != self.seat and self.live.relay_to(seat) is None)

    @property
    def missing(self) -> str:
        """The absent seats among those that are waited for; for a resumed table, all absent seats."""
        if self.live.over:
            return ""
        if self.seat is None:
            return "" if self.live.linked else f"The link to the table is lost; {dialed_again()}."
        if self.held:
            away = [self.names[seat] for seat in self.away]
            back = f"{and_list(away)} {'is' if len(away) == 1 else 'are'} not back yet" if away else "all are back"
            return f"The table goes on once the others have said what they hold: {back}."
        away = [self.names[seat] for seat in self.live.table.awaited if seat in self.away]
        if not away:
            return ""
        votes = [f"`:drop {self.names[seat]}` votes them out." for seat in self.live.table.droppable]
        return " ".join([f"{and_list(away)} {'is' if len(away) == 1 else 'are'} away; the game waits.", *votes])

    @property
    def held(self) -> bool:
        """Whether one's own decision is due but may not be made yet, after a restart."""
        return self.seat in self.waiting and not self.live.table.asks_me

    @property
    def seconds(self) -> int | None:
        """As the table counts them."""
        return self.live.table.seconds_left

    @property
    def wait(self) -> str:
        """The pending step that nobody decides, and the seats it waits for."""
        stopped = self.live.table.stopped
        if stopped is not None:
            return f"The table has stopped: {stopped.error.sentence}."
        if self.live.lost is not None:
            return lost_told(self.live)
        due = self.live.table.due
        if due is None:
            return ""
        missing = [self.names[seat] for seat in self.live.table.awaited]
        return f"{_WAITS.get(due.kind, 'The table goes on')}" + (
            f"; {and_list(missing)} still to come." if missing else "."
        )

    @property
    def fairness(self) -> str:
        """Of the last draw."""
        return self._draws[-1][1] if self._draws else ""

    @property
    def log(self) -> Path:
        """Where it is written as it is played."""
        return self.live.log.path

    @property
    def talks(self) -> bool:
        """There are others; of who only looks on nothing is heard."""
        return self.seat is not None

    @property
    def since_end(self) -> tuple[str, ...]:
        """The wishes for a rematch, and the departures."""
        return tuple(self._since_end)

    def remark(self, text: str) -> None:
        """Tell what the program remarks, also beside the score sheet."""
        if self.live.table.ledger.closed:
            self._since_end.append(text)
        self.tell(text)

    @property
    def afterwards(self) -> Mapping[str, str]:
        """The log can be verified, and perhaps another game played."""
        again = {"r": "rematch"} if self._again and not self.live.table.stopped else {}
        return {**again, "c": "verify the log"}

    def after(self, key: str) -> str | None:
        """Verify the log; a rematch ends the screen."""
        return None if key == "r" else verified(self.live.log.path)

    @property
    def leaving(self) -> str:
        """The others wait, or they do not mind, or there is nothing to come back to."""
        if self.live.over:
            return f"The game cannot continue. Everything so far is saved in {path_told(self.log)}"
        if self.seat is None:
            return f"The game continues without you. Everything you have seen is saved in {path_told(self.log)}"
        return f"The others will wait for you. To come back, type\n\n{resume_words(self.log, self._profile)}"

    @property
    def ways_back(self) -> tuple[str, ...]:
        """The command that leads back to a game left before its end."""
        if self.seat is None:
            return ()
        return (f"`{resume_words(self.log, self._profile)}` takes you back to the table.",)

    def view(self) -> View:
        """The view for the sentences of line mode."""
        return View(
            self.game, self.state, self.seat, self.waiting, self.names, self._rng, *self._commands, self.seconds
        )

    @property
    def _commands(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """The commands of line mode that are refused here, with reasons; and the additional ones."""
        return LOOKING_ON if self.seat is None else (REFUSED, MORE)

    def make(self, move: Any) -> None:
        """Sign a move and send it."""
        self.live.choose(move)
        self.hear_nothing()

    def obey(self, reply: Reply) -> str:
        """Talk, tell who is here, vote."""
        match reply:
            case Further("say", ""):
                return SAY_WHAT
            case Further("say", text):
                self.live.say(text)
                self.tell(f"<you> {text}", "chat")
            case Further("who", _):
                return ", ".join(f"{name}: {mark}" for name, mark in zip(self.names, self._links(), strict=True))
            case Further("drop", name):
                return self._vote_out(name.strip())
        return ""

    def trust(self) -> tuple[Paragraph, ...]:
        """The players, the draws, and the reasons to trust them."""
        draws = [f"{fair}: {told}" for _, fair, told in self._draws]
        told = explained(self.live.table.ledger, self.names, self._links(), draws, self.log)
        to_watch = None if self.live.over else self._looking_on()
        return told if to_watch is None else (*told, Paragraph("Spectators", (to_watch.replace("`", ""), _SEES)))

    async def run(self) -> None:
        """Make moves that are no choice; the network goes on by itself."""
        while not self.live.over:
            seat = self.seat
            if self.asked and seat is not None and (only := no_choice(self.game, self.state, seat)) is not None:
                self.make(only)
            self._moved.clear()
            await self._moved.wait()

    def hear_nothing(self) -> None:
        """Look again, though nothing is told."""
        self._moved.set()
        self.changed()

    def hear(self, news: News) -> None:
        """Take in a piece of news, and put it into words."""
        match news:
            case Happened():
                self._hear_step(news)
            case Rewind(step):
                self.lines = [line for line in self.lines if line.step is None or line.step < step]
                del self._states[step + 1 :]
                self._draws = [draw for draw in self._draws if draw[0] < step]
                self._tell_trouble(news)
            case Given():
                pass
            case Said(_, seat, text):
                self.tell(f"<{'somebody' if seat is None else self.names[seat]}> {text}", "chat")
            case _:
                self._tell_trouble(news)
        self.hear_nothing()

    def _tell_trouble(self, news: News) -> None:
        told = trouble_told(self.live, self.names, news, drop=":drop")
        if told is not None:
            self.tell(told)

    def _recall(self) -> None:
        """Take in the steps that the table has already made, of a log that is taken up again."""
        table = self.live.table
        log = header(table.ledger.genesis) + b"".join(map(step_record, table.steps))
        replay = Replay(log, find_game)
        self._states = [replay.ledger.state]
        for happened in replay.steps():
            self._hear_step(happened)

    def _hear_step(self, happened: Happened) -> None:
        before = self._states[-1]
        self._states.append(happened.state)
        text = step_told(self.game, before, happened, self.names)
        kind: LineKind = "draw" if isinstance(happened.event, Drawn) else "move"
        if kind == "draw":
            self._draws.append((happened.step.number, draw_line(happened, len(self._draws) + 1), text or ""))
        if text:
            self.tell(text, kind, happened.step.number)

    def _links(self) -> list[str]:
        seats = range(len(self.names))
        return ["you" if seat == self.seat else way_told(self.live, self.names, seat) for seat in seats]

    def _vote_out(self, name: str) -> str:
        seats = [seat for seat, known in enumerate(self.names) if name_key(known) == name_key(name)]
        if not seats:
            return f"Nobody here is called {quoted(name)}; `who` lists everybody."
        try:
            self.live.vote_out(seats[0])
        except LocalError:
            return not_out_told(self.live, self.names[seats[0]])
        return ""
