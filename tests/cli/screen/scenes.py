"""Screens to look at, each reached in the same way every time: seeded games, fixed names, a clock that stands still."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from p2pgame.cli.games import presentation_of
from p2pgame.cli.games.session import Session
from p2pgame.cli.saves.catalogue import Game
from p2pgame.cli.saves.summary import Player, State, Summary
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.flows.learn import learn, pick_lesson
from p2pgame.cli.screen.flows.menu import menu
from p2pgame.cli.screen.flows.my_games import look_at_games
from p2pgame.cli.screen.flows.terms import host_terms
from p2pgame.cli.screen.lobby_view import LobbyView
from p2pgame.cli.screen.screens.lobby import LobbyScreen
from p2pgame.cli.screen.screens.table import TableScreen
from p2pgame.cli.screen.table.view import TableView
from p2pgame.cli.table.local import LocalTable
from p2pgame.engine.bots import BOTS
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.pending import Chance, Over
from p2pgame.protocol.lobby.messages import Lobby, Offer, Place, Presence

from .piloting import Playing

_SEED = 7
_BOT = BOTS["normal"]
_ME = 0
"""The seat of the person at the screen."""

_DAY = 86400.0


@dataclass(frozen=True, slots=True)
class Scene:
    """A screen, and the way to it."""

    name: str
    story: Callable[[Full], Awaitable[int]]
    arrive: Callable[[Playing], Awaitable[None]]
    """Acts until the screen is there."""


@dataclass(frozen=True, slots=True)
class _Board:
    """A table of bots and one person, who has made some moves and begins another by keys."""

    game: str
    seats: int
    moves: int
    keys: tuple[str, ...] = ()


_BOARDS = (
    _Board("tink", 3, 3, ("2",)),
    _Board("tentricks", 3, 12, ("right", "r")),
    _Board("ten", 3, 38),
    _Board("te-trix", 3, 10),
    _Board("tetris", 3, 12, ("right", "right", "r")),
)


def scenes() -> Iterator[Scene]:
    """All of them: what leads to a table, tables with a move to make, and tables at the end."""
    yield _pressed("menu", menu)
    yield _pressed("lessons", _lessons)
    yield _pressed("my games", _games)
    yield _pressed("terms", _terms)
    yield _lobby()
    yield _lesson()
    yield from map(_board, _BOARDS)
    yield from map(_end, GAMES)


@contextmanager
def standing_clock() -> Iterator[None]:
    """No second passes for the screens, and dates are those of one place."""
    with ExitStack() as stack:
        for module in ("screen.table.sight", "screen.lobby_view", "screen.lobby_text"):
            stack.enter_context(patch(f"p2pgame.cli.{module}.time", _Standing()))
        yield


class _Standing:
    """In place of the module `time`."""

    def monotonic(self) -> float:
        """Always the same moment."""
        return 0.0


def _pressed(name: str, story: Callable[[Full], Awaitable[int]], *keys: str) -> Scene:
    async def arrive(playing: Playing) -> None:
        await playing.until(lambda: len(playing.app.screen_stack) > 1)
        await playing.press(*keys)

    return Scene(name, story, arrive)


async def _lessons(app: Full) -> int:
    await pick_lesson(app)
    return 0


async def _terms(app: Full) -> int:
    await host_terms(app, load("tentricks"))
    return 0


async def _games(app: Full) -> int:
    me, ben, max_ = Player("Ada", ""), Player("Ben", ""), Player("Max", "normal")
    played = (
        Summary(State.OVER, "te-trix", (), (ben, me), 1, steps=61, winners=(1,), scores=(40, 54)),
        Summary(State.OVER, "tink", (), (me, max_), 0, is_local=True, steps=23, winners=(1,), reason="four"),
        Summary(State.UNFINISHED, "tentricks", (), (me, max_, ben), 0, steps=17),
        Summary(State.OVER, "ten", (), (me,), 0, is_local=True, steps=240, winners=(0,), scores=(31,)),
    )
    games = [Game(Path(f"{place}.p2plog"), each, -place * _DAY) for place, each in enumerate(played)]
    with patch("p2pgame.cli.screen.flows.my_games.my_games", lambda _told: games):
        await look_at_games(app)
    return 0


def _lobby() -> Scene:
    async def story(app: Full) -> int:
        await app.push_screen_wait(LobbyScreen(_hosted()))
        return 0

    return _pressed("lobby", story)


def _hosted() -> LobbyView:
    """A lobby with a guest, a free seat and a line of chat."""
    view = LobbyView(addresses=("192.168.1.20:52345",), code="7-amber-otter", fingerprint="k3fw-9q2m-x7dt-5hnp")
    view.says_ready = True
    view.tell(Offer("Ada", "te-trix", 1, (), 3, coded=True, grace=60))
    here, ready = Place("Ada", "k3fw", Presence.HERE), Place("Ben", "9zs4", Presence.READY)
    view.tell(Lobby((here, ready, Place("", "", Presence.FREE)), 0))
    view.add("<Ben> hello! one more round of Te-Trix?")
    return view


def _lesson() -> Scene:
    """The first piece of the lesson of Tetris, about to fall."""
    game = load("tetris")
    lesson = presentation_of(game).lesson
    assert lesson is not None

    async def story(app: Full) -> int:
        await learn(app, game, lesson, again=True, pause=0)
        return 0

    async def arrive(playing: Playing) -> None:
        await playing.until(lambda: playing.has_table)
        for keys in ((), ("enter",), ("enter",), ("r", "right", "right", "right", "right")):
            await playing.press(*keys)
            await playing.asked()

    return Scene("lesson", story, arrive)


def _board(board: _Board) -> Scene:
    """One move is made on the screen, so that it and the answers to it are marked."""
    rng = random.Random(_SEED)

    @cache
    def begun() -> LocalTable:
        table = _table(board.game, board.seats)
        _play(table, rng, board.moves - 1)
        return table

    async def arrive(playing: Playing) -> None:
        table = begun()
        screen = await _all_but_me_chose(playing, table)
        screen.sight.note_move()
        table.make(_BOT.choose(table.game, table.state, _ME, rng))
        await _all_but_me_chose(playing, table)
        await playing.press(*board.keys)

    return Scene(board.game, _seated(begun), arrive)


async def _all_but_me_chose(playing: Playing, table: LocalTable) -> TableView:
    """Wait until only the person is asked, also in a step in which all choose at once."""
    await playing.until(lambda: table.waiting == (_ME,) and table.bot_due is None)
    return await playing.asked()


def _end(game_id: str) -> Scene:
    @cache
    def ended() -> LocalTable:
        table = _table(game_id, 3)
        _play(table, random.Random(_SEED))
        return table

    async def arrive(playing: Playing) -> None:
        await playing.asked()

    return Scene(f"{game_id} end", _seated(ended), arrive)


def _table(game_id: str, seats: int) -> LocalTable:
    game = load(game_id)
    session: Session[Any, Any] = Session(game, game.begin(seats))
    return LocalTable(session, dict.fromkeys(range(1, seats), _BOT), random.Random(_SEED), called=("Ada",))


def _seated(table: Callable[[], LocalTable]) -> Callable[[Full], Awaitable[int]]:
    """Shows a table that is made only when it is needed: each process collects the scenes, and one shows them."""

    async def story(app: Full) -> int:
        await app.push_screen_wait(TableScreen(table(), pause=0))
        return 0

    return story


def _play(table: LocalTable, rng: random.Random, moves: int | None = None) -> None:
    """Let everybody play on until it is the person's turn after that many own moves, or to the end."""
    session = table.session
    while not isinstance(session.pending, Over):
        if isinstance(session.pending, Chance):
            table.draw()
            continue
        seat = table.waiting[0]
        if seat == _ME and moves is not None:
            if not moves:
                return
            moves -= 1
        table.play(seat, _BOT.choose(table.game, table.state, seat, rng))
