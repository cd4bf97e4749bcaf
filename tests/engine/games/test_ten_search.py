"""The searching bots of TEN: expected points, and choices that a good player makes."""

from __future__ import annotations

import random
from itertools import product

import pytest
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.budget import Budget
from p2pgame.engine.bots.searcher import search_of
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.games.ten.components import CARDS
from p2pgame.engine.games.ten.game import GAME
from p2pgame.engine.games.ten.outlook import expected, points, supplied, supply_of
from p2pgame.engine.games.ten.scoring import score
from p2pgame.engine.games.ten.weights import CERTAIN, POINT, SEATED
from p2pgame.engine.options import Options
from p2pgame.engine.pending import Over
from p2pgame.engine.play import step

from .ten_tables import player, table

NOTHING = supply_of(bytes(55), b"")
"""No card in the deck or the market."""
MIDDLE = SEATED[3]


def cards(names: str) -> bytes:
    """The cards as a player holds them."""
    return bytes(sorted(CARDS[name] for name in names.split()))


def choice(level: str, *players: dict[str, object], **keys: object) -> str:
    """The move of a level there."""
    game = table(*players, **keys)
    return GAME.format(BOTS[level].choose(GAME, game.state, game.position["turn"], random.Random(1)))


# Expected points


@pytest.mark.parametrize(
    "names", ["blue1 blue2 blue4", "blue1 blue3 *2 green5 pink5 pink6", "orange1 orange3 orange# pink8 pink9 *#"]
)
def test_without_cards_to_come_the_expected_points_are_the_score(names: str) -> None:
    """Wilds included."""
    assert points(cards(names), NOTHING, MIDDLE).points == POINT * score(cards(names))


def test_the_expected_points_are_the_mean_over_the_numbers_that_may_come() -> None:
    """Every set of numbers by its chance, with and without a joker; the chances are those of one copy in the deck."""
    supply = NOTHING
    for number in range(1, 10):
        supply = supplied(supply, CARDS[f"green{number}"], deck=1)
    held = {3, 4}
    means = [0, 0]
    for come in product((False, True), repeat=9):
        have = {number for number in range(1, 10) if come[number - 1] or number in held}
        chance = 1
        for number in range(1, 10):
            if number not in held:
                chance *= MIDDLE.deck[number - 1] if come[number - 1] else CERTAIN - MIDDLE.deck[number - 1]
            elif not come[number - 1]:
                chance = 0
        names = [f"green{number}" for number in have]
        means[0] += chance * score(cards(" ".join(names)))
        means[1] += chance * score(cards(" ".join([*names, "green#"])))
    found = expected(0b1100, supply[1], MIDDLE)
    assert list(found[:2]) == [POINT * mean // CERTAIN**7 for mean in means]


def test_more_copies_make_a_number_likelier() -> None:
    """In the deck as well as in the market."""
    seven = CARDS["blue3"]
    values = [
        points(cards("blue1 blue2"), supplied(NOTHING, seven, deck, market), MIDDLE).points
        for deck, market in ((0, 0), (1, 0), (2, 0), (2, 1))
    ]
    assert values == sorted(set(values))


# Choices


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize(
    ("row", "deck", "move"),
    [
        ("blue1", "blue2 blue3 green4 pink5 c1", "draw"),
        ("blue4 green6", "blue1 blue5 green5 pink7 orange7", "take numbers"),
        ("c5 c5", "c1 c2 c3 c4", "take coins"),
    ],
)
def test_it_draws_while_the_risk_is_worth_it(level: str, row: str, deck: str, move: str) -> None:
    """A bust is certain after ten, impossible after one."""
    assert choice(level, player(2), player(), row=row, deck=deck) == move


def test_it_knows_the_cards_left() -> None:
    """A row of nine holds every card that is left, or none."""
    for deck, move in (("blue1 green1 pink1", "draw"), ("blue5 green5 pink6", "take numbers")):
        assert choice("expert", player(), player(), row="blue4 green5", deck=deck) == move


def test_it_bids_what_a_wild_is_worth() -> None:
    """Last, one more than the highest bid, if the wild joins two runs; nothing above its worth."""
    gap = player(10, "blue1 blue2 blue3 blue5 blue6 blue7")
    for bid, move in ((3, "bid 4"), (25, "pass")):
        sale = {"card": "*4", "bids": [[1, bid]], "to_pay": None}
        rich = player(
            10, "green1 green2 green3 green4 green5 green6 pink1 pink2 pink3 pink4 pink5 pink6 pink7 pink8 pink9"
        )
        deck = "c1 c2 c3 blue8 blue9"
        assert choice("expert", gap, rich, phase="auction", auction=sale, deck=deck) == move


def test_an_expert_pays_to_keep_a_wild_from_a_rival() -> None:
    """The wild brings the seat one point, but it joins two long runs of the rival; a hard bot passes."""
    own = player(10, "green1 green2 green3")
    rival = player(10, "blue1 blue2 blue3 blue4 blue6 blue7 blue8 blue9")
    sale = {"card": "blue#", "bids": [[1, 7]], "to_pay": None}
    keys = {"phase": "auction", "auction": sale, "deck": "c1 c2 c3 c4"}
    assert choice("expert", own, rival, **keys) == "bid 8"
    assert choice("hard", own, rival, **keys) == "pass"


def test_it_buys_the_card_that_joins_two_runs() -> None:
    """Rather than a cheaper one that joins nothing; and nothing that is not worth its price."""
    owner = player(9, "blue1 blue2 blue4 blue5")
    assert choice("expert", owner, player(), market="blue3 green1", phase="buy") == "buy blue3"
    assert choice("expert", player(10, "blue1 blue2"), player(), market="pink9", phase="buy") == "end"


def test_it_pays_with_coins_before_it_breaks_a_run() -> None:
    """Cards of a run are kept while there are coins or second copies."""
    owner = player(5, "pink1 pink2 pink3 pink4 pink5")
    sale = {"card": "blue2", "bids": [], "to_pay": [0, 2, None, "buy"]}
    assert choice("expert", owner, player(), phase="pay", auction=sale) == "pay coin"
    broke = player(0, "pink4 pink4 pink5 pink6")
    sale = {"card": "blue1", "bids": [], "to_pay": [0, 1, None, "buy"]}
    assert choice("expert", broke, player(), phase="pay", auction=sale) == "pay pink4"


def test_the_last_purchase_counts_what_others_buy_next() -> None:
    """Pink2 brings one point more than blue4, which would bring the other player two."""
    own, rival = player(9, "blue1 blue2 blue3 pink1 pink3"), player(9, "blue3 blue5 blue6 green1 pink9")
    keys = {"market": "blue4 pink2", "phase": "final", "deck": "", "turn": 1, "active": 0}
    assert choice("expert", rival, own, **keys) == "buy blue4"


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize(("seats", "options"), [(1, {"jen": 7}), (2, {"bust_buy": True}), (3, {})])
def test_it_plays_whole_games_by_the_rules(level: str, seats: int, options: Options) -> None:
    """Alone and at tables, also after a seat has left."""
    rng, state, steps = random.Random(seats), GAME.begin(seats, options), 0
    bots = [BOTS[level], BOTS["normal"], BOTS["normal"]]
    while (event := answer(GAME, state, bots, rng)) is not None:
        state = step(GAME, state, event)
        steps += 1
        if seats == 3 and steps == 60:
            state = GAME.drop(state, 2)
    assert isinstance(GAME.pending(state), Over)


def test_hard_spends_one_node_and_expert_two() -> None:
    """A larger budget changes nothing."""
    game = table(player(), player(), row="blue4 green1")
    values = []
    for nodes, spent in ((1, 1), (2, 2), (5_000, 2)):
        budget = Budget(nodes)
        values.append(search_of(GAME).weigh(GAME, game.state, 0, random.Random(1), budget))
        assert budget.spent == spent
    assert values[0] != values[1] == values[2]
