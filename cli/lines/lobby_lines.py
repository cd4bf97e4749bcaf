"""Lines typed in a lobby."""

from __future__ import annotations

from collections.abc import Callable

from p2pgame.engine.errors import quoted
from p2pgame.protocol.lobby.messages import Place, Presence

from ..net.front import LobbyActs, Quitted
from ..net.lobby import describe_seats
from ..terminal.output import Output
from ..words.same_name import name_key

_HELP = (
    "`say TEXT` sends a message, `who` lists the players, `quit` leaves.",
    " `remove NAME` removes a guest, or frees a reserved seat.",
)


class LobbyLines:
    """Carries out typed lines."""

    def __init__(
        self, output: Output, acts: Callable[[], LobbyActs | None], places: Callable[[], tuple[Place, ...]]
    ) -> None:
        """`acts` are the possible actions, if there is a lobby; `places` its seats."""
        self._output = output
        self._acts = acts
        self._places = places

    def obey(self, line: str) -> None:
        """Carry out a line, or list the possible ones.

        Raises:
            Quitted: the person leaves.
        """
        verb, _, rest = line.strip().partition(" ")
        acts = self._acts()
        remove_guest = None if acts is None else acts.remove_guest
        match verb.lower(), rest.strip():
            case "say", text if text and acts is not None:
                acts.say(text)
            case "who", _ if self._places():
                self._output.say(describe_seats(self._places()))
            case (("remove" | "away"), name) if name and remove_guest is not None:
                self._remove_guest(remove_guest, name)
            case (("quit" | "q" | "exit"), _):
                raise Quitted
            case "", _:
                pass
            case _:
                self._output.say(_HELP[0] + (_HELP[1] if remove_guest is not None else ""))

    def _remove_guest(self, remove_guest: Callable[[int], None], name: str) -> None:
        found = seats_called(self._places(), name)
        match found:
            case [seat]:
                remove_guest(seat)
            case []:
                self._output.say(f"There is no {quoted(name)} here; `who` lists the players.")
            case _:
                keys = ", ".join(f"`remove {self._places()[seat].key}`" for seat in found)
                self._output.say(f"{len(found)} players are called {quoted(name)}. Type one of {keys}.")


def seats_called(places: tuple[Place, ...], word: str) -> list[int]:
    """The seats of the people with that name, or with that short fingerprint."""
    taken = [(seat, place) for seat, place in enumerate(places) if place.presence is not Presence.FREE]
    by_key = [seat for seat, place in taken if place.key == word.upper()]
    return by_key or [seat for seat, place in taken if name_key(place.name) == name_key(word)]
