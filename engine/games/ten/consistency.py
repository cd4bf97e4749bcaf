"""The parts of a position that must fit together. Every refusal names the place. Only the table is checked: a position
is not refused because no sequence of moves leads to it.
"""

from __future__ import annotations

from collections import Counter
from itertools import accumulate

from ...errors import BadPosition
from .components import COIN_WORTH, DRAW_ORDER, NAMES, PRICE, is_wild
from .consistency_sale import check_auction, check_payment
from .state import BUST_ABOVE, Phase, Player, State, coin_total, numbers


def check_whole(state: State, box: bytes) -> None:
    """Return if a table with the deck `box` can look like that.

    Raises:
        BadPosition: it cannot.
    """
    _check_cards(state, box)
    _check_leavers(state)
    if state.active is None:
        _check_untouched(state, box)
        return
    stage = _stage(state)
    _check_turn(state, state.active)
    _check_deck(state, stage)
    if (state.phase in ("auction", "pay")) != (state.sale is not None):
        raise BadPosition(f"auction: expected {'null' if state.sale else 'a card'} in phase {state.phase}")
    if stage == "bust" and not state.bust_buy:
        raise BadPosition("phase: bust needs the option bust_buy")
    match stage:
        case "draw" | "choose" | "auction":
            _check_row(state, state.active)
        case "bust":
            _check_bust(state)
        case _ if state.row:
            raise BadPosition(f"row: it is empty in phase {state.phase}")
    if state.sale is not None and state.sale.payment is None:
        check_auction(state, state.sale)
    elif state.sale is not None and state.sale.payment is not None:
        check_payment(state, state.sale, state.sale.payment)


def _stage(state: State) -> Phase:
    """The phase; during a payment, the phase in which the purchase was decided."""
    return state.sale.payment.purpose if state.sale is not None and state.sale.payment is not None else state.phase


def _check_cards(state: State, box: bytes) -> None:
    zones = [state.row, state.market, state.discarded, *(player.cards for player in state.players)]
    seen = Counter(b"".join(zones))
    if state.sale is not None:
        seen[state.sale.card] += 1
    for card, unseen, due in zip(DRAW_ORDER, state.unseen, box, strict=True):
        if unseen + seen[card] != due:
            name, found = NAMES[card], unseen + seen[card]
            raise BadPosition(f"unseen.{name}: all places have {found} of {name}, but the game has {due}")


def _check_leavers(state: State) -> None:
    if len(state.present) < min(state.seats, 2) and state.phase != "over":
        raise BadPosition("phase: expected over, because no opponent is left")
    if state.seats > 1 and not state.present:
        raise BadPosition("dropped: the last seat cannot leave: it has won")


def _check_untouched(state: State, box: bytes) -> None:
    """Return if nothing has happened before the first player is drawn, except that seats may have left."""
    untouched = State(
        players=(Player(),) * len(state.players),
        unseen=box,
        phase=state.phase,
        bust_buy=state.bust_buy,
        dropped=state.dropped,
    )
    if state != untouched or state.phase != ("start" if len(state.present) > 1 else "over"):
        raise BadPosition("active: null only before the first player is drawn, with everything as at the start")


def _check_turn(state: State, active: int) -> None:
    turn = state.turn
    if turn is None:
        raise BadPosition("turn: null only before the first player is drawn")
    match state.phase:
        case "auction" | "pay" | "final":
            asked = turn
        case _ if turn != active:
            raise BadPosition(f"turn: expected the active player in phase {state.phase}")
        case "over":
            return
        case "draw" if active not in state.dropped:
            return
        case _:
            asked = active
    if not state.can_be_asked(asked):
        raise BadPosition(f"turn: {asked} cannot move in phase {state.phase}: it left, or it is JEN")


def _check_deck(state: State, stage: Phase) -> None:
    if stage in ("start", "draw") and state.deck_is_empty:
        raise BadPosition(f"phase: {stage}, but the deck is empty")
    by_default = len(state.present) < min(state.seats, 2)
    if (stage == "final" or (stage == "over" and not by_default)) and not state.deck_is_empty:
        raise BadPosition(f"phase: {stage}, but the deck is not empty")


def _check_row(state: State, active: int) -> None:
    """Return if no card of the row has ended the turn."""
    if state.row and active in state.dropped:
        raise BadPosition("row: that of a player who left is empty")
    limit = state.grade - 1 if state.jen_is_active and state.grade is not None else BUST_ABOVE
    if max(accumulate((PRICE[card] - COIN_WORTH[card] for card in state.row), initial=0)) > limit:
        raise BadPosition(f"row: a net value above {limit} has ended the turn")
    if coin_total(state.row) > BUST_ABOVE:
        raise BadPosition(f"row: coins above {BUST_ABOVE} have ended the turn")
    if state.phase == "choose" and not state.row and not _wild_seen(state):
        raise BadPosition("row: a card was drawn before the choice")


def _wild_seen(state: State) -> bool:
    return any(map(is_wild, b"".join([state.discarded, *(player.cards for player in state.players)])))


def _check_bust(state: State) -> None:
    """Return if the numbers are in the market, and the currency cards agree with the cause of the bust (10.2)."""
    if numbers(state.row):
        raise BadPosition("row: numbers go to the market in a bust")
    coins = coin_total(state.row)
    if coins > BUST_ABOVE:
        if coin_total(state.row[:-1]) > BUST_ABOVE:
            raise BadPosition(f"row: coins were above {BUST_ABOVE} before the last card")
        return
    market = sum(PRICE[card] for card in state.market)
    if state.sale is not None:
        market += PRICE[state.sale.card]
    if market - coins <= BUST_ABOVE:
        raise BadPosition(f"market: no numbers there that with this row make more than {BUST_ABOVE}")
