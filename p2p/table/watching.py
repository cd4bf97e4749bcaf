"""Watching a table: a spectator checks everything as a player does, and keeps a log. Its statements do not count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import trio
from p2pgame.protocol.contract.contract import FindGame, Genesis
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.lobby.messages import Address, Knock, Purpose, Show, decode_lobby_message, encode_lobby_message
from p2pgame.protocol.table.ledger import Ledger
from p2pgame.protocol.table.messages import Leave
from p2pgame.protocol.table.table import Table
from p2pgame.protocol.wire.errors import Code, RefusedByPeer, RemoteError
from p2pgame.protocol.wire.limits import ANSWER_SECONDS
from p2pgame.protocol.wire.sanitize import clean_refusal

from ..lan.interfaces import spell
from ..link.containment import contain_faults
from ..link.dialing import Unreachable, dial_any
from ..link.link import AskCode, Link
from ..store.log_location import LogLocation
from .runner import News, TableRunner

RETRY = 2.0
"""Seconds between two attempts to come back after the loss of the link."""

PATIENCE = 120.0
"""Seconds without a link after which a watched table is lost: time to restart a program or a machine."""

BETWEEN = 600.0
"""Seconds without an answer after which a spectator does not wait for a rematch any more: people talk first."""

_NOT_YET = (Code.NOT_BEGUN, Code.TABLE_FULL)
"""A lobby's answers to spectators."""

_ENDED = Code.ALREADY_BEGUN
"""The answer of a host whose person still looks at the end of the last table."""

_GONE: Mapping[int, str] = {
    Code.FOREIGN_TABLE: "another game is in progress there",
    Code.WRONG_CODE: "the code has changed",
    Code.CODE_CHANGED: "the code has changed",
    Code.CODE_NOT_ASKED: "the table there asks for no code any more",
    Code.NOT_TO_BE_WATCHED: "the game continues, but cannot be watched there any more",
    **dict.fromkeys(_NOT_YET, "another table is being opened there"),
}
"""Answers that show that a watched table does not come back to its place, in words."""


def _reason(error: RemoteError) -> int:
    """The reason of a refusal, by the other side or here."""
    return error.reason if isinstance(error, RefusedByPeer) else error.code


class _Once:
    """Asks a person for the code once, and gives the same each time that the table is dialed."""

    def __init__(self, ask_code: AskCode, coded: bool) -> None:
        self.coded = coded
        """Whether the table is known to have a code: once it has asked for one, it must again."""
        self._ask_code = ask_code
        self._code: str | None = None

    async def ask(self, problem: str | None) -> str:
        self.coded = True
        if self._code is None or problem is not None:
            self._code = await self._ask_code(problem)
        return self._code


class Spectator:
    """Watches one table through one of its peers."""

    def __init__(
        self,
        identity: Identity,
        name: str,
        find_game: FindGame,
        keeping: LogLocation,
        tell: Callable[[News], None],
        earlier: frozenset[bytes] = frozenset(),
    ) -> None:
        """With the ids of `earlier` tables, it waits for another one with the same people, which may take a while to
        be opened."""
        self.live: TableRunner | None = None
        self.peer: bytes | None = None
        """The key of the peer through which it has watched."""
        self._waits = False
        self._earlier = earlier
        self._linked_until = 0.0
        self._identity = identity
        self._name = name
        self._find_game = find_game
        self._keeping = keeping
        self._tell = tell

    async def watch(
        self,
        nursery: trio.Nursery,
        addresses: tuple[Address, ...],
        ask_code: AskCode,
        waits: Callable[[], None],
        coded: bool = False,
        announced: str | None = None,
        expected: bytes | None = None,
        *,
        task_status: trio.TaskStatus[TableRunner],
    ) -> None:
        """Watch until cancelled, or the table is lost; started with the table.

        The addresses of one peer are tried in turn. A lost link is dialed again for `PATIENCE` seconds. If no table has
        begun yet, `waits` is called once, and it is tried again until one has. The code is asked for once; for a
        `coded` table it is known before the wait, although a full lobby does not ask. The peer must ask for it if the
        table is `coded`, or has asked before, and must have the key with the `announced` fingerprint. A peer that is
        known by its `expected` key may let the spectator in without a code.

        Raises:
            Unreachable: nobody listens at any of the addresses.
            RemoteError: nobody may watch there, or the table is invalid.
            LogFileError: the log cannot be written.
        """
        asker = _Once(ask_code, coded)
        self._linked_until = trio.current_time()
        while self.live is None or not self.live.over:
            try:
                coded = asker.coded and expected is None
                dialing = dial_any(
                    nursery, addresses, self._identity, asker.ask, expected, coded=coded, announced=announced
                )
                async with dialing as (link, reached):
                    addresses = (reached, *(address for address in addresses if address != reached))
                    await self._look_on(link, task_status)
            except (RemoteError, Unreachable) as error:
                if self.live is None:
                    self._wait_for_table(error, waits)
                    if coded:
                        await asker.ask(None)  # now, while the person is here: a full lobby has not asked
                else:
                    self._wait_for_link(self.live, error, addresses)
            await trio.sleep(RETRY)

    async def _look_on(self, link: Link, task_status: trio.TaskStatus[TableRunner]) -> None:
        """Follow the table over a link, to its end."""
        link.send_nowait(encode_lobby_message(Knock(Purpose.WATCH, b"", self._name, ())))
        with contain_faults():
            genesis = await self._genesis(link)
        if genesis.id in self._earlier:
            raise RemoteError(Code.NOT_BEGUN, "the next game has not begun yet")
        self.peer, first = link.peer.public, self.live is None
        live = self._shown(genesis)
        if first:
            task_status.started(live)
        try:
            with contain_faults():
                await live.serve(link)
        finally:
            self._linked_until = trio.current_time()

    def _wait_for_table(self, error: RemoteError | Unreachable, waits: Callable[[], None]) -> None:
        """Continue if no table has begun yet.

        Raises:
            Unreachable, RemoteError: there is nothing to wait for.
        """
        is_between = bool(self._earlier) and trio.current_time() <= self._linked_until + BETWEEN
        if isinstance(error, Unreachable):
            if not is_between:
                raise error
        elif _reason(error) not in (*_NOT_YET, *((_ENDED,) if self._earlier else ())):
            raise error
        else:
            self._linked_until = trio.current_time()
        if not self._waits:
            self._waits = True
            waits()

    def _wait_for_link(self, live: TableRunner, error: RemoteError | Unreachable, addresses: Sequence[Address]) -> None:
        """Continue for a while, unless the table is clearly gone."""
        gone = None if isinstance(error, Unreachable) else _GONE.get(_reason(error))
        if gone is not None:
            live.lose(gone)
        elif trio.current_time() > self._linked_until + PATIENCE:
            where = " or ".join(spell(address.host, address.port) for address in addresses)
            live.lose(f"nobody has answered at {where} for {PATIENCE:.0f} seconds")

    async def _genesis(self, link: Link) -> Genesis:
        with trio.move_on_after(ANSWER_SECONDS):
            async for payload in link:
                message = decode_lobby_message(payload)
                match message:
                    case Show(genesis):
                        return genesis
                    case Leave(code, reason):
                        raise RefusedByPeer(code, clean_refusal(reason))
                    case _:
                        raise RemoteError(Code.OUT_OF_TURN, "the other side did not send a table")
            raise RemoteError(Code.HUNG_UP, "the other side hung up before it sent the table")
        raise RemoteError(Code.TOO_SLOW, f"the other side did not send the table within {ANSWER_SECONDS} seconds")

    def _shown(self, genesis: Genesis) -> TableRunner:
        """The table; the same one when the link is back."""
        if self.live is None:
            game = genesis.check(self._find_game)
            log = self._keeping.open(genesis, game)
            self.live = TableRunner(Table(Ledger(genesis, game), None), log, self._tell)
        elif self.live.table.ledger.genesis.id != genesis.id:
            raise RemoteError(Code.FOREIGN_TABLE, "another game is in progress there")
        return self.live
