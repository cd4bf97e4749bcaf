"""TEN: buying cards, and "bust buy" (`spec/games/ten.md`, 6 and 10)."""

from __future__ import annotations

import pytest
from p2pgame.engine.games.ten.moves import Pay, parse_move
from p2pgame.engine.games.ten.paying import price_waste, waste
from p2pgame.engine.pending import Turn

from .tables import Table
from .ten_tables import cards, coins, player, table, tokens


def test_6_1_a_purchase_follows_the_numbers_only() -> None:
    """One card of the market, or none."""
    game = table(row="blue1", market="pink1 pink2").play("take numbers")
    assert game.legal(0) == ["buy pink1", "buy pink2", "end"]
    game.refuses(0, "buy green4", "ten 6.1")
    game.refuses(0, "draw", "ten 6.1")
    assert game.play("buy pink1").play("pay coin").pending == Turn(1)
    assert cards(game, 0) == ["blue1", "pink1"]


def test_6_1_a_seat_is_asked_even_when_it_can_buy_nothing() -> None:
    """An empty market."""
    assert table(row="blue1").play("take numbers").legal(0) == ["end"]


def test_6_2_the_price_is_the_number_and_must_be_within_the_purse() -> None:
    """Two coins, a token and two cards make seven."""
    game = table(player(2, "blue1 blue2", bust=1), player(), market="green7 green8 pink1", phase="buy")
    assert game.legal(0) == ["buy green7", "buy pink1", "end"]
    game.refuses(0, "buy green8", "ten 6.2")
    assert game.play("buy green7").position["auction"] == {
        "card": "green7",
        "bids": [],
        "to_pay": [0, 7, None, "buy"],
    }
    assert game.position["market"] == ["green8", "pink1"]


def test_6_3_coins_tokens_and_cards_pay() -> None:
    """Three cards and two coins for a five; the cards are discarded."""
    game = table(player(2, "green1 green1 pink2 pink2"), player(), market="blue5", phase="buy").play("buy blue5")
    for thing in ("coin", "coin", "green1", "green1", "pink2"):
        game.play(f"pay {thing}")
    assert (coins(game), cards(game, 0)) == ([0, 5], ["blue5", "pink2"])
    assert game.position["discarded"] == ["green1", "green1", "pink2"]
    assert game.pending == Turn(1)


def test_6_3_wilds_pay_too_but_not_the_market() -> None:
    """A wild is worth one coin."""
    game = table(player(0, "*# blue#"), player(), market="blue2 green1", phase="buy").play("buy blue2")
    assert game.legal(0) == ["pay *#"]
    game.refuses(0, "pay green1", "ten 6.3")
    game.refuses(0, "pay coin", "ten 6.3")
    assert game.play("pay *#").play("pay blue#").position["discarded"] == ["*#", "blue#"]


def test_6_4_no_second_card_of_the_same_number_and_colour() -> None:
    """Other colours, and wilds that could stand for it, do not matter."""
    game = table(player(9, "blue5 green# *6"), player(), market="blue5 green5 pink5 pink6", phase="buy")
    assert game.legal(0) == ["buy green5", "buy pink5", "buy pink6", "end"]
    game.refuses(0, "buy blue5", "ten 6.4")


def test_6_5_the_card_is_the_buyers_once_it_is_paid() -> None:
    """Not before, and then the turn is over."""
    game = table(market="pink2 pink3", phase="buy").play("buy pink2").play("pay coin")
    assert cards(game, 0) == []
    game.play("pay coin")
    assert (cards(game, 0), game.pending) == (["pink2"], Turn(1))


def test_6_6_things_are_paid_in_one_order_only() -> None:
    """Coins, tokens, cards; never back; never so that the rest cannot follow."""
    game = table(player(2, "blue1 green1", bust=1), player(), market="pink6", phase="buy").play("buy pink6")
    assert game.legal(0) == ["pay coin"]
    game.refuses(0, "pay bust", "ten 6.6")
    game.play("pay coin")
    assert game.legal(0) == ["pay coin", "pay bust"]
    game.refuses(0, "pay blue1", "ten 6.6")
    game.play("pay bust")
    assert game.legal(0) == ["pay blue1"]
    game.refuses(0, "pay coin", "ten 6.6")
    game.refuses(0, "pay green1", "ten 6.6")
    assert game.play("pay blue1").legal(0) == ["pay green1"]
    game.play("pay green1")
    assert (coins(game), tokens(game), cards(game, 0)) == ([1, 5], [0, 0], ["pink6"])


def test_6_6_nothing_else_is_asked_while_a_price_is_due() -> None:
    """The payer is asked, and for things only."""
    game = table(market="pink1", phase="buy").play("buy pink1")
    game.asks(0)
    game.refuses(0, "end", "ten 6.6")


def test_6_7_there_is_no_change() -> None:
    """A token for a price of one; a coin and a token for two."""
    assert (
        tokens(table(player(1, bust=2), player(), market="pink1", phase="buy").play("buy pink1").play("pay bust"))[0]
        == 1
    )
    game = table(player(1, bust=1), player(), market="pink2", phase="buy").play("buy pink2")
    game.play("pay coin").play("pay bust")
    assert (coins(game), tokens(game), cards(game, 0)) == ([0, 5], [0, 0], ["pink2"])


def least_lost(game: Table, before: int) -> int:
    """The smallest loss in paying the rest of a price, found by trying all ways; `before` is left now."""
    if game.position["phase"] != "pay":
        return -before
    _, left, *_ = game.position["auction"]["to_pay"]
    ways = game.legal(0)
    return min(least_lost(fork(game).play(way), left - (3 if way == "pay bust" else 1)) for way in ways)


def fork(game: Table) -> Table:
    """The same table, to be played on by itself."""
    return Table(game.game, game.state)


@pytest.mark.parametrize("bust", [0, 1, 2])
@pytest.mark.parametrize("coins", [0, 1, 4])
def test_6_7_the_loss_without_change_is_known_before(coins: int, bust: int) -> None:
    """Of a purchase, and of each thing that pays for it: as much as by the best way of all."""
    owned = "blue3 green8"
    for price in range(1, min(9, coins + 3 * bust + 2) + 1):
        game = table(player(coins, owned, bust=bust), player(), market=f"pink{price}", phase="buy")
        state = game.state
        game.play(f"buy pink{price}")
        assert price_waste(state, 0, price, "buy") == least_lost(game, price)
        for way in game.legal(0):
            paid = parse_move(way)
            assert isinstance(paid, Pay)
            assert waste(game.state, paid.thing) == least_lost(
                fork(game).play(way), price - (3 if way == "pay bust" else 1)
            )


@pytest.mark.parametrize("cause", ["number", "coins"])
def test_10_1_with_bust_buy_a_bust_seat_may_buy_instead(cause: str) -> None:
    """Its own numbers are in the market by then; the others are paid afterwards, after numbers only."""
    row, card = ("blue5 c3", "pink9") if cause == "number" else ("blue5 c5 c4", "c3")
    game = table(row=row, market="green1", options={"bust_buy": True}).play("draw").draw(card)
    assert game.legal(0)[-1] == "token"
    assert {"buy blue5", "buy green1"} <= set(game.legal(0))
    game.refuses(0, "end", "ten 10.1")
    game.play("buy green1")
    assert coins(game) == [5, 5]
    game.play("pay coin")
    assert (tokens(game), coins(game)) == ([0, 0], [4, 8 if cause == "number" else 5])
    assert cards(game, 0) == ["green1"]
    assert (game.position["row"], game.position["phase"], game.pending) == ([], "start", Turn(1))


def test_10_1_with_bust_buy_the_token_is_still_there() -> None:
    """It is asked for even when nothing can be bought."""
    game = table(player(0), player(), row="blue5 c3", options={"bust_buy": True}).play("draw").draw("pink9")
    assert game.legal(0) == ["token"]
    game.play("token")
    assert (tokens(game), coins(game), game.pending) == ([1, 0], [0, 8], Turn(1))


def test_10_2_coins_from_the_row_come_after_the_purchase() -> None:
    """The bust seat pays with its earlier things; the others are paid."""
    game = table(player(10), player(10), row="c5 blue9", options={"bust_buy": True}).play("draw").draw("green7")
    game.play("buy blue9")
    for _ in range(9):
        game.play("pay coin")
    assert (coins(game), cards(game, 0), game.position["discarded"]) == ([1, 10], ["blue9"], ["c5"])
