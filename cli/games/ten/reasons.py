"""Reasons in TEN: the risk of a bust, runs, and the value of a wild."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p2pgame.engine.games.ten.components import COIN_WORTH, DRAW_ORDER, PRICE
from p2pgame.engine.games.ten.moves import Bid, Buy, Draw, End, Move, Pass, Pay, Take, Token
from p2pgame.engine.games.ten.scoring import score
from p2pgame.engine.games.ten.state import BUST_ABOVE, State, coin_total, merged, net, numbers, with_card, without_card

from ...words.grammar import count


def reasons(state: State, seat: int, move: Move, names: Sequence[str]) -> list[str]:
    """Verbs that continue "it", the weightiest first; possibly none."""
    return list(_reasons(state, seat, move))


def _reasons(state: State, seat: int, move: Move) -> Iterator[str]:
    cards = state.players[seat].cards
    match move:
        case Draw() if state.row:
            busts = _busts(state)
            yield f"busts with {_share(state, busts)}" if busts else "cannot bust"
        case Take("numbers"):
            yield from _gained(score(merged(cards, numbers(state.row))) - score(cards))
            yield from _risk(state)
        case Take():
            if coins := coin_total(state.row):
                yield f"brings {count(coins, 'coin')}"
            yield from _risk(state)
        case Bid(amount) if state.sale is not None:
            gain = score(with_card(cards, state.sale.card)) - score(cards)
            worth = f"worth {count(gain, 'point')} to you" if gain else "that scores nothing yet"
            yield f"offers {count(amount, 'coin')} for a wild {worth}"
        case Buy(card):
            yield from _gained(score(with_card(cards, card)) - score(cards))
            yield f"costs {count(PRICE[card], 'coin')}"
        case Pass():
            yield "keeps your money for something better"
        case End():
            yield "buys nothing, because no card is worth its price"
        case Token():
            yield "is worth three coins"
        case Pay(thing) if thing >= 0:
            lost = score(cards) - score(without_card(cards, thing))
            yield f"costs you {count(lost, 'point')}" if lost else "gives a card that scores nothing"
        case _:
            return


def _gained(points: int) -> Iterator[str]:
    yield f"lengthens your runs by {count(points, 'point')}" if points else "collects cards for later runs"


def _risk(state: State) -> Iterator[str]:
    if busts := _busts(state):
        yield f"avoids a bust, which {_share(state, busts)} would cause"


def _share(state: State, busts: int) -> str:
    return f"{busts} of the {count(sum(state.unseen), 'card')} left"


def _busts(state: State) -> int:
    """How many of the cards left in the deck would bust the active player now."""
    value, coins = net(state.row), coin_total(state.row)
    return sum(
        number
        for card, number in zip(DRAW_ORDER, state.unseen, strict=True)
        if (PRICE[card] and value + PRICE[card] > BUST_ABOVE)
        or (COIN_WORTH[card] and coins + COIN_WORTH[card] > BUST_ABOVE)
    )
