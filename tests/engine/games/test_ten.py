"""The clauses of `spec/games/ten.md`, sections 1 to 5, 8, 13 and 15: a turn, and payments."""

from __future__ import annotations

import pytest
from p2pgame.cli.games.engine_line import perft
from p2pgame.engine.errors import BadOption, NotAMove
from p2pgame.engine.games.ten.components import CARDS, COIN_WORTH, NAMES, PRICE, is_wild
from p2pgame.engine.games.ten.game import GAME
from p2pgame.engine.pending import Chance, Over, Turn

from .tables import Table
from .ten_tables import COLOURS, box, cards, coins, new, order, player, table, tokens


def test_1_1_1_2_1_3_1_4_the_cards() -> None:
    """Four colours of nine numbers and a wild, nine numbered wilds, one that is anything, five worths of currency."""
    assert sorted(NAMES) == sorted(order())
    assert [name for name in order() if is_wild(CARDS[name])] == [
        name for name in order() if name[0] == "*" or name[-1] == "#"
    ]
    assert {name: COIN_WORTH[CARDS[name]] for name in order() if COIN_WORTH[CARDS[name]]} == {
        f"c{worth}": worth for worth in range(1, 6)
    }
    assert {name: PRICE[CARDS[name]] for name in order() if PRICE[CARDS[name]]} == {
        f"{colour}{number}": number for colour in COLOURS for number in range(1, 10)
    }


@pytest.mark.parametrize(("seats", "size"), [(1, 91), (2, 91), (3, 108), (4, 129), (5, 129)])
def test_1_5_the_deck_grows_with_the_seats(seats: int, size: int) -> None:
    """91, 17 more, 21 more; the split is that of the table, and stands in the order of section 13."""
    drawing = new(seats).play("draw").pending
    assert isinstance(drawing, Chance)
    assert drawing.bound == size
    assert drawing.outcomes == tuple((card, box(seats)[card]) for card in order())


def test_1_6_bust_tokens_never_run_out() -> None:
    """The box has fifteen."""
    game = table(player(0, bust=15), player(0, bust=15), row="blue9").play("draw").draw("pink9")
    assert tokens(game) == [16, 15]


def test_1_7_all_that_a_seat_owns_is_known_to_all() -> None:
    """The text board that everybody sees has the coins, tokens and cards of each."""
    text = GAME.text(table(player(3, "blue7 *4", bust=2), player(8, "pink#")).state)
    assert "  > seat 0               seat 1\nb . . . . . . 7 . . .    . . . . . . . . . ." in text
    assert "\np . . . . . . . . . .    . . . . . . . . . #" in text
    assert "  coins 3                coins 8\n  bust 2                 bust 0" in text
    assert "\n  wild *4\n" in text


def test_2_1_a_card_is_drawn_among_those_not_yet_seen() -> None:
    """Each of them is equally likely, and is gone then."""
    game = new().play("draw").draw("*#").play("pass").play("pass").play("draw")
    assert isinstance(game.pending, Chance)
    assert game.pending.bound == 90
    assert "*#" not in [label for label, _ in game.pending.outcomes]


@pytest.mark.parametrize("seats", range(1, 6))
def test_2_2_everybody_begins_with_five_coins(seats: int) -> None:
    """And nothing else; JEN too."""
    game = new(seats)
    assert game.position["players"] == [player(5)] * max(2, seats)
    assert (game.position["row"], game.position["market"], game.position["discarded"]) == ([], [], [])


@pytest.mark.parametrize("seats", range(2, 6))
def test_2_3_the_first_player_is_drawn_among_all_seats(seats: int) -> None:
    """One outcome a seat, equally likely; nobody is active before."""
    game = Table(GAME, GAME.begin(seats))
    assert game.pending == Chance(tuple((str(seat), 1) for seat in range(seats)))
    assert (game.position["phase"], game.position["active"], game.position["turn"]) == ("start", None, None)
    assert game.draw(str(seats - 1)).pending == Turn(seats - 1)


def test_2_3_a_single_seat_begins() -> None:
    """Nothing is drawn first."""
    assert new(1).pending == Turn(0)


def test_2_4_turns_go_clockwise() -> None:
    """0, 1, 2 and round again."""
    game = new(3, first=1)
    for seat in (1, 2, 0, 1):
        game.asks(seat)
        game.play("draw").draw("c1").play("take coins")
    game.refuses(0, "draw", "ten 2.4")


def test_3_1_a_turn_begins_with_a_draw() -> None:
    """Nothing can be taken before."""
    game = new()
    assert game.legal(0) == ["draw"]
    game.refuses(0, "take numbers", "ten 3.1")


def test_3_2_numbers_and_currency_are_laid_into_the_row() -> None:
    """In the order in which they come."""
    game = new().play("draw").draw("pink6").play("draw").draw("c2").play("draw").draw("blue5")
    assert game.position["row"] == ["pink6", "c2", "blue5"]
    assert game.position["unseen"]["blue5"] == 1


@pytest.mark.parametrize("wild", ["*5", "*#", "pink#"])
def test_3_3_a_wild_interrupts_the_turn(wild: str) -> None:
    """It is not laid into the row, and makes nobody bust."""
    game = table(row="blue4 green6").play("draw").draw(wild)
    assert (game.position["phase"], game.position["auction"]["card"], game.pending) == ("auction", wild, Turn(1))
    assert game.position["row"] == ["blue4", "green6"]


def test_3_4_after_each_card_draw_or_take() -> None:
    """Both takes, with any row."""
    for card in ("blue1", "c1"):
        game = new().play("draw").draw(card)
        assert game.legal(0) == ["draw", "take numbers", "take coins"]
        game.refuses(0, "end", "ten 3.4")


@pytest.mark.parametrize("take", ["take numbers", "take coins"])
def test_3_4_both_takes_are_open_with_an_empty_row(take: str) -> None:
    """After a wild that nobody wanted: nothing is gained, but numbers allow a purchase."""
    game = new().play("draw").draw("*7").play("pass").play("pass")
    assert game.legal(0) == ["draw", "take numbers", "take coins"]
    game.play(take)
    assert (coins(game), cards(game, 0)) == ([5, 5], [])
    game.asks(0 if take == "take numbers" else 1)


def test_3_5_no_draw_from_a_used_up_deck() -> None:
    """One of the takes is due."""
    game = table(row="blue4", deck="")
    assert game.legal(0) == ["take numbers", "take coins"]
    game.refuses(0, "draw", "ten 3.5")


def test_4_1_taking_the_numbers_pays_all_others() -> None:
    """The taker gets the number cards, the others coins, currency is discarded, a purchase may follow."""
    game = table(player(1), player(9), player(2), row="c3 blue4 c1 green5").play("take numbers")
    assert cards(game, 0) == ["blue4", "green5"]
    assert coins(game) == [1, 10, 6]
    assert game.position["discarded"] == ["c1", "c3"]
    assert (game.position["phase"], game.position["row"]) == ("buy", [])
    assert game.play("end").pending == Turn(1)


def test_4_2_taking_the_coins_sends_the_numbers_to_the_market() -> None:
    """And ends the turn, without a purchase."""
    game = table(row="c3 green5 blue4", market="pink1").play("take coins")
    assert coins(game) == [8, 5]
    assert game.position["market"] == ["blue4", "green5", "pink1"]
    assert game.position["discarded"] == ["c3"]
    assert (game.position["phase"], game.position["active"]) == ("start", 1)


def test_4_3_coins_above_ten_are_lost() -> None:
    """Those of the taker and those of the others; bust tokens do not count."""
    assert coins(table(player(8, bust=4), player(), row="c5").play("take coins")) == [10, 5]
    assert coins(table(player(8), player(9, bust=4), row="c5").play("take numbers")) == [8, 10]


def test_5_1_currency_lowers_the_net_value() -> None:
    """2 + 1 - 4 + 7 - 2 = 4: a six makes ten, a seven is too much."""
    row = "pink2 pink1 c4 blue7 c2"
    assert table(row=row).play("draw").draw("green6").pending == Turn(0)
    assert tokens(table(row=row).play("draw").draw("green7")) == [1, 0]


@pytest.mark.parametrize(
    ("row", "card", "bust"),
    [
        ("blue4", "pink6", False),
        ("blue4", "pink7", True),
        ("c5 c4", "c1", False),
        ("c5 c4", "c2", True),
        ("blue9 c4 c4", "c2", False),
        ("c5 c5", "blue9", False),
        ("c4 blue9 green5", "pink1", True),
        ("c4 blue9 green4", "pink1", False),
    ],
)
def test_5_2_more_than_ten_is_bust(row: str, card: str, bust: bool) -> None:
    """Eleven in net value by a number card, or eleven coins by a currency card; exactly ten is not."""
    game = table(row=row).play("draw").draw(card)
    assert tokens(game) == [int(bust), 0]
    game.asks(1 if bust else 0)


def test_5_3_a_number_busts_and_the_others_are_paid() -> None:
    """4 - 3 + 5 + 9 = 15: numbers to the market, a token, three coins for each other, the turn ends."""
    game = table(player(), player(9), player(1), row="blue4 c3 green5").play("draw").draw("pink9")
    assert game.position["market"] == ["blue4", "green5", "pink9"]
    assert (tokens(game), coins(game)) == ([1, 0, 0], [5, 10, 4])
    assert game.position["discarded"] == ["c3"]
    assert game.pending == Turn(1)


def test_5_3_a_currency_card_busts_and_nobody_is_paid() -> None:
    """3 + 4 + 5 = 12 coins, although the net value is -5."""
    game = table(row="c3 blue7 c4").play("draw").draw("c5")
    assert game.position["market"] == ["blue7"]
    assert (tokens(game), coins(game)) == ([1, 0], [5, 5])
    assert game.position["discarded"] == ["c3", "c4", "c5"]


def test_5_3_a_token_comes_in_addition_to_ten_coins() -> None:
    """Ten coins and tokens already."""
    game = table(player(10, bust=7), player(), row="blue9").play("draw").draw("pink9")
    assert (tokens(game), coins(game)) == ([8, 0], [10, 5])


def test_5_4_a_bust_token_pays_three() -> None:
    """For a three."""
    game = table(player(0, bust=1), player(), market="pink3 pink4", phase="buy")
    assert game.legal(0) == ["buy pink3", "end"]
    assert tokens(game.play("buy pink3").play("pay bust")) == [0, 0]


def test_8_1_the_turn_with_the_last_card_is_played_to_its_end() -> None:
    """A last wild is auctioned, then a take is due; then come the last purchases."""
    game = table(row="blue4", market="pink1", deck="*9").play("draw").draw("*9").play("bid 1").play("pass")
    game.play("pay coin")
    assert game.legal(0) == ["take numbers", "take coins"]
    game.play("take numbers")
    assert game.position["phase"] == "buy"
    game.play("end")
    assert (game.position["phase"], game.pending) == ("final", Turn(1))


@pytest.mark.parametrize(("row", "deck"), [("blue9", "pink9"), ("c5 c5", "c1")])
def test_8_1_a_bust_with_the_last_card_ends_the_turn_too(row: str, deck: str) -> None:
    """The token comes in time for the last purchases."""
    game = table(row=row, deck=deck).play("draw").draw(deck)
    assert (game.position["phase"], game.pending, tokens(game)) == ("final", Turn(1), [1, 0])


def test_8_2_each_seat_may_buy_once_more_the_active_one_last() -> None:
    """From its left; one card each."""
    game = table(player(), player(), player(), row="blue4", market="pink1 pink2 pink3", deck="").play("take coins")
    game.asks(1)
    assert game.legal(1) == ["buy blue4", "buy pink1", "buy pink2", "buy pink3", "end"]
    game.refuses(1, "draw", "ten 8.2")
    game.play("buy pink1").play("pay coin").asks(2)
    game.play("end").asks(0)
    game.play("buy pink2").play("pay coin").play("pay coin")
    assert isinstance(game.pending, Over)
    assert [cards(game, seat) for seat in range(3)] == [["pink2"], ["pink1"], []]


def test_8_3_then_the_game_is_over() -> None:
    """And nobody is asked any more."""
    game = table(phase="final", deck="").play("end")
    game.asks()
    assert (game.position["phase"], game.result.scores) == ("over", (0, 0))


def test_11_5_a_grade_is_for_one_seat_only() -> None:
    """Several seats with a grade of their own choice are refused; the default is no choice."""
    with pytest.raises(BadOption, match="one seat"):
        GAME.begin(2, {"jen": 7})
    assert GAME.begin(2, {"jen": 4}) == GAME.begin(2)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Draw",
        "take",
        "bid 0",
        "bid 01",
        "bid 1000",
        "bid",
        "pay",
        "pay c3",
        "pay coin ",
        "buy *7",
        "buy blue#",
        "no",
    ],
)
def test_13_anything_else_is_no_move(text: str) -> None:
    """The refusal says what a move looks like."""
    with pytest.raises(NotAMove, match="a move is"):
        GAME.parse(text)


PERFT = {1: [1, 91, 245], 2: [2, 2, 182, 630], 3: [3, 3, 324, 1098], 4: [4, 4, 516, 1764], 5: [5, 5, 645, 2205]}


@pytest.mark.parametrize("seats", PERFT)
def test_15_perft(seats: int) -> None:
    """The published table."""
    state = GAME.begin(seats)
    assert [perft(GAME, state, depth) for depth in range(1, len(PERFT[seats]) + 1)] == PERFT[seats]


def test_15_perft_counted_by_hand() -> None:
    """First players x cards x what follows: three choices after a number or currency card, bids and a pass after a
    wild."""
    for seats in range(2, 6):
        wilds = sum(count for card, count in box(seats).items() if card[0] == "*" or card[-1] == "#")
        assert PERFT[seats][3] == seats * ((box(seats).total() - wilds) * 3 + wilds * 6)
