"""What a network table needs of whoever shows it to a person: the one interface of line mode and of the whole screen.

`Hosted`, `Joined`, `Resumed` and `Watched` do what is to be done on the network, and call a `Front` for everything that
a person sees or answers: first the lobby, then `play` or `watch` to the end.
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
    """What the host tells the people around: what is played, and how to come in."""

    offer: Offer
    addresses: tuple[Address, ...]
    fingerprint: str
    code: str | None
    """None: the table is open."""


@dataclass(frozen=True, slots=True)
class LobbyActs:
    """What a person can do in a lobby. What cannot be sent any more is lost with the link, and that is told."""

    say: Callable[[str], None]
    ready: Callable[[], None]
    """Says that the table may begin."""
    send_away: Callable[[int], None] | None = None
    """Frees a seat, whoever sits there; None for a guest, who may not."""


class Front(ABC):
    """A person's place at a network table. Everything is called by trio; only what is async may wait."""

    @property
    @abstractmethod
    def says_ready(self) -> bool:
        """Whether the person says when the table may begin; else it may as soon as every seat is taken."""

    @property
    def pause(self) -> float:
        """Seconds before each move of a bot that this program hosts, so that the person can follow."""
        return 0.0

    @abstractmethod
    def show_sign(self, sign: Sign) -> None:
        """The table is open to guests; called again with a new code."""

    @abstractmethod
    def enter_lobby(self, acts: LobbyActs) -> None:
        """There is a lobby now."""

    @abstractmethod
    async def attend_lobby(self) -> None:
        """Let the person act in the lobby, until cancelled.

        Raises:
            Quitted: the person has left.
        """

    @abstractmethod
    def tell_lobby(self, news: LobbyNews) -> None:
        """Something has happened in the lobby."""

    @abstractmethod
    def note(self, text: str) -> None:
        """A remark of the program, in sentences."""

    @property
    @abstractmethod
    def has_code(self) -> bool:
        """Whether a code was given before anybody asked for one."""

    @property
    @abstractmethod
    def asks_again(self) -> bool:
        """Whether a person is here to be asked for another code, when one was wrong."""

    @abstractmethod
    async def ask_code(self, problem: str | None) -> str:
        """The table's code; `problem` says what was wrong with the one before.

        Raises:
            Failed, EndOfInput: nobody can be asked.
        """

    @abstractmethod
    def tell(self, news: News) -> None:
        """Something has happened at the table; may be called before `play` or `watch`."""

    @abstractmethod
    async def play(self, seated: SeatSession, again: bool) -> None:
        """Play the seat to the end of the table, by the person or a bot. With `again`, `wants_again` is asked then.

        Raises:
            Quitted, EndOfInput: the person has left before.
        """

    @abstractmethod
    async def wants_again(self) -> bool:
        """The table has ended: whether the person wants another game with the same people."""

    @abstractmethod
    async def watch(self, live: TableRunner) -> None:
        """Show a table that is watched, to its end.

        Raises:
            Quitted, EndOfInput: the person has left before.
        """


class Quitted(Exception):
    """The person has left the table before its end."""
