"""The table as a picture: each player's cards by colour, the row and the market, and a sale with its bids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from ...picture import Board, Chip, Mark, Note, Picture, Shelf
from .components import COLOURS, NAMES, VALUES
from .counting import Span, counting
from .scoring import score
from .state import JEN, Player, Sale, State, coin_total, net

_FREE = Mark("·", "free")
_COLUMNS = (*map(str, VALUES), "#")


def draw(state: State) -> Picture:
    """A board for each player, and shelves for the row, the market and a sale."""
    boards = tuple(_player(state, index) for index in range(len(state.players)))
    return Picture(boards, tuple(_shelves(state)))


def card_chip(name: str) -> Chip:
    """A card: its letter or sign and its number."""
    kind, mark = name[:-1], name[-1]
    if kind == "c":
        return Chip(name, "coin", name)
    if kind == "*":
        return Chip(name, "wild", name)
    return Chip(f"{kind[0]}{mark}", kind, name)


def _player(state: State, index: int) -> Board:
    player = state.players[index]
    owned = Counter(NAMES[card] for card in player.cards)
    rows = tuple(
        tuple(
            _owned(owned[f"{colour}{mark}"], colour, mark, len(_COLUMNS) * line + column)
            for column, mark in enumerate(_COLUMNS)
        )
        for line, colour in enumerate(COLOURS)
    )
    if state.phase == "over":
        rows = tuple(_with_run(marks, span) for marks, span in zip(rows, counting(player.cards), strict=True))
    labels = tuple(colour[0] for colour in COLOURS)
    hers = _is_jen(state, index)
    return Board(
        None if hers else index,
        rows,
        _COLUMNS,
        labels,
        tuple(_notes(state, player, index)),
        index == state.active,
        "JEN" if hers else "",
    )


def _is_jen(state: State, index: int) -> bool:
    return index == JEN and state.grade is not None


def _with_run(marks: tuple[Mark, ...], span: Span) -> tuple[Mark, ...]:
    """The marks of a colour with the run that counts; a star on each number that a wild stands for."""
    first, length = span

    def mark(column: int, known: Mark) -> Mark:
        if not first <= column < first + length:
            return known
        return replace(Mark("*", "wild", piece=known.piece) if known == _FREE else known, won=True)

    return tuple(mark(column, known) for column, known in enumerate(marks))


def _owned(count: int, colour: str, mark: str, place: int) -> Mark:
    return Mark(mark, colour, sign="+" if count > 1 else "", piece=place) if count else _FREE


def _notes(state: State, player: Player, index: int) -> Iterator[Note]:
    yield Note("points", str(score(player.cards)))
    yield Note("coins", str(player.coins))
    yield Note("bust", str(player.bust))
    yield Note("cards", str(len(player.cards)))
    wilds = [NAMES[card] for card in player.cards if NAMES[card].startswith("*")]
    if wilds:
        yield Note("wild", " ".join(wilds))
    if index in state.dropped:
        yield Note("now", "left")


def _shelves(state: State) -> Iterator[Shelf]:
    deck = sum(state.unseen)
    yield Shelf("deck", (Chip(f"{deck} {'card' if deck == 1 else 'cards'}"),))
    yield Shelf("row", _cards(state.row) or (Chip("-", "faint"),), things="cards")
    if state.row:
        yield Shelf("sum", (Chip(f"{net(state.row)}"), Chip(f"coins {coin_total(state.row)}", "faint")))
    if state.sale is not None:
        yield from _sale(state, state.sale)
    yield Shelf("market", _cards(state.market) or (Chip("-", "faint"),), things="cards")


def _cards(cards: bytes) -> tuple[Chip, ...]:
    return tuple(card_chip(NAMES[card]) for card in cards)


def _sale(state: State, sale: Sale) -> Iterator[Shelf]:
    yield Shelf("sale", _cards(bytes((sale.card,))), things="cards")
    if sale.bids:
        yield Shelf("bids", tuple(_bid(state, place, amount) for place, amount in enumerate(sale.bids)))
    if sale.payment is not None:
        yield Shelf("to pay", (Chip(str(sale.payment.left), "strong"),))


def _bid(state: State, place: int, amount: int) -> Chip:
    bidder, bid = state.bidder(place), str(amount or "pass")
    return Chip(f"JEN: {bid}") if _is_jen(state, bidder) else Chip(bid, seat=bidder)
