"""The clauses of `spec/games/ten.md`, section 11: alone against JEN."""

from __future__ import annotations

from typing import Any

import pytest
from p2pgame.engine.games.ten.jen import GRADES
from p2pgame.engine.pending import Chance, Turn

from .tables import Table
from .ten_tables import cards, coins, new, player, table, tokens


def solo(*players: dict[str, Any], jen: int = 4, **keys: Any) -> Table:
    """The seat, then JEN; the seat chooses unless `keys` say otherwise."""
    options = {"bust_buy": keys.pop("bust_buy", False), "jen": jen}
    return table(*players, seats=1, options=options, **keys)


def jens_turn(*players: dict[str, Any], jen: int = 4, **keys: Any) -> Table:
    """JEN draws."""
    return solo(*players, jen=jen, active=1, phase="draw", **keys)


def test_11_1_the_seat_and_jen_take_turns() -> None:
    """The seat first; JEN draws unasked, and is no seat of the table."""
    game = new(1)
    game.play("draw").draw("blue1").play("take numbers").play("end")
    assert (game.position["active"], game.position["phase"]) == (1, "draw")
    assert isinstance(game.pending, Chance)
    assert game.legal(0) == []
    assert game.draw("blue4").pending == Turn(0)
    assert cards(game, 1) == ["blue4"]


def test_11_2_jen_is_the_other_player() -> None:
    """She is paid when the seat takes numbers or busts with one."""
    assert coins(solo(row="c3 blue1").play("take numbers")) == [5, 8]
    assert coins(solo(row="c1 blue9").play("draw").draw("green3")) == [5, 6]


@pytest.mark.parametrize("grade", GRADES)
def test_11_3_jen_draws_until_her_row_reaches_her_grade(grade: int) -> None:
    """Not one card less, not one more; coins lower the value."""
    game = jens_turn(jen=grade)
    game.draw("c1").draw("blue1").draw("green1").draw(f"pink{min(grade - 2, 9)}")
    assert (game.position["active"], cards(game, 1)) == (1, [])
    game.draw("orange1")
    assert game.pending == Turn(0)
    assert cards(game, 1) == sorted(["blue1", "green1", "orange1", f"pink{min(grade - 2, 9)}"])
    assert coins(game) == [6, 5]


def test_11_3_jen_keeps_her_cards_when_the_deck_is_used_up() -> None:
    """Then the seat has its last purchase, and JEN has none."""
    game = jens_turn(row="c2", deck="blue1").draw("blue1")
    assert (cards(game, 1), coins(game)) == (["blue1"], [7, 5])
    assert (game.position["phase"], game.pending) == ("final", Turn(0))
    assert game.play("end").result.reason == "jen"


def test_11_3_jen_never_buys() -> None:
    """With any market; the market stays, and the seat's turn comes."""
    game = jens_turn(player(), player(10), market="pink1").draw("blue9")
    assert (game.position["market"], game.pending) == (["pink1"], Turn(0))


def test_11_4_numbers_never_bust_jen() -> None:
    """3 and then 9 make twelve, all hers."""
    game = jens_turn().draw("blue3").draw("green9")
    assert (tokens(game), cards(game, 1)) == ([0, 0], ["blue3", "green9"])


@pytest.mark.parametrize("bust_buy", [False, True])
def test_11_4_coins_bust_jen_but_she_keeps_her_numbers(bust_buy: bool) -> None:
    """A token for her, no coins for the seat; with the option too."""
    game = jens_turn(row="c5 blue2 c4", bust_buy=bust_buy).draw("c2")
    assert (tokens(game), coins(game)) == ([0, 1], [5, 5])
    assert (cards(game, 1), game.position["market"]) == (["blue2"], [])
    assert game.position["discarded"] == ["c2", "c4", "c5"]
    assert game.pending == Turn(0)


def test_11_4_the_seat_may_buy_after_a_bust_with_the_option() -> None:
    """As with several seats."""
    game = solo(row="blue9", bust_buy=True, market="pink1").play("draw").draw("green9")
    assert game.legal(0) == ["buy pink1", "token"]
    game.play("buy pink1").play("pay coin")
    assert (cards(game, 0), game.position["active"]) == (["pink1"], 1)


def test_11_6_bids_are_at_least_five_and_only_spare_copies_pay() -> None:
    """Two coins, a token and a spare copy make six; single cards and wilds do not count."""
    game = jens_turn(player(2, "blue1 blue1 green2 *3", bust=1), player(0)).draw("*7")
    assert game.legal(0) == ["bid 5", "bid 6", "pass"]
    game.refuses(0, "bid 4", "ten 11.6")
    game.refuses(0, "bid 7", "ten 11.6")
    game.play("bid 6")
    assert game.legal(0) == ["pay coin"]
    game.play("pay coin").play("pay coin").play("pay bust")
    game.refuses(0, "pay green2", "ten 11.6")
    assert game.legal(0) == ["pay blue1"]
    game.play("pay blue1")
    assert cards(game, 0) == ["*3", "*7", "blue1", "green2"]
    assert (game.position["active"], game.position["phase"]) == (1, "draw")


def test_11_6_purchases_are_paid_as_always() -> None:
    """With single cards too."""
    game = solo(player(0, "blue1 green2"), player(), market="pink2", phase="buy").play("buy pink2")
    assert game.legal(0) == ["pay blue1"]


@pytest.mark.parametrize(
    ("seat", "jen", "bid"),
    [
        (player(7), player(9), 7),
        (player(9), player(7), 7),
        (player(3), player(9), 5),
        (player(9), player(4), None),
        (player(9), player(3, "blue1 blue1", bust=1), 7),
        (player(2, "blue1 blue1 green1", bust=2), player(10, bust=1), 9),
        (player(0), player(5), 5),
    ],
)
def test_11_7_jen_bids_first_in_the_seats_turn(seat: dict[str, Any], jen: dict[str, Any], bid: int | None) -> None:
    """The seat's purse, or hers if smaller, but at least five; nothing if she has less."""
    game = solo(seat, jen, row="c1").play("draw").draw("*7")
    assert game.position["auction"]["bids"] == [[1, bid]]
    assert game.pending == Turn(0)


def test_11_7_the_seat_may_outbid_jen() -> None:
    """By paying more."""
    game = solo(player(8), player(6), row="blue1").play("draw").draw("*7")
    assert game.legal(0) == ["bid 7", "bid 8", "pass"]
    game.play("bid 7")
    for _ in range(7):
        game.play("pay coin")
    assert (coins(game), cards(game, 0), game.position["phase"]) == ([1, 6], ["*7"], "choose")


@pytest.mark.parametrize(
    ("bid", "jen", "hers"),
    [("pass", 5, 5), ("pass", 4, 0), ("bid 5", 6, 6), ("bid 5", 5, 0), ("bid 8", 10, 9), ("bid 8", 8, 0)],
)
def test_11_7_jen_bids_second_in_her_own_turn(bid: str, jen: int, hers: int) -> None:
    """One more than the seat, or five; if her purse allows it. She pays at once."""
    game = jens_turn(player(9), player(jen)).draw("*7").play(bid)
    assert coins(game)[1] == jen - hers
    assert cards(game, 1) == (["*7"] if hers else [])
    assert game.position["phase"] == ("draw" if hers or bid == "pass" else "pay")


def test_11_7_jen_pays_coins_then_tokens_then_spare_copies() -> None:
    """Spare copies in ASCII order, no change; what is single stays hers."""
    spares = "blue1 blue1 green2 green2 orange3 orange3 pink3"
    game = solo(player(5), player(1, spares, bust=1), row="c1").play("draw").draw("*7").play("pass")
    assert (coins(game)[1], tokens(game)[1]) == (0, 0)
    assert cards(game, 1) == ["*7", "blue1", "green2", "green2", "orange3", "orange3", "pink3"]
    game = solo(player(7), player(6, bust=1), row="c1").play("draw").draw("*7").play("pass")
    assert (coins(game)[1], tokens(game)[1]) == (0, 0)


def test_11_7_jen_wants_every_wild() -> None:
    """Even one like her own; and her turn continues after it."""
    game = jens_turn(player(), player(9, "blue1 blue2 blue3"), row="pink1").draw("blue#").play("pass")
    assert "blue#" in cards(game, 1)
    assert (game.position["row"], game.position["phase"], game.position["active"]) == (["pink1"], "draw", 1)


def test_11_8_without_a_bid_the_wild_is_discarded() -> None:
    """In either turn."""
    assert jens_turn(player(), player(4)).draw("*7").play("pass").position["discarded"] == ["*7"]
    game = solo(player(), player(4), row="c1").play("draw").draw("*7").play("pass")
    assert (game.position["discarded"], game.position["phase"]) == (["*7"], "choose")


@pytest.mark.parametrize(("own", "winners", "reason"), [("blue1 blue2", (0,), "points"), ("blue1", (), "jen")])
def test_11_9_more_points_than_jen_win(own: str, winners: tuple[int, ...], reason: str) -> None:
    """Equal points do not, with any money."""
    result = solo(player(9, own), player(0, "pink1"), deck="", phase="final").play("end").result
    assert (result.winners, result.reason) == (winners, reason)


@pytest.mark.parametrize("grade", GRADES)
def test_11_10_jens_points_and_the_beaten_grade_stand_below(grade: int) -> None:
    """Not added."""
    game = solo(player(0, "blue1 blue2"), player(0, "pink1"), jen=grade, deck="", phase="final").play("end")
    lines = (("blue", 2), ("green", 0), ("orange", 0), ("pink", 0), ("jen", 1), ("grade", grade))
    assert (game.result.scores, game.result.detail) == ((2,), (lines,))


def test_11_10_no_grade_without_a_win() -> None:
    """JEN's points only."""
    game = solo(player(0), player(0, "pink1"), deck="", phase="final").play("end")
    assert game.result.detail[0][-1] == ("jen", 1)


def test_11_10_seven_grades_with_words_of_their_own() -> None:
    """4 to 10."""
    assert list(GRADES) == list(range(4, 11))
    assert len(set(GRADES.values())) == 7
