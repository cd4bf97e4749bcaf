"""A lobby in lines."""

from __future__ import annotations

from p2pgame.p2p.lobby.events import GuestRefused, LobbyChat, LobbyNews
from p2pgame.protocol.lobby.messages import Lobby, Offer, Place

from ..games.arguments import find
from ..net.lobby import (
    Strangers,
    describe_changes,
    describe_grace,
    describe_offer,
    describe_option,
    describe_seats,
    describe_takebacks,
    place_keys,
    unusual,
    waited_for,
)
from ..terminal.output import Output
from ..words.sentences import sentence


class LobbyTelling:
    """Prints the news of a lobby."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._strangers = Strangers()
        self._places: tuple[Place, ...] = ()

    def tell(self, news: LobbyNews) -> None:
        """Show a piece of news."""
        match news:
            case Offer():
                self._output.heading(describe_offer(news))
                say_terms(self._output, news)
                self._output.say(f"{news.host} is the host. Waiting for the other players.")
            case Lobby(places, mine):
                self._output.say(self._describe(places, mine))
                self._places = places
            case GuestRefused() if (sentence := self._strangers.describe(news)) is not None:
                self._output.say(sentence)
            case LobbyChat(name, text):
                self._output.say(f"<{name}> {text}" if name else f"<lobby> {text}")

    def _describe(self, places: tuple[Place, ...], mine: int) -> str:
        """The changes since the last news of the seats; at first, or without a change, all players."""
        changes = describe_changes(self._places, places, place_keys)
        return f"{'; '.join([*changes, waited_for(places, mine)])}." if changes else describe_seats(places, mine)


def say_terms(output: Output, offer: Offer) -> None:
    """Print the terms of the table: its options, and the rule for absent players."""
    _say_options(output, offer)
    output.say(describe_grace(offer))
    if offer.takebacks:
        output.say(sentence(describe_takebacks()))


def _say_options(output: Output, offer: Offer) -> None:
    """Print the options that differ from the default, one a line. If none does, print a line that says so, if the game
    has options."""
    options = unusual(offer)
    for option in options:
        output.say(": ".join(describe_option(option, offer)))
    if not options and find(offer.game).options:
        output.say(f"Default options; `p2pgame games {offer.game}` explains them.")
