"""Tables of TEN set up by hand: what is named lies where it is named, the rest of the deck where it belongs."""

from __future__ import annotations

from collections import Counter
from typing import Any

from p2pgame.engine.games.ten.game import GAME

from .tables import Table

COLOURS = ("blue", "green", "orange", "pink")


def box(seats: int) -> Counter[str]:
    """The deck of a table, counted apart from the engine after the table of clause 1.5."""
    cards: Counter[str] = Counter()
    for colour in COLOURS:
        for number in range(1, 10):
            cards[f"{colour}{number}"] = 2 if number <= 6 else 1
            if (seats >= 3 and number in (1, 3, 5)) or (seats >= 4 and number in (2, 4, 6)):
                cards[f"{colour}{number}"] += 1
        cards[f"{colour}#"] = 2 if seats >= 4 else 1
    for number in range(1, 10):
        cards[f"*{number}"] = 1
    cards["*#"] = 1
    for worth, count in enumerate((4, 4, 4, 3, 2), start=1):
        cards[f"c{worth}"] = count + (seats >= 3) + (seats >= 4)
    return cards


def order() -> list[str]:
    """All cards in the order of section 13."""
    marks = (*range(1, 10), "#")
    numbers = [f"{colour}{mark}" for colour in COLOURS for mark in marks]
    return [*numbers, *(f"*{mark}" for mark in marks), *(f"c{worth}" for worth in range(1, 6))]


def player(coins: int = 5, cards: str = "", bust: int = 0) -> dict[str, Any]:
    """A player's property; cards are separated by spaces."""
    return {"coins": coins, "bust": bust, "cards": sorted(cards.split())}


def position(
    *players: dict[str, Any],
    row: str = "",
    market: str = "",
    discarded: str = "",
    deck: str | None = None,
    seats: int | None = None,
    **keys: Any,
) -> dict[str, Any]:
    """A position in which seat 0 is active and chooses, unless `keys` say otherwise; players have five coins each.

    Cards that are not named are in the deck; or, if `deck` says what is left there, in the discard pile.
    """
    seats = len(players) or 2 if seats is None else seats
    players = players or (player(),) * max(2, seats)
    sale = keys.get("auction")
    named = Counter([*row.split(), *market.split(), *discarded.split(), *([sale["card"]] if sale else [])])
    for one in players:
        named.update(one["cards"])
    rest = box(seats) - named
    unseen = rest if deck is None else Counter(deck.split())
    return {
        "game": "ten",
        "rules": 1,
        "seats": seats,
        "options": {"bust_buy": False} | ({"jen": 4} if seats == 1 else {}),
        "unseen": {card: unseen[card] for card in order()},
        "row": row.split(),
        "market": sorted(market.split()),
        "active": 0,
        "turn": keys.get("active", 0),
        "players": list(players),
        "auction": None,
        "phase": "choose",
        "discarded": sorted([*discarded.split(), *(rest - unseen).elements()]),
    } | keys


def table(*players: dict[str, Any], **keys: Any) -> Table:
    """The table of that `position`."""
    return Table(GAME, GAME.from_position(position(*players, **keys)))


def new(seats: int = 2, first: int = 0, **options: Any) -> Table:
    """A fresh table; its first player is drawn, if there are several."""
    fresh = Table(GAME, GAME.begin(seats, options))
    return fresh if seats == 1 else fresh.draw(str(first))


def coins(game: Table) -> list[int]:
    """The coins of all players."""
    return [one["coins"] for one in game.position["players"]]


def tokens(game: Table) -> list[int]:
    """The bust tokens of all players."""
    return [one["bust"] for one in game.position["players"]]


def cards(game: Table, seat: int) -> list[str]:
    """The cards of a player."""
    owned: list[str] = game.position["players"][seat]["cards"]
    return owned
