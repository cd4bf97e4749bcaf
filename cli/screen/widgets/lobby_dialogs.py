"""Texts and questions over a lobby."""

from __future__ import annotations

from collections.abc import Callable

from p2pgame.protocol.wire.limits import READY_SECONDS
from rich.text import Text
from textual.screen import Screen

from ...games import rules
from ...games.arguments import find
from ..lobby_text import describe_leaving, options_text, removable_guests
from ..lobby_view import LobbyView
from .modal import Reading
from .picker import Entry, Picker

HELP = (
    "The game begins when every seat is taken and everybody is ready.\n\n"
    "Guests need the code. After three wrong guesses the table gets a new code; after nine, the new "
    "code has one more word and stays.\n\n"
    "The letters beside a name are the first of the player's fingerprint. To be sure of a person, compare them "
    "aloud.\n\n"
    f"A guest who is not ready within {READY_SECONDS} seconds loses the seat, so that nobody can block the table. "
    "The host can remove guests with k. The host decides who sits here, but neither sees nor decides more than anybody "
    "else once the game has begun."
)


class LobbyDialogs:
    """Shows them one at a time."""

    def __init__(self, screen: Screen[str], lobby: LobbyView, leave: Callable[[], None]) -> None:
        """`leave` leaves the lobby."""
        self._screen = screen
        self._lobby = lobby
        self._leave = leave

    def help(self) -> None:
        """Explain the lobby."""
        self._read("The lobby", Text(HELP))

    def options(self) -> None:
        """Show all options of the game, once it is known."""
        if self._lobby.offer is not None:
            self._read("The game", options_text(self._lobby.offer))

    def rules(self) -> None:
        """Show the rules of the game, once it is known."""
        if self._lobby.offer is not None:
            self._read("The rules", rules.text(find(self._lobby.offer.game)))

    def leave(self) -> None:
        """Leave; a person with a table or a seat to lose is asked first."""
        if (sentence := describe_leaving(self._lobby)) is None:
            self._leave()
        else:
            question = Reading("Leave this table?", Text(sentence), {"y": ("yes", "leave")})
            self._screen.app.push_screen(question, self._left)

    def choose_guest_to_remove(self) -> None:
        """Ask the host for a guest, who then loses the seat."""
        taken = [Entry(str(seat), name, note) for seat, name, note in removable_guests(self._lobby)]
        self._screen.app.push_screen(Picker("Remove which guest?", taken, "Nobody else is here."), self._remove)

    def _read(self, title: str, text: Text | str) -> None:
        self._screen.app.push_screen(Reading(title, text))

    def _left(self, word: str | None) -> None:
        if word == "yes":
            self._leave()

    def _remove(self, word: str | None) -> None:
        if word:
            self._lobby.remove_guest(int(word))
