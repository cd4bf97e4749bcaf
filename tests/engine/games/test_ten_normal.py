"""Preferences of the normal bot of TEN."""

from __future__ import annotations

import random

import pytest
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.games.ten.game import GAME
from p2pgame.engine.pending import Over, Result
from p2pgame.engine.play import step

from .ten_tables import player, table


def played(bots: list[str], seed: int) -> Result:
    """How a game between these ends."""
    rng = random.Random(seed)
    state = GAME.begin(len(bots))
    while (event := answer(GAME, state, [BOTS[bot] for bot in bots], rng)) is not None:
        state = step(GAME, state, event)
    pending = GAME.pending(state)
    assert isinstance(pending, Over)
    return pending.result


def test_normal_beats_random_clearly() -> None:
    """Every one of ten games, by ten points on average, from every seat."""
    ahead = 0
    for seed in range(10):
        bots = ["random"] * (2 + seed % 3)
        seat = seed % len(bots)
        bots[seat] = "normal"
        result = played(bots, seed)
        assert result.winners == (seat,)
        own, *others = sorted((score or 0 for score in result.scores), reverse=True)
        ahead += own - max(others)
    assert ahead >= 100


def normal(*players: dict[str, object], **keys: object) -> str:
    """Its move there."""
    game = table(*players, **keys)
    return GAME.format(BOTS["normal"].choose(GAME, game.state, game.position["turn"], random.Random(1)))


@pytest.mark.parametrize(
    ("row", "choice"), [("blue1", "draw"), ("blue4 green6", "take numbers"), ("c5 c5", "take coins")]
)
def test_it_draws_while_the_risk_is_worth_it(row: str, choice: str) -> None:
    """A bust is likely after ten, impossible after one."""
    assert normal(player(0), player(), row=row) == choice


def test_it_buys_cards_that_lengthen_a_run() -> None:
    """The gap in 1 2 . 4, rather than a cheaper card that joins nothing; and nothing that is not worth its price."""
    owner = player(5, "blue1 blue2 blue4")
    assert normal(owner, player(), market="blue3 green1", phase="buy") == "buy blue3"
    assert normal(player(10, "blue1 blue2"), player(), market="pink9", phase="buy") == "end"


def test_it_pays_with_spare_copies_first() -> None:
    """A second copy is worth less than a coin, an only copy more."""
    copies = player(5, "pink4 pink4 pink5 pink5")
    sale = {"card": "blue2", "bids": [], "to_pay": [0, 2, None, "buy"]}
    assert normal(copies, player(), phase="pay", auction=sale) == "pay pink4"
    assert normal(player(5, "pink4 pink5"), player(), phase="pay", auction=sale) == "pay coin"


def test_it_pays_no_more_for_a_wild_than_needed() -> None:
    """Bidding last, it outbids by one what is worth it, and passes beyond that."""
    gap = player(10, "blue1 blue3")
    for bid, choice in ((2, "bid 3"), (9, "pass")):
        sale = {"card": "*2", "bids": [[1, bid]], "to_pay": None}
        assert normal(gap, player(10), phase="auction", auction=sale) == choice
