"""A lobby in words: the game, the players, and the reasons to wait."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from p2pgame.engine.options import Option, spell
from p2pgame.p2p.lobby.events import GuestRefused
from p2pgame.protocol.identity.labels import labels
from p2pgame.protocol.lobby.messages import Offer, Place, Presence
from p2pgame.protocol.wire.errors import Code, RemoteError

from ..games.arguments import find
from ..words.grammar import and_list

_NO_NEWS = (Code.HUNG_UP, Code.TOO_SLOW, Code.NOT_BEGUN, Code.TABLE_FULL)
"""Departures that are not shown: a peer of the table tries again, other peers leave without a word, and a spectator
comes every two seconds until there is something to see, also to a lobby in which every seat is taken."""


_OF_THEM: Mapping[int, str] = {
    Code.WRONG_CODE: "their code was not the one of this table",
    Code.NOT_READY: "they were not ready in time, or their program did not sign",
    Code.SENT_AWAY: "you removed them from this table",
    Code.NOT_SEATED: "this table has no seat for them",
    Code.ALREADY_SEATED: "they have a seat at this table already",
    Code.NOT_TO_BE_WATCHED: "they have no seat at this table, and cannot watch it here",
    Code.REPLACED: "they have a newer connection",
}
"""Sentences for the host, for errors whose own sentences address the guest."""


_BYTES = range(Code.FRAME_TOO_LONG, Code.OUT_OF_BOUNDS + 1)
"""The errors of bytes and messages. Their sentences help only a person who writes such a program."""


LONGEST_QUIET = 64
"""Seconds between two refused strangers on the screen, at most: doubled with each, from one second on."""


class Strangers:
    """Selects the refused strangers to show: anybody on the LAN can cause a thousand a second, all evening."""

    def __init__(self) -> None:
        self._quiet = 1
        self._shown_at = -LONGEST_QUIET

    def describe(self, refused: GuestRefused) -> str | None:
        """The sentence about one of them; None to show nothing."""
        since = now() - self._shown_at
        if refused.error.code in _NO_NEWS or since < self._quiet:
            return None
        self._shown_at, self._quiet = now(), 1 if since >= 2 * self._quiet else min(2 * self._quiet, LONGEST_QUIET)
        return f"Somebody could not join: {_fault_of(refused.error)}."


def _fault_of(error: RemoteError) -> str:
    """The fault of somebody who could not join, as the host reads it."""
    if error.code in _BYTES:
        return f"their program sent something that cannot be read (E{error.code})"
    return _OF_THEM.get(error.code, error.sentence)


def now() -> int:
    """The present second, counted from an arbitrary time."""
    return int(time.monotonic())


def describe_offer(offer: Offer) -> str:
    """The game, and the number of players."""
    time_each = f", {offer.turn_time} seconds for a decision" if offer.turn_time else ""
    back = ", takebacks" if offer.takebacks else ""
    return f"{find(offer.game).title}, {offer.seats} seats{time_each}{back}"


def unusual(offer: Offer) -> list[Option]:
    """The options that differ from the default."""
    chosen = dict(offer.options)
    return [option for option in find(offer.game).options if chosen.get(option.name, option.default) != option.default]


def describe_grace(offer: Offer) -> str:
    """The rule for absent players."""
    if offer.grace == 0:
        return "Nobody can be voted out; the game waits for absent players without limit."
    if offer.seats == 2:
        return f"When a player has been away for {offer.grace} seconds, the other can save the game and stop."
    return f"When a player has been away for {offer.grace} seconds, the others can vote them out."


def describe_takebacks() -> str:
    """The rule for takebacks, at a table that allows them."""
    return "your last move can be taken back if everyone agrees and nothing was drawn or revealed after it"


def describe_option(option: Option, offer: Offer) -> tuple[str, str]:
    """An option with its value, and the meaning."""
    value = dict(offer.options).get(option.name, option.default)
    usual = "" if value == option.default else f" (default: {spell(option.default)})"
    return f"{option.name} {spell(value)}", f"{option.meaning}{usual}"


def describe_seats(places: tuple[Place, ...], mine: int | None = None) -> str:
    """The present players, the missing ones, and the free seats, as the person in the seat `mine` sees them."""
    here = place_keys([place for place in places if place.taken])
    return f"Here: {and_list(here)}; {waited_for(places, mine)}."


def describe_changes(
    before: Sequence[Place], after: Sequence[Place], called: Callable[[Sequence[Place]], Sequence[str]]
) -> list[str]:
    """Arrivals, departures and readiness, a clause each; `called` gives the labels of a lobby's people."""
    told = []
    for was, now, left, came in zip(before, after, called(before), called(after), strict=False):
        if was.taken and was.key != now.key:
            told.append(f"{left} has left")
        if now.taken and (not was.taken or was.key != now.key):
            told.append(f"{came} is here")
        if now.presence is Presence.READY and was.presence is Presence.HERE:
            told.append(f"{came} is ready")
    return told


def place_keys(places: Sequence[Place]) -> list[str]:
    """The names of a lobby's people, each with the beginning of the fingerprint."""
    return [f"{place.name} ({place.key})" for place in places]


def place_labels(places: Sequence[Place]) -> tuple[str, ...]:
    """The labels of a lobby's people; two with one name differ by their fingerprints."""
    return labels([(place.name, place.key) for place in places])


def waited_for(places: tuple[Place, ...], mine: int | None = None) -> str:
    """The reasons why a lobby waits, as the person in the seat `mine` sees them."""
    free = sum(place.presence is Presence.FREE for place in places)
    called = list(enumerate(zip(place_labels(places), places, strict=True)))
    expected = [label for _, (label, place) in called if place.presence is Presence.EXPECTED]
    slow = [label for seat, (label, place) in called if place.presence is Presence.HERE and seat != mine]
    waits = [f"{free} {'seat is' if free == 1 else 'seats are'} free"] if free else []
    waits += [f"{and_list(expected)} {'is' if len(expected) == 1 else 'are'} not here yet"] if expected else []
    waits += [f"{and_list(slow)} {'is' if len(slow) == 1 else 'are'} not ready yet"] if slow else []
    waits += ["you are not ready yet"] if mine is not None and places[mine].presence is Presence.HERE else []
    return "; ".join(waits) or "everybody is here and ready"
