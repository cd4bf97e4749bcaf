"""The clauses of `spec/games/ten.md`, sections 7 and 12: auctions, and seats that leave."""

from __future__ import annotations

from typing import Any

import pytest
from p2pgame.engine.games.ten.game import GAME
from p2pgame.engine.pending import Chance, Over, Turn

from .tables import Table
from .ten_tables import cards, coins, new, player, table, tokens


def auction(*players: dict[str, Any], row: str = "c1") -> Table:
    """Seat 0 has just drawn `*7`."""
    return table(*players, row=row).play("draw").draw("*7")


def test_7_1_each_seat_is_asked_once_the_active_one_last() -> None:
    """From its left; a bid or a pass."""
    game = table(player(), player(), player(), row="blue1", active=1).play("draw").draw("*#")
    for seat in (2, 0, 1):
        assert game.pending == Turn(seat)
        game.refuses(seat, "draw", "ten 7.1")
        game.play("pass")
    assert game.pending == Turn(1)
    assert game.position["phase"] == "choose"


def test_7_1_a_seat_is_asked_even_when_it_can_only_pass() -> None:
    """Without anything, or outbid."""
    game = auction(player(3), player(0), player(3)).play("pass").play("bid 3")
    assert game.legal(0) == ["pass"]


def test_7_2_a_bid_outbids_all_before_it() -> None:
    """At least one; passes do not matter."""
    game = auction(player(), player(3), player(), player())
    assert game.legal(1) == ["bid 1", "bid 2", "bid 3", "pass"]
    game.play("bid 2").play("pass")
    assert game.legal(3) == ["bid 3", "bid 4", "bid 5", "pass"]
    game.refuses(3, "bid 2", "ten 7.2")
    game.play("bid 3").refuses(0, "bid 3", "ten 7.2")


def test_7_3_a_bid_is_at_most_the_value_of_everything_owned() -> None:
    """Two coins, two tokens and three cards make eleven."""
    game = auction(player(), player(2, "blue1 blue1 *3", bust=2))
    assert game.legal(1)[-2:] == ["bid 11", "pass"]
    game.refuses(1, "bid 12", "ten 7.3")


def test_7_4_the_highest_bidder_pays_and_owns_the_wild() -> None:
    """The others pay nothing; all ways to pay are open."""
    game = auction(player(), player(), player(1, "blue1", bust=1)).play("bid 2").play("bid 4").play("pass")
    assert game.pending == Turn(2)
    assert game.position["auction"] == {
        "card": "*7",
        "bids": [[1, 2], [2, 4], [0, None]],
        "to_pay": [2, 4, None, "auction"],
    }
    assert game.legal(2) == ["pay coin", "pay bust"]
    game.play("pay bust").play("pay blue1")
    assert (coins(game), tokens(game), cards(game, 2)) == ([5, 5, 1], [0, 0, 0], ["*7"])
    assert game.position["discarded"] == ["blue1"]


def test_7_5_without_a_bid_the_wild_is_discarded() -> None:
    """All pass."""
    game = auction(player(), player()).play("pass").play("pass")
    assert game.position["discarded"] == ["*7"]
    assert game.position["auction"] is None


def test_7_6_the_turn_continues_at_the_same_point() -> None:
    """The row is as before, and the active seat chooses."""
    game = table(row="blue4 c2").play("draw").draw("blue#").play("pass").play("bid 1").play("pay coin")
    assert game.position["row"] == ["blue4", "c2"]
    assert game.legal(0) == ["draw", "take numbers", "take coins"]
    assert cards(game, 0) == ["blue#"]


def test_12_1_a_seat_that_left_passes_in_auctions_and_has_no_turn() -> None:
    """Its cards stay its own, and coins come to it as to all others."""
    game = table(player(), player(5, "blue9"), player(), row="c2").drop(1)
    game.play("draw").draw("*7")
    assert game.position["auction"]["bids"] == [[1, None]]
    assert game.pending == Turn(2)
    game.play("pass").play("pass").play("take numbers").play("end")
    assert game.pending == Turn(2)
    assert (coins(game), cards(game, 1)) == ([5, 7, 7], ["blue9"])


def test_12_1_a_seat_that_left_cannot_win() -> None:
    """The best score does not help it."""
    game = table(player(5, "blue1"), player(5, "blue2 blue3"), player(), deck="", phase="final", active=0).drop(1)
    result = game.play("end").result
    assert (result.winners, result.scores, result.reason) == ((0,), (1, 2, 0), "points")


@pytest.mark.parametrize("phase", ["choose", "draw"])
def test_12_2_an_active_seat_that_leaves_gives_up_its_row(phase: str) -> None:
    """Nobody gains; the next seat begins its turn."""
    game = table(player(), player(), player(), row="blue4 c3", phase=phase).drop(0)
    position = game.position
    assert (position["row"], position["market"], position["discarded"]) == ([], ["blue4"], ["c3"])
    assert (coins(game), game.pending, position["dropped"]) == ([5, 5, 5], Turn(1), [0])


def test_12_2_between_turns_too() -> None:
    """Before its first draw, and before its purchase."""
    assert table(player(), player(), player(), phase="start").drop(0).pending == Turn(1)
    assert table(player(), player(), player(), phase="buy", market="pink1").drop(0).pending == Turn(1)


def test_12_2_an_auction_is_finished_first() -> None:
    """Its row is cleared at once. The wild goes to the bidder. Then the next seat's turn comes."""
    game = table(player(), player(), player(), row="blue4 c3").play("draw").draw("*7").drop(0)
    assert (game.position["row"], game.pending) == ([], Turn(1))
    game.play("pass").play("bid 1").play("pay coin")
    assert (cards(game, 2), game.position["phase"], game.pending) == (["*7"], "start", Turn(1))


def test_12_2_an_active_seat_that_leaves_after_a_bust_has_bought_nothing() -> None:
    """The currency cards are discarded, nobody is paid."""
    keys = {"row": "blue9 c5", "options": {"bust_buy": True}}
    game = table(player(), player(), player(), **keys).play("draw").draw("pink9").drop(0)
    assert (tokens(game), coins(game), game.pending) == ([0, 0, 0], [5, 5, 5], Turn(1))
    assert game.position["discarded"] == ["c5"]


def test_12_2_with_the_last_card_the_last_purchases_begin() -> None:
    """The seat that left has none."""
    game = table(player(), player(), player(), row="blue4", deck="").drop(0)
    assert (game.position["phase"], game.pending) == ("final", Turn(1))
    game.play("end").play("end")
    assert isinstance(game.pending, Over)


def test_12_3_its_bid_becomes_a_pass() -> None:
    """Others may bid as if it had not; one that is asked is passed over."""
    game = auction(player(), player(), player(), player()).play("bid 5").drop(1)
    assert game.legal(2)[0] == "bid 1"
    assert game.drop(2).pending == Turn(3)
    game.play("pass").play("bid 1")
    assert game.position["auction"]["bids"] == [[1, None], [2, None], [3, None], [0, 1]]


def test_12_3_a_payer_of_a_wild_leaves() -> None:
    """The wild is discarded, what was paid stays paid, the turn continues."""
    game = auction(player(), player(), player()).play("bid 3").play("pass").play("pass").play("pay coin").drop(1)
    assert coins(game) == [5, 4, 5]
    assert (game.position["discarded"], game.position["phase"], game.pending) == (["*7"], "choose", Turn(0))


@pytest.mark.parametrize("phase", ["buy", "final"])
def test_12_3_a_buyer_leaves(phase: str) -> None:
    """The card goes back to the market, and the next seat is asked."""
    deck = "" if phase == "final" else None
    turn = {"turn": 1} if phase == "final" else {}
    game = table(player(), player(), player(), market="pink3", phase=phase, deck=deck, **turn)
    buyer = game.position["turn"]
    game.play("buy pink3").play("pay coin").drop(buyer)
    assert (game.position["market"], coins(game)[buyer]) == (["pink3"], 4)
    assert game.pending == Turn(buyer + 1)


def test_12_3_a_buyer_after_a_bust_leaves() -> None:
    """Nobody is paid for the row."""
    keys = {"row": "blue9 c5", "options": {"bust_buy": True}}
    game = table(player(10), player(), player(), **keys).play("draw").draw("pink9").play("buy pink9").drop(0)
    assert (game.position["market"], game.position["discarded"]) == (["blue9", "pink9"], ["c5"])
    assert (coins(game), game.pending) == ([10, 5, 5], Turn(1))


def test_12_3_the_active_seat_leaves_while_another_pays() -> None:
    """The payer pays on; then the next seat's turn comes."""
    game = auction(player(), player(), player(), row="blue2").play("pass").play("bid 2").play("pass").drop(0)
    assert game.pending == Turn(2)
    game.play("pay coin").play("pay coin")
    assert (cards(game, 2), game.position["market"], game.pending) == (["*7"], ["blue2"], Turn(1))


def test_12_4_the_last_of_several_seats_wins() -> None:
    """At once, with any points; the table is cleared."""
    game = auction(player(), player(5, "blue1"), row="blue4 c3").drop(1)
    assert (game.result.winners, game.result.reason, game.result.scores) == ((0,), "default", (0, 1))
    position = game.position
    assert (position["row"], position["auction"], position["phase"]) == ([], None, "over")
    assert (position["market"], position["discarded"]) == (["blue4"], ["*7", "c3"])


def test_12_4_of_a_single_seat_nobody_wins() -> None:
    """JEN stays behind."""
    result = new(1).drop(0).result
    assert (result.winners, result.reason) == ((), "default")


def test_12_4_before_the_first_player_is_drawn() -> None:
    """It is drawn among the others; when only one is left, it has won."""
    game = Table(GAME, GAME.begin(3)).drop(1)
    assert game.pending == Chance((("0", 1), ("2", 1)))
    assert game.drop(0).result.winners == (2,)
    assert GAME.from_position(game.position) == game.state
