"""Looking on at a table: everything is checked as by a player, and a log is kept; nothing that is said counts."""

from __future__ import annotations

from collections.abc import Callable

import trio
from p2pgame.protocol.contract import FindGame, Genesis
from p2pgame.protocol.errors import Code, RefusedByPeer, RemoteError
from p2pgame.protocol.keys import Identity
from p2pgame.protocol.ledger import Ledger
from p2pgame.protocol.lobby_messages import (
    Address,
    Knock,
    Purpose,
    Show,
    decode_lobby_message,
    encode_lobby_message,
)
from p2pgame.protocol.messages import Leave
from p2pgame.protocol.names import clean_refusal
from p2pgame.protocol.table import Table

from .dialing import Unreachable, dialed
from .link import AskCode, Link
from .live import LiveTable, News
from .seated import Keeping

RETRY = 2.0
"""Seconds between two attempts to come back when the link was lost."""


def _reason(error: RemoteError) -> int:
    """What somebody was refused for, by the other side or here."""
    return error.reason if isinstance(error, RefusedByPeer) else error.code


class _Once:
    """Asks a person for the code once, and gives the same again each time that the table is dialed."""

    def __init__(self, ask_code: AskCode) -> None:
        self._ask_code = ask_code
        self._code: str | None = None

    async def ask(self, problem: str | None) -> str:
        """The code."""
        if self._code is None or problem is not None:
            self._code = await self._ask_code(problem)
        return self._code


class Spectator:
    """Watches one table through one of its peers."""

    def __init__(
        self, identity: Identity, name: str, find_game: FindGame, keeping: Keeping, tell: Callable[[News], None]
    ) -> None:
        self.live: LiveTable | None = None
        self._identity = identity
        self._name = name
        self._find_game = find_game
        self._keeping = keeping
        self._tell = tell

    async def watch(
        self,
        nursery: trio.Nursery,
        address: Address,
        ask_code: AskCode,
        waits: Callable[[], None],
        *,
        task_status: trio.TaskStatus[LiveTable],
    ) -> None:
        """Watch until cancelled; started with the table. A link that is lost is dialed again.

        Where no table has begun yet, `waits` is called once, and it is tried again until one has; the code is asked
        for once.

        Raises:
            Unreachable: nobody listens at the address.
            RemoteError: nobody may watch there, or what is shown does not hold.
            LogFileError: the log cannot be written.
        """
        asker, waiting = _Once(ask_code), False
        while True:
            try:
                async with dialed(nursery, address, self._identity, asker.ask) as link:
                    link.send_nowait(encode_lobby_message(Knock(Purpose.WATCH, b"", self._name, ())))
                    live = self._shown(await self._genesis(link))
                    task_status.started(live)
                    task_status = trio.TASK_STATUS_IGNORED
                    await live.serve(link)
            except RemoteError as error:
                if self.live is None and _reason(error) not in (Code.NOT_BEGUN, Code.TABLE_FULL):
                    raise
                if self.live is None and not waiting:
                    waiting = True
                    waits()
            except Unreachable:
                if self.live is None:
                    raise
            await trio.sleep(RETRY)

    async def _genesis(self, link: Link) -> Genesis:
        async for payload in link:
            message = decode_lobby_message(payload)
            match message:
                case Show(genesis):
                    return genesis
                case Leave(code, reason):
                    raise RefusedByPeer(code, clean_refusal(reason))
                case _:
                    raise RemoteError(Code.OUT_OF_TURN, "the other side shows no table")
        raise RemoteError(Code.HUNG_UP, "the other side hung up before it showed the table")

    def _shown(self, genesis: Genesis) -> LiveTable:
        """The table; the same one when the link is back."""
        if self.live is None:
            game = genesis.check(self._find_game)
            log = self._keeping.open(genesis, game)
            self.live = LiveTable(Table(Ledger(genesis, game), None), log, self._tell)
        elif self.live.table.ledger.genesis.id != genesis.id:
            raise RemoteError(Code.FOREIGN_TABLE, "another table is being played there by now")
        return self.live
