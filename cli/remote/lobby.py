"""A lobby in lines."""

from __future__ import annotations

import time

from p2pgame.engine.options import spell
from p2pgame.p2p.lobby_news import LobbyChat, LobbyNews, Turned
from p2pgame.protocol.errors import Code
from p2pgame.protocol.lobby_messages import Lobby, Offer
from p2pgame.protocol.pace import Pace

from ..games import find
from ..output import Output
from ..words.words import and_list

_THEIR_OWN_WAY = (Code.HUNG_UP, Code.TOO_SLOW)
"""Who goes away unasked, or says nothing, is no news: a peer of the table tries again, and others have gone."""


class LobbyTelling:
    """Puts the news of a lobby into lines on the screen."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._strangers = Pace()
        """Anybody on the LAN can be turned away a thousand times a second; one of them is shown."""

    def tell(self, news: LobbyNews) -> None:
        """Show a piece of news."""
        match news:
            case Offer():
                self._output.heading(offered(news))
                self._output.say(f"{news.host} hosts; waiting for everybody to be here.")
            case Lobby(seats, _):
                self._output.say(seats_told(seats))
            case Turned(error) if error.code not in _THEIR_OWN_WAY and self._strangers.allows(Turned, 1, now()):
                self._output.say(f"Somebody did not come in: {error.sentence}.")
            case LobbyChat(name, text):
                self._output.say(f"<{name}> {text}" if name else f"<lobby> {text}")


def now() -> int:
    """The second that runs, counted from some time on."""
    return int(time.monotonic())


def offered(offer: Offer) -> str:
    """What is going to be played."""
    options = [f"{name}={spell(value)}" for name, value in offer.options]
    return f"{find(offer.game).title}, {offer.seats} seats" + (f", {', '.join(options)}" if options else "")


def seats_told(seats: tuple[tuple[str, str], ...]) -> str:
    """Who is here, and how many are still to come."""
    here = [f"{name} ({fingerprint})" for name, fingerprint in seats if fingerprint]
    free = len(seats) - len(here)
    waiting = "everybody is here" if not free else f"{free} {'seat is' if free == 1 else 'seats are'} free"
    return f"Here: {and_list(here)}; {waiting}."
