"""What can be typed in a lobby."""

from __future__ import annotations

from collections.abc import Callable

from p2pgame.engine.errors import quoted
from p2pgame.protocol.lobby.messages import Place, Presence

from ..output import Output
from ..same_name import name_key
from .front import LobbyActs
from .lobby import seats_told
from .table import Quitted

_HELP = (
    "`say TEXT` tells the others something, `who` lists who is here, `quit` leaves.",
    " `away NAME` sends a guest away, or gives the seat of somebody who does not come to whoever comes.",
)


class LobbyLines:
    """Does what lines ask for."""

    def __init__(
        self, output: Output, acts: Callable[[], LobbyActs | None], places: Callable[[], tuple[Place, ...]]
    ) -> None:
        """`acts` are what can be done now, if there is a lobby; `places` its seats."""
        self._output = output
        self._acts = acts
        self._places = places

    def obey(self, line: str) -> None:
        """Do it, or say what can be done.

        Raises:
            Quitted: the person leaves.
        """
        verb, _, rest = line.strip().partition(" ")
        acts = self._acts()
        send_away = None if acts is None else acts.send_away
        match verb.lower(), rest.strip():
            case "say", text if text and acts is not None:
                acts.say(text)
            case "who", _ if self._places():
                self._output.say(seats_told(self._places()))
            case "away", name if name and send_away is not None:
                self._send_away(send_away, name)
            case (("quit" | "q" | "exit"), _):
                raise Quitted
            case "", _:
                pass
            case _:
                self._output.say(_HELP[0] + (_HELP[1] if send_away is not None else ""))

    def _send_away(self, send_away: Callable[[int], None], name: str) -> None:
        known = {
            name_key(place.name): seat
            for seat, place in enumerate(self._places())
            if place.presence is not Presence.FREE
        }
        if name_key(name) in known:
            send_away(known[name_key(name)])
        else:
            self._output.say(f"Nobody here is called {quoted(name)}; `who` lists everybody.")
