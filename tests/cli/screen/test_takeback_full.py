"""A takeback on the full screen: asked with a key, answered in a question over the table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.screens.table import TableScreen
from p2pgame.cli.table.early_news import EarlyNews
from p2pgame.cli.table.network import NetworkTable
from p2pgame.p2p.store.log_file import LogFile
from p2pgame.p2p.table.runner import TableRunner
from p2pgame.protocol.table.messages import decode_message

from ...protocol.log.logs import at_rest, play_until, room
from ..unwrapped import unwrapped
from .piloting import SMALLEST, Playing, at_once, run_loop

QUESTION = "Take the last move back?"


class Game:
    """Two seats of Tink with a move behind them. One of them has a screen; the other is played by the test."""

    def __init__(self, folder: Path, *, takebacks: bool = True) -> None:
        self.made = room("tink", 2, takebacks=takebacks)
        play_until(self.made, lambda: at_rest(self.made) and self.made.peers[0].table.ledger.now.step >= 4)
        (self.decider,) = self.made.peers[0].table.awaited
        self.mover = 1 - self.decider
        self._folder = folder

    def table_of(self, n: int) -> NetworkTable:
        """The table as the screen of a peer has it."""
        log, news = LogFile(self._folder / f"{n}.p2plog", new=True), EarlyNews()
        log.keep_journal(self.made.peers[n].table.ledger.genesis.id)
        table = NetworkTable(TableRunner(self.made.peers[n].table, log, news.hear))
        news.begin(table)
        return table

    def arrive(self, table: NetworkTable) -> None:
        """Let all that the other peer has said arrive at the one with the screen."""
        assert table.seat is not None
        other = 1 - table.seat
        cable = self.made.cables[other, table.seat]
        while cable:
            message = decode_message(cable.popleft())
            table.live.carry_out(table.live.table.receive(self.made.peers[other].public, message))


def shown(table: NetworkTable, test: Callable[[Playing], Awaitable[None]]) -> None:
    """Run a test at a table on the screen."""

    async def story(app: Full) -> int:
        await app.push_screen_wait(TableScreen(table, pause=0))
        return 0

    async def run() -> None:
        app = Full(story, at_once())
        async with app.run_test(size=SMALLEST) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: playing.has_table and "Tink" in playing.text())
            await test(playing)

    run_loop(run())


def asks(game: Game) -> None:
    """The seat that has moved asks to take that back."""
    game.made.carry_out(game.mover, game.made.peers[game.mover].table.ask_takeback())


def test_the_question_lies_over_the_table_and_y_agrees(tmp_path: Path) -> None:
    """The seat to move agrees, and the move is back at once: of two nobody else is asked."""
    game = Game(tmp_path)
    table = game.table_of(game.decider)

    async def test(playing: Playing) -> None:
        assert QUESTION not in playing.text()
        asks(game)
        game.arrive(table)
        await playing.until(lambda: QUESTION in playing.text())
        assert f"{table.names[game.mover]} asks to take the last move back." in unwrapped(playing.text())
        await playing.press("y")
        await playing.until(lambda: QUESTION not in playing.text())
        assert table.live.table.ledger.now.is_anew
        assert "takes the move back" in " ".join(line.text for line in table.lines)

    shown(table, test)


def test_n_refuses_and_esc_answers_later(tmp_path: Path) -> None:
    """The other seat gets the refusal. A question that was put away comes no second time, and can be answered typed."""
    game = Game(tmp_path)
    table = game.table_of(game.decider)

    async def test(playing: Playing) -> None:
        asks(game)
        game.arrive(table)
        await playing.until(lambda: QUESTION in playing.text())
        await playing.press("escape")
        await playing.until(lambda: QUESTION not in playing.text())
        table.changed()
        await playing.press("b", "escape")
        assert QUESTION not in playing.text()
        await playing.type("refuse")
        question = table.live.table.takeback
        assert question is not None
        assert question.refused == (game.decider,)
        assert "You refuse: the move stands." in [line.text for line in table.lines]

    shown(table, test)


def test_a_question_that_has_lapsed_goes_away(tmp_path: Path) -> None:
    """The seat to move has moved meanwhile, in another program of its own; nothing is left to answer."""
    game = Game(tmp_path)
    table = game.table_of(game.decider)

    async def test(playing: Playing) -> None:
        asks(game)
        game.arrive(table)
        await playing.until(lambda: QUESTION in playing.text())
        table.make(next(iter(table.game.legal(table.state, game.decider))))
        await playing.until(lambda: QUESTION not in playing.text())

    shown(table, test)


def test_a_question_waits_while_something_is_typed(tmp_path: Path) -> None:
    """Or a letter of the line would be an answer."""
    game = Game(tmp_path)
    table = game.table_of(game.decider)

    async def test(playing: Playing) -> None:
        await playing.press("t", "y")
        asks(game)
        game.arrive(table)
        await playing.press("y")
        assert QUESTION not in playing.text()
        await playing.press("escape")
        await playing.until(lambda: QUESTION in playing.text())

    shown(table, test)


def test_a_question_waits_while_another_one_is_open(tmp_path: Path) -> None:
    """Or the answer to that one, whether to leave, would be the answer to this one."""
    game = Game(tmp_path)
    table = game.table_of(game.decider)

    async def test(playing: Playing) -> None:
        await playing.press("q")
        await playing.until(lambda: "Leave" in playing.text())
        asks(game)
        game.arrive(table)
        await playing.press("down")
        assert QUESTION not in playing.text()
        await playing.press("escape")
        await playing.until(lambda: QUESTION in playing.text())
        await playing.press("n")
        question = table.live.table.takeback
        assert question is not None
        assert question.refused == (game.decider,)

    shown(table, test)


def test_the_mover_asks_with_the_key_of_undo(tmp_path: Path) -> None:
    """The foot names it while it can be asked."""
    game = Game(tmp_path)
    table = game.table_of(game.mover)

    async def test(playing: Playing) -> None:
        assert "ctrl+z take back" in playing.text()
        await playing.press("ctrl+z")
        await playing.until(lambda: "ctrl+z take back" not in playing.text())
        assert "You ask to take your move back." in [line.text for line in table.lines]
        assert table.live.table.takeback is not None

    shown(table, test)


def test_a_table_without_takebacks_offers_none(tmp_path: Path) -> None:
    """Neither in the foot nor in the help; the key says why."""
    game = Game(tmp_path, takebacks=False)
    table = game.table_of(game.mover)

    async def test(playing: Playing) -> None:
        assert "ctrl+z" not in playing.text()
        await playing.press("ctrl+z")
        await playing.until(lambda: "there is no undo" in unwrapped(playing.text()))
        assert "agree" not in table.view().more

    shown(table, test)
