"""The table as a seat judges it: the value of everybody's property, and the seat's lead."""

from __future__ import annotations

from collections.abc import Sequence

from . import weights
from .components import deck
from .outlook import Supply, supply_of, worth_of_cards, worth_of_money
from .scoring import score
from .state import JEN, Player, State
from .weights import POINT, Weights

FULL = 50
"""The regard for rivals of a seat that wants to be ahead of them; 0 is that of a seat that only wants points."""
_LAST_COIN = 8
"""The value of a coin after the last draw, when money only breaks ties, in fractions of `POINT`."""
_SMALLEST_DECK = sum(deck(2))


class View:
    """A state in the eyes of a seat. After the last draw cards are worth their score."""

    def __init__(self, state: State, seat: int, regard: int = FULL) -> None:
        """`regard` is the weight of the rivals' property, at most `FULL`."""
        self.state, self.seat, self.regard = state, seat, regard
        self.supply = supply_of(state.unseen, state.market)
        self.is_exact = state.deck_is_empty
        self._rivals = _rivals(state, seat)
        stage = _stage(state)
        self._weights = [_kind(state, player)[stage] for player in range(len(state.players))]

    def weights(self, player: int) -> Weights:
        """The weights of that player's property."""
        return self._weights[player]

    def worth_of_cards(self, player: int, cards: bytes, supply: Supply) -> int:
        """The value of cards to a player."""
        if self.is_exact:
            return POINT * score(cards)
        return worth_of_cards(cards, supply, self._weights[player])

    def worth_of_money(self, player: int, owner: Player) -> int:
        """The value of the coins and bust tokens to a player."""
        return _LAST_COIN * owner.money if self.is_exact else worth_of_money(owner, self._weights[player])

    def worth(self, player: int, owner: Player, supply: Supply) -> int:
        """The value of the property to a player."""
        return self.worth_of_cards(player, owner.cards, supply) + self.worth_of_money(player, owner)

    def worths(self, players: Sequence[Player], supply: Supply) -> list[int]:
        """The value of everybody's property."""
        return [self.worth(player, owner, supply) for player, owner in enumerate(players)]

    def lead(self, worths: Sequence[int]) -> int:
        """The lead of the seat: over the mean of the best rival and of all."""
        return lead(worths, self.seat, self._rivals, self.regard)

    def leads(self, worths: Sequence[int]) -> list[int]:
        """The lead of each player, as it sees it itself."""
        return [
            self.lead(worths) if player == self.seat else lead(worths, player, _rivals(self.state, player))
            for player in range(len(worths))
        ]


def lead(worths: Sequence[int], player: int, rivals: Sequence[int], regard: int = FULL) -> int:
    """The value of a player's property less the mean of the best rival's and of all rivals'."""
    if not rivals:
        return worths[player]
    others = [worths[rival] for rival in rivals]
    return worths[player] - regard * (max(others) + sum(others) // len(others)) // (2 * FULL)


def _rivals(state: State, player: int) -> tuple[int, ...]:
    """The other players who can win; JEN is one."""
    return tuple(other for other in range(len(state.players)) if other not in (player, *state.dropped))


def _stage(state: State) -> int:
    """The place of the weights for that part of the game."""
    left = sum(state.unseen) * _SMALLEST_DECK // sum(deck(state.seats))
    return sum(left > limit for limit in weights.STAGES)


def _kind(state: State, player: int) -> tuple[Weights, ...]:
    """The weights of a player by stage."""
    if state.grade is not None:
        return weights.JEN if player == JEN else weights.ALONE
    return weights.SEATED
