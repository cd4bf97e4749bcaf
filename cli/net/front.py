"""The interface between a network table and its screen, for line mode and the full screen.

`HostSession`, `GuestSession`, `ResumeSession` and `SpectatorSession` do the work on the network. They call a `Front`
for everything that a person sees or answers: first the lobby, then `play` or `watch` to the end.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from p2pgame.p2p.lobby.events import LobbyNews
from p2pgame.p2p.table.runner import News, TableRunner
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.lobby.messages import Address, Offer


@dataclass(frozen=True, slots=True)
class Sign:
    """The host's sign: the game, and how to join."""

    offer: Offer
    addresses: tuple[Address, ...]
    fingerprint: str
    code: str | None
    """The code; None if the table is open."""


@dataclass(frozen=True, slots=True)
class LobbyActs:
    """The actions of a person in a lobby. If the link is lost, unsent messages are lost as well, and a line says so."""

    say: Callable[[str], None]
    ready: Callable[[], None]
    """Agrees that the table begins."""
    remove_guest: Callable[[int], None] | None = None
    """Frees a seat, taken or reserved; None for a guest, who may not."""


class Front(ABC):
    """A person's place at a network table. Trio calls everything here; only async methods may wait."""

    @property
    @abstractmethod
    def says_ready(self) -> bool:
        """Whether the person decides when the table may begin. Otherwise it begins as soon as every seat is taken."""

    @property
    def pause(self) -> float:
        """Seconds before each move of a bot that this program hosts, so that the person can follow."""
        return 0.0

    @abstractmethod
    def show_sign(self, sign: Sign) -> None:
        """Show that the table is open to guests; called again with a new code."""

    @abstractmethod
    def enter_lobby(self, acts: LobbyActs) -> None:
        """Use this lobby from now on."""

    @abstractmethod
    async def attend_lobby(self) -> None:
        """Let the person act in the lobby, until cancelled.

        Raises:
            Quitted: the person has left.
        """

    @abstractmethod
    def tell_lobby(self, news: LobbyNews) -> None:
        """Show news of the lobby."""

    @abstractmethod
    def note(self, text: str) -> None:
        """Show a remark of the program, in sentences."""

    def wait_for_table(self, text: str) -> None:
        """Show, in sentences, that the table to be watched has not begun yet."""
        self.note(text)

    @property
    @abstractmethod
    def has_code(self) -> bool:
        """Whether a code was given before anybody asked for one."""

    @property
    @abstractmethod
    def asks_again(self) -> bool:
        """Whether a person is here to be asked for another code after a wrong one."""

    @abstractmethod
    async def ask_code(self, problem: str | None) -> str:
        """The table's code; `problem` says what was wrong with the previous one.

        Raises:
            Failed, EndOfInput: nobody can be asked.
        """

    @abstractmethod
    def tell(self, news: News) -> None:
        """Show news of the table; may be called before `play` or `watch`."""

    @abstractmethod
    async def play(self, seated: SeatSession, again: bool) -> None:
        """Play the seat to the end of the table, by the person or a bot. With `again`, `wants_again` is called then.

        Raises:
            Quitted, EndOfInput: the person has left before.
        """

    @abstractmethod
    async def wants_again(self) -> bool:
        """Whether the person wants a rematch, after the end of the table."""

    async def watches_next(self) -> bool:
        """Whether the person comes along to a rematch, after the end of a watched table."""
        return False

    @abstractmethod
    async def watch(self, live: TableRunner) -> None:
        """Show a watched table, to its end.

        Raises:
            Quitted, EndOfInput: the person has left before.
        """


class Quitted(Exception):
    """The person has left the table before its end."""
