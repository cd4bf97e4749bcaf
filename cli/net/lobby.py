"""A lobby in words: what is played, who is here, and what the lobby waits for."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from p2pgame.engine.options import Option, spell
from p2pgame.p2p.lobby.events import Turned
from p2pgame.protocol.identity.labels import labels
from p2pgame.protocol.lobby.messages import Offer, Place, Presence
from p2pgame.protocol.wire.errors import Code

from ..games.arguments import find
from ..words.grammar import and_list

_NO_NEWS = (Code.HUNG_UP, Code.TOO_SLOW, Code.NOT_BEGUN)
"""Who goes away unasked, or says nothing, is no news: a peer of the table tries again, and others have gone. Who wants
to watch comes again every two seconds until there is something to see."""


_OF_THEM: Mapping[int, str] = {
    Code.NOT_READY: "they did not say in time that they are ready, or their program did not sign",
    Code.SENT_AWAY: "you had removed them from this table",
    Code.NOT_SEATED: "this table has no seat for them",
    Code.ALREADY_SEATED: "they have a seat at this table already",
    Code.NOT_TO_BE_WATCHED: "they have no seat at this table, and cannot watch it here",
    Code.REPLACED: "a newer link with their key has taken the place of this one",
}
"""What the host reads of errors whose own sentences speak to the guest."""


LONGEST_QUIET = 64
"""Seconds between two strangers that are told, at the most: doubled with each, from one second on."""


class Strangers:
    """Tells those that are turned away, some: anybody on the LAN can be, a thousand times a second and all evening."""

    def __init__(self) -> None:
        self._quiet = 1
        self._told = -LONGEST_QUIET

    def told(self, turned: Turned) -> str | None:
        """What to say about one; None for nothing."""
        since = now() - self._told
        if turned.error.code in _NO_NEWS or since < self._quiet:
            return None
        self._told, self._quiet = now(), 1 if since >= 2 * self._quiet else min(2 * self._quiet, LONGEST_QUIET)
        return f"Somebody did not come in: {_OF_THEM.get(turned.error.code, turned.error.sentence)}."


def now() -> int:
    """The second that runs, counted from some time on."""
    return int(time.monotonic())


def offered(offer: Offer) -> str:
    """What is going to be played, and by how many."""
    time_each = f", {offer.turn_time} seconds for a decision" if offer.turn_time else ""
    return f"{find(offer.game).title}, {offer.seats} seats{time_each}"


def unusual(offer: Offer) -> list[Option]:
    """The options that are not as usual."""
    chosen = dict(offer.options)
    return [option for option in find(offer.game).options if chosen.get(option.name, option.default) != option.default]


def grace_told(offer: Offer) -> str:
    """What happens to a player who is away for long."""
    if offer.grace == 0:
        return "Nobody can be voted out: the others wait for a player who is away."
    if offer.seats == 2:
        return f"Once a player has been away for {offer.grace} seconds, the other can save the game and stop."
    return f"A player who is away for {offer.grace} seconds can be voted out."


def option_told(option: Option, offer: Offer) -> tuple[str, str]:
    """What an option is called with its value, and what that means."""
    value = dict(offer.options).get(option.name, option.default)
    usual = "" if value == option.default else f" (usually {spell(option.default)})"
    return f"{option.name} {spell(value)}", f"{option.meaning}{usual}"


def seats_told(places: tuple[Place, ...]) -> str:
    """Who is here, whom the table waits for, and how many seats are free."""
    here = [f"{place.name} ({place.key})" for place in places if place.presence in (Presence.HERE, Presence.READY)]
    return f"Here: {and_list(here)}; {waited_for(places)}."


def place_labels(places: Sequence[Place]) -> tuple[str, ...]:
    """What the people of a lobby are called; two of one name are told apart by their fingerprints."""
    return labels([(place.name, place.key) for place in places])


def waited_for(places: tuple[Place, ...], mine: int | None = None) -> str:
    """What a lobby waits for, as the person in the seat `mine` reads it."""
    free = sum(place.presence is Presence.FREE for place in places)
    called = list(enumerate(zip(place_labels(places), places, strict=True)))
    expected = [label for _, (label, place) in called if place.presence is Presence.EXPECTED]
    slow = [label for seat, (label, place) in called if place.presence is Presence.HERE and seat != mine]
    waits = [f"{free} {'seat is' if free == 1 else 'seats are'} free"] if free else []
    waits += [f"{and_list(expected)} {'is' if len(expected) == 1 else 'are'} still to come"] if expected else []
    waits += [f"{and_list(slow)} {'is' if len(slow) == 1 else 'are'} not ready yet"] if slow else []
    waits += ["you are not ready yet"] if mine is not None and places[mine].presence is Presence.HERE else []
    return "; ".join(waits) or "everybody is here and ready"
