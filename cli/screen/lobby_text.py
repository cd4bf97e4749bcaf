"""The texts of the lobby's screen, made from the known state of the lobby, without a screen."""

from __future__ import annotations

import time
from collections.abc import Iterator

from p2pgame.engine.options import Option
from p2pgame.protocol.lobby.messages import Offer, Place, Presence
from p2pgame.protocol.wire.limits import READY_SECONDS
from rich.text import Text

from ..games import rules
from ..games.arguments import find
from ..net.lobby import describe_grace, describe_offer, describe_option, describe_takebacks, unusual
from ..words.sentences import sentence
from ..words.widths import LEAST, cell_len, short_name
from .drawing import join, style
from .lobby_view import LobbyView

_PRESENCE = {Presence.HERE: "not ready yet", Presence.READY: "ready", Presence.EXPECTED: "not here yet"}


def title_of(lobby: LobbyView, width: int) -> str:
    """The game and its host in that many columns: the name is cut first."""
    if lobby.offer is None:
        before = "Joining a table" if lobby.wants_code else "Connecting ..."
        return "Waiting for the game to begin" if lobby.opening else before
    what = describe_offer(lobby.offer)
    if lobby.hosts:
        return what
    before = f"{what}, hosted by "
    return f"{before}{short_name(lobby.offer.host, max(LEAST, width - cell_len(before)))}"


def ways_text(lobby: LobbyView) -> Text:
    """How to join, and the person's own fingerprint."""
    if lobby.wants_code:
        problem = f"{sentence(lobby.problem)} " if lobby.problem else ""
        return Text(f"{problem}This table needs a code.", style("strong"))
    lines = [Text("The table is open: anyone on the LAN can join.", style("plain"))] if lobby.open else []
    lines += [Text(f"On another machine: p2pgame join {way}", style("plain")) for way in lobby.addresses]
    if lobby.fingerprint:
        lines.append(Text(f"Your fingerprint: {lobby.fingerprint}", style("faint")))
    return join(lines)


def seats_text(lobby: LobbyView, width: int) -> Text:
    """A line for each seat, of that many columns: names are cut first."""
    return join(_seat_line(seat, place, seat == lobby.mine, width) for seat, place in enumerate(lobby.places))


def _seat_line(seat: int, place: Place, mine: bool, width: int) -> Text:
    line = Text.assemble((f" {seat + 1} ", style(f"seat{seat}")), " ")
    if place.presence is Presence.FREE:
        return line.append("open seat", style("faint"))
    sign = "✓" if place.presence is Presence.READY else "…"
    you, rest = " (you)" if mine else "", f"  {place.key}  {_PRESENCE[place.presence]}"
    room = width - line.cell_len - cell_len(f"{sign} {you}{rest}")
    line.append(f"{sign} {short_name(place.name, max(LEAST, room))}{you}", style("strong"))
    return line.append(rest, style("faint"))


def removable_guests(lobby: LobbyView) -> list[tuple[int, str, str]]:
    """The seat, the name and a line about each guest that the host may remove.

    Guests who are not here come first, because they keep the table waiting.
    """
    guests = [
        (place.presence is not Presence.EXPECTED, seat, place)
        for seat, place in enumerate(lobby.places)
        if place.presence is not Presence.FREE and seat != lobby.mine
    ]
    ordered = sorted(guests, key=lambda guest: guest[:2])
    return [
        (seat, place.name, f"seat {seat + 1}, {place.key}, {_PRESENCE[place.presence]}")
        for _here, seat, place in ordered
    ]


def waits_text(lobby: LobbyView) -> Text:
    """The missing guests and readiness, with the next action of the person."""
    text = Text(lobby.waits, style("plain"))
    if lobby.says_ready and lobby.mine is not None and not lobby.is_ready:
        text.append(" Press r when you are ready", style("strong"))
        text.append("." if lobby.hosts else f": your seat is held for {_left(lobby)} more.", style("strong"))
    return text


def describe_leaving(lobby: LobbyView) -> str | None:
    """The loss by leaving now, in words; None if nothing is lost."""
    if lobby.hosts:
        return "The table closes, and all guests have to leave."
    return None if lobby.mine is None else "You give up your seat."


def _left(lobby: LobbyView) -> str:
    """The time that a guest has left to say that it is ready."""
    since = time.monotonic() - (lobby.seated_at or 0.0)
    seconds = max(0, READY_SECONDS - int(since))
    return f"{seconds // 60}:{seconds % 60:02}"


def chosen_text(offer: Offer, most: int) -> Text:
    """The options that differ from the default, in words, as many as fit. If none differs, a line that says so."""
    lines = [*_turn_time(offer), *_takebacks(offer), *(_option_line(option, offer) for option in unusual(offer))]
    if not lines and find(offer.game).options:
        lines = [Text("Default options; press o to see them.", style("faint"))]
    return join([*lines, *_grace(offer)][:most])


def options_text(offer: Offer) -> Text:
    """The game in short, and all of its options in words."""
    game = find(offer.game)
    return join(
        [
            Text(rules.summary(game), style("plain")),
            Text(),
            *_turn_time(offer),
            *_takebacks(offer),
            *_grace(offer),
            *(_option_line(option, offer) for option in game.options),
            *_none(not game.options),
        ]
    )


def _turn_time(offer: Offer) -> Iterator[Text]:
    """A line about the turn time, if there is one."""
    if offer.turn_time:
        text = f": after {offer.turn_time} seconds the game makes its default move"
        yield Text.assemble(("turn time", style("strong")), (text, style("plain")))


def _takebacks(offer: Offer) -> Iterator[Text]:
    """A line about takebacks, if they are allowed."""
    if offer.takebacks:
        yield Text.assemble(("takebacks", style("strong")), (f": {describe_takebacks()}", style("plain")))


def _grace(offer: Offer) -> Iterator[Text]:
    """The line about absent players, after its name as the other lines are."""
    told = describe_grace(offer).rstrip(".")
    yield Text.assemble(("away", style("strong")), (f": {told[0].lower()}{told[1:]}", style("plain")))


def _none(empty: bool) -> Iterator[Text]:
    if empty:
        yield Text("The game has no options.", style("faint"))


def _option_line(option: Option, offer: Offer) -> Text:
    called, meaning = describe_option(option, offer)
    return Text.assemble((called, style("strong")), (f": {meaning}", style("plain")))
