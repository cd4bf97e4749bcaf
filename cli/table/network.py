"""A table on the network: this peer's own view of it, and the news of the others."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from p2pgame.engine.bots.bot import Bot
from p2pgame.p2p.store.home import DEFAULT_PROFILE
from p2pgame.p2p.table.reachability import Linked, Relayed, knows_links
from p2pgame.p2p.table.runner import News, TableRunner
from p2pgame.protocol.log.verify import verify
from p2pgame.protocol.table.effects import InputReceived, Said, TakebackAnswered, TakebackAsked
from p2pgame.protocol.table.kinds import DECISIONS
from p2pgame.protocol.table.ledger import StepCompleted
from p2pgame.protocol.table.state import TableState

from ..games.find import find_game
from ..games.names import seat_names
from ..saves.logs import is_only_unfinished, read_log
from ..words.addressing import addressed
from ..words.grammar import count
from ..words.paths import display_path, resume_command
from ..words.widths import bare_names
from . import takebacks
from .completed import Narration
from .findings import describe_steps
from .narration import SCREEN, Line, Manner
from .network_commands import SAY_WHAT, commands_at, describe_players, vote_out, wait_for
from .network_messages import describe_claim_stop, describe_connection, describe_trouble
from .network_waits import describe_missing, describe_wait
from .reactions import REACTIONS, SECONDS, by, by_me, reaction_in
from .reactions import spelled as spelled_reaction
from .replies import Further, Reply, Undo
from .table import Paragraph, Table
from .trust import explained_table
from .view import View


def describe_verification(log: Path) -> str:
    """The result of verifying a log, in a sentence."""
    report = verify(read_log(log), find_game)
    counts = f"{describe_steps(report)}, {count(report.draws, 'draw')}, {count(report.signatures, 'signature')}"
    fault = "" if report.fault is None else f" {report.fault.reason}."
    return f"The log is {report.verdict.value}: {counts} checked.{fault}"


_SEES = "Spectators see and check every step, but cannot act. They see secret choices when everyone else does."


_WATCHING = " (watching)"

_REMEMBERED = 10
"""Own lines of chat that are remembered, to recognize them when others pass them on."""


class NetworkTable(Table):
    """One's own seat, or a spectator's place."""

    def __init__(
        self,
        live: TableRunner,
        profile: str = DEFAULT_PROFILE,
        bot: Bot | None = None,
        again: bool = False,
        watch_hint: Callable[[], str | None] = lambda: None,
        history: Iterable[StepCompleted] = (),
        manner: Manner = SCREEN,
        chat: Sequence[str] | None = None,
    ) -> None:
        """With a `bot`, that plays the seat, and the person watches. The `profile` has the seat.

        With `again`, a rematch is possible at the end. `watch_hint` gives the sentence on how others can watch through
        this peer, if they may. The `history` of a resumed table has the steps of its log. The `chat` is that of the
        lobby, which has shown the players; None if there was no lobby.
        """
        ledger = live.table.ledger
        super().__init__(ledger.game, seat_names(ledger.genesis.contract), manner)
        self.live = live
        self._bot = bot
        self._rng = random.SystemRandom()
        self._profile = profile
        self._again = again
        self._looking_on = watch_hint
        self._since_end: list[str] = []
        self._said: list[str] = []
        """The last lines of this person."""
        self._reaction = "", 0.0
        """The last reaction, and the time until which it is shown."""
        self._bare_names = bare_names(self.names)
        first = TableState.first(ledger.genesis, ledger.game).state
        self.narration = Narration(self.game, first, self._bare_names, manner, self.only_seat)
        self._known_here: set[int | None] = set() if chat is None else set(range(len(self.names)))
        """The seats whose first link is no news, because the lobby has shown them."""
        self.lines += [Line(line, "chat") for line in chat or ()]
        for completed in history:
            self.lines += self.narration.tell(completed)

    @property
    def state(self) -> Any:
        return self.live.table.ledger.now.state

    @property
    def step(self) -> int:
        """The number of the last step in the log; in step 0 everybody accepts."""
        return max(0, self.live.table.ledger.now.step - 1)

    @property
    def seat(self) -> int | None:
        player = self.live.table.signer
        return None if player is None else player.seat

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats whose decision is due."""
        due = self.live.table.due
        if due is None or due.kind not in DECISIONS or self.live.lost is not None:
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
        """The others' seats without any link, as far as this program can know."""
        if self.live.over or not knows_links(self.live.table):
            return ()
        seats, linked = self.live.table.ledger.genesis.contract.seats, self.live.linked
        apart = [seat for seat in self.live.table.ledger.now.present if seats[seat].public not in linked]
        return tuple(seat for seat in apart if seat != self.seat and self.live.relay_to(seat) is None)

    @property
    def missing(self) -> str:
        """The absent seats among those that are waited for; for a resumed table, all absent seats."""
        return describe_missing(self.live, self.names, self.away, self.held, self.manner.command)

    @property
    def held(self) -> bool:
        """Whether one's own decision is due but may not be made yet, after a restart."""
        return self.seat in self.waiting and not self.live.table.asks_me

    @property
    def seconds(self) -> int | None:
        """Seconds left, as the table counts them; None while it is paused, and for a decision within which this program
        was restarted: the others' clocks have continued."""
        table = self.live.table
        paused = self.missing or table.stopped is not None or not table.is_time_known
        return None if paused else table.seconds_left

    @property
    def wait(self) -> str:
        """The pending step that nobody decides, and the seats it waits for."""
        return describe_wait(self.live, addressed(self.names, self.seat))

    @property
    def behind(self) -> tuple[int, ...]:
        table = self.live.table
        return () if self.waiting or self.live.over else table.unacked or table.awaited

    @property
    def fairness(self) -> str:
        """The line about the last draw."""
        return self.narration.fairness

    @property
    def log(self) -> Path:
        """The path of the log, which is written as the game is played."""
        return self.live.log.path

    @property
    def talks(self) -> bool:
        """Whether there is somebody to talk to; a spectator has nobody without a link."""
        return not self.stopped and (self.seat is not None or bool(self.live.linked))

    @property
    def stopped(self) -> bool:
        """A claim, a fault or a full disk has stopped it, or a spectator has lost it."""
        return self.live.over and self.result is None

    @property
    def since_end(self) -> tuple[str, ...]:
        """The players who want a rematch, and those who have left."""
        return tuple(self._since_end)

    def remark(self, text: str) -> None:
        """Show a remark of the program, also beside the score sheet."""
        if self.live.table.ledger.now.closed:
            self._since_end.append(text)
        self.tell(text)

    @property
    def afterwards(self) -> Mapping[str, str]:
        """The log can be verified, and perhaps another game played."""
        label = "rematch" if self.seat is not None else "watch the rematch"
        again = {"r": label} if self._again and not self.live.table.stopped and not self.live.lost else {}
        return {**again, "c": "verify the log"}

    def after(self, key: str) -> str | None:
        """Verify the log; a rematch ends the screen."""
        return None if key == "r" else describe_verification(self.live.log.path)

    @property
    def may_take_back(self) -> bool:
        return self._bot is None and self.live.table.may_ask_takeback

    @property
    def asks_to_agree(self) -> str:
        return "" if self._bot is not None else takebacks.describe_question(self.live, self.names)

    @property
    def leaving(self) -> str:
        """The consequence of leaving, with the command that leads back if there is one."""
        if text := describe_claim_stop(self.live):
            return f"{text} To continue, type\n\n{self._short_way_back}"
        if self.live.over:
            return f"The game cannot continue. Everything so far is saved in {display_path(self.log)}"
        if self.seat is None:
            return f"The game continues without you. Everything you have seen is saved in {display_path(self.log)}"
        return f"The others will wait for you. To come back, type\n\n{self._short_way_back}"

    @property
    def _short_way_back(self) -> str:
        """The command that leads back. A path is broken over lines, so it is there only if the command needs it."""
        alone = is_only_unfinished(self.log, self._profile)
        return resume_command(None if alone else self.log, self._profile)

    @property
    def ways_back(self) -> tuple[str, ...]:
        """The command that leads back to a game left before its end."""
        if self.seat is None:
            return ()
        return (f"Return to the table with `{resume_command(self.log, self._profile)}`.",)

    def view(self) -> View:
        """The view for the sentences of line mode."""
        return View(
            self.game,
            self.state,
            self.seat,
            self.waiting,
            self._bare_names,
            self._rng,
            *commands_at(self.live),
            self.seconds,
            self.wait,
        )

    def make(self, move: Any) -> None:
        """Sign a move and send it."""
        self.live.choose(move)
        self.changed()

    def obey(self, reply: Reply) -> str:
        """Carry out chat, the list of players, a vote, or a takeback."""
        match reply:
            case Further("say", ""):
                return SAY_WHAT
            case Further("say", text):
                self.live.say(text)
                self._said = [*self._said, text][-_REMEMBERED:]
                self.tell(f"<you> {text}", "own")
            case Further(word, _) if word in REACTIONS:
                self.live.say(spelled_reaction(word))
                self._react(by_me(word))
            case Further("who", _):
                return "\n".join([describe_players(self.live, self.names), *filter(None, [self._ways_to_watch()])])
            case Undo():
                return takebacks.ask(self.live)
            case Further("agree" | "refuse" as word, _):
                return takebacks.answer(self.live, agrees=word == "agree")
            case Further("drop", name):
                return vote_out(self.live, self.names, name.strip())
            case Further("wait", name):
                return wait_for(self.live, self.names, name.strip())
        return ""

    def trust(self) -> tuple[Paragraph, ...]:
        """The players, the draws, and the reasons to trust them."""
        draws = [f"{draw.check}: {draw.text}" for draw in self.narration.draws]
        paragraphs = explained_table(self.live.table.ledger, self.names, self._links(), draws, self.log)
        to_watch = self._ways_to_watch()
        return (
            paragraphs
            if to_watch is None
            else (*paragraphs, Paragraph("Spectators", (to_watch.replace("`", ""), _SEES)))
        )

    def hear(self, news: News) -> None:
        """Note a piece of news, and put it into words."""
        match news:
            case StepCompleted():
                self.lines += self.narration.tell(news)
            case InputReceived():
                pass
            case Said(peer, seat, text):
                self._hear_chat(self._watcher(peer) if seat is None else self.names[seat], text, seat is None)
            case Linked() | Relayed() if self._was_known(news):
                pass
            case TakebackAsked() | TakebackAnswered():
                self.tell(takebacks.describe_takeback_news(self.live, self.names, news, self.manner.command))
            case _:
                names, drop = addressed(self.names, self.seat), f"{self.manner.command}drop"
                if sentence := describe_trouble(self.live, names, news, drop):
                    self.tell(sentence)
        self.changed()

    def _was_known(self, news: Linked | Relayed) -> bool:
        """Whether the lobby has shown this. It shows that somebody is here, so only the first change can be known."""
        match news:
            case Linked(peer, is_here):
                seat = self.live.table.ledger.genesis.contract.seat_of(peer)
            case Relayed(seat, _):
                is_here = False
        is_first = seat in self._known_here
        self._known_here -= {seat}
        return is_first and is_here

    def _hear_chat(self, name: str, text: str, from_watcher: bool) -> None:
        """Show a line, or a reaction. A watcher is linked to one player alone, whose program passes the line on."""
        if self.seat is None and any(text.endswith(f"{_WATCHING}: {said}") for said in self._said):
            return  # one's own line, passed on
        word = reaction_in(text)
        if word is None:
            self.tell(f"<{name}> {text}", "chat")
        else:
            self._react(by(name, word))
        if from_watcher and self.seat is not None:
            self.live.say(f"{name}: {text}" if word is None else by(name, word))

    def _watcher(self, peer: bytes) -> str:
        """The name of a spectator, marked as one."""
        name = self.live.spectators.get(peer, "")
        is_plain = name and not any(letter in "():<>" for letter in name)  # or it could look like another line
        return f"{name if is_plain else 'somebody'}{_WATCHING}"

    def _react(self, text: str) -> None:
        """Show a reaction for some seconds; in lines, print it."""
        if self.manner.command:
            self._reaction = text, time.monotonic() + SECONDS
            self.changed()
        else:
            self.tell(text, "chat")

    @property
    def reaction(self) -> str:
        text, until = self._reaction
        return text if time.monotonic() < until else ""

    def _ways_to_watch(self) -> str | None:
        """The sentence on how others can watch through this peer, while the table continues."""
        return None if self.live.over else self._looking_on()

    def _links(self) -> list[str]:
        seats = range(len(self.names))
        return ["you" if seat == self.seat else describe_connection(self.live, self.names, seat) for seat in seats]
