"""The clauses of `spec/games/tink.md`."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from p2pgame.cli.games.engine_line import perft
from p2pgame.engine.bots import BOTS
from p2pgame.engine.errors import BadPosition, NotAMove
from p2pgame.engine.events import Drawn, Played
from p2pgame.engine.games.tink.game import GAME
from p2pgame.engine.games.tink.geometry import has_line
from p2pgame.engine.pending import Chance, Over, Turn
from p2pgame.engine.play import step

from .tables import Table

INTERIOR = {f"{column}{row}" for column, row in product("cdef", "3456")}


def table(*rows: str, seats: int = 2, **keys: Any) -> Table:
    """A table with these top rows of the board (the rest is empty), seat 0 to move."""
    board = [*rows, *[". . . . . . . ."] * (8 - len(rows))]
    stones = sum(mark != "." for row in board for mark in row.split())
    position = {
        "game": "tink",
        "rules": 1,
        "seats": seats,
        "options": {},
        "turn": 0,
        "board": board,
        "passes": [0] * seats,
        "lost": [],
        "placed": stones,
        "first": not stones,
    }
    return Table(GAME, GAME.from_position(position | keys))


def new(seats: int = 2, first: str = "0") -> Table:
    """A fresh table whose first player has been drawn."""
    return Table(GAME, GAME.begin(seats)).draw(first)


def test_1_1_the_board_has_eight_columns_and_eight_rows() -> None:
    """Every square but that of the first stone is free for the second."""
    squares = {f"s@{column}{row}" for column, row in product("abcdefgh", range(1, 9))}
    assert set(new().play("s@c3").legal(1)) == squares - {"s@c3"}


@pytest.mark.parametrize(("size", "owned"), [("s", 5), ("m", 4), ("l", 1)])
def test_1_2_five_smalls_four_mediums_and_a_large(size: str, owned: int) -> None:
    """So many can be on the board, and no more."""

    def board(stones: int) -> list[str]:
        squares = ["a8", "c8", "e8", "g8", "a6", "c6"][:stones]
        return [" ".join(f"0{size}" if f"{c}{r}" in squares else "." for c in "abcdefgh") for r in range(8, 0, -1)]

    assert table(*board(owned)).position["board"] == board(owned)
    with pytest.raises(BadPosition, match=f"owns only {owned} stones of size {size}"):
        table(*board(owned + 1))


@pytest.mark.parametrize(
    ("rows", "squares"),
    [
        ((". . . . . . . .", ". . . . . . . .", ". 0s . 0s . . . ."), {"c5", "c6", "c7"}),
        ((". . . . . . . .", ". . . 0s . . . .", ". . . . . . . .", ". . . 0s . . . ."), {"c6", "d6", "e6"}),
        ((". . . . . . . .", ". . . 0s . . . .", ". . . . . . . .", ". . . . . 0s . ."), {"e6"}),
        ((". . . . . . . .", ". . . 0s . . . .", ". . 0s . . . . ."), {"c7", "d6"}),
    ],
)
def test_1_3_squares_touch_by_edges_and_corners(rows: tuple[str, ...], squares: set[str]) -> None:
    """A medium goes to the squares that touch both spent smalls."""
    mediums = {move[2:4] for move in table(*rows).legal(0) if move.startswith("m")}
    assert mediums == squares


def test_2_1_the_board_is_empty_at_the_start() -> None:
    """And nobody has passed or lost."""
    position = new(3).position
    assert position["board"] == [". . . . . . . ."] * 8
    assert (position["passes"], position["lost"], position["placed"], position["first"]) == ([0] * 3, [], 0, True)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_2_2_the_first_player_is_drawn_among_all_seats(seats: int) -> None:
    """One outcome a seat, equally likely."""
    game = Table(GAME, GAME.begin(seats))
    assert game.pending == Chance(tuple((str(seat), 1) for seat in range(seats)))
    assert game.draw(str(seats - 1)).pending == Turn(seats - 1)


def test_2_3_turns_go_clockwise() -> None:
    """From the last seat on to the first."""
    game = new(4, first="2")
    for seat, square in ((2, "c3"), (3, "d3"), (0, "e3"), (1, "f3"), (2, "c5")):
        game.asks(seat)
        game.play(f"s@{square}")


def test_2_4_a_turn_is_one_stone_or_a_pass_if_no_stone_can_be_placed() -> None:
    """After either the next seat is asked; a pass is not listed beside placements."""
    game = new().play("s@d4")
    assert "pass" not in game.legal(1)
    assert game.play("s@e5").pending == Turn(0)
    assert table(*APART).play("pass").pending == Turn(1)


def test_2_3_turns_go_clockwise_and_skip_losers() -> None:
    """Seat 1 has lost; its stones stay."""
    game = table("1s . . . . . . .", seats=3, lost=[1])
    assert game.play("s@d4").pending == Turn(2)
    assert game.play("s@e4").pending == Turn(0)
    assert game.position["board"][0].startswith("1s")
    game.refuses(1, "s@h8", "tink 2.3")


def test_3_1_the_first_stone_is_a_small_in_the_interior() -> None:
    """c3 to f6, nothing else."""
    game = new()
    assert {move.removeprefix("s@") for move in game.legal(0)} == INTERIOR
    assert len(game.legal(0)) == 16
    game.refuses(0, "s@b3", "tink 3.1")
    game.refuses(0, "m@d4=c3+e5", "tink 3.1")


def test_3_2_after_that_any_free_square() -> None:
    """63 squares are left."""
    assert len(new().play("s@c3").legal(1)) == 63


def test_4_1_a_stone_goes_to_a_free_square() -> None:
    """Not even onto one's own stone."""
    game = new().play("s@d4")
    game.refuses(1, "s@d4", "tink 4.1")
    game.play("s@e5").refuses(0, "s@d4", "tink 4.1")


@pytest.mark.parametrize(
    ("first", "second", "sizes"),
    [("s", "s", "m"), ("s", "l", "m"), ("m", "m", "sl"), ("m", "l", "sl"), ("s", "m", "")],
)
def test_4_2_4_4_prices_of_the_stones(first: str, second: str, sizes: str) -> None:
    """Two smalls buy a medium, two mediums a small or a large, and a large is either."""
    game = table(f"0{first} . 0{second} . . . . .")
    paid = {move for move in game.legal(0) if move.endswith("@b8=a8+c8")}
    assert paid == {f"{size}@b8=a8+c8" for size in sizes}
    for size in set("sml") - set(sizes):
        game.refuses(0, f"{size}@b8=a8+c8", "tink 4.2")


def test_4_2_only_a_small_is_free() -> None:
    """A medium without a price is refused."""
    table("0s . . . . . . .").refuses(0, "m@d4", "tink 4.2")


def test_4_3_spent_stones_are_ones_own_and_touch_the_new_square() -> None:
    """In any of the eight directions; they need not touch each other."""
    game = table("0s . . 1s . . . .", ". . . . . . . .", ". . 0s . . . . .")
    assert "m@b7=a8+c6" in game.legal(0)
    game.refuses(0, "m@b8=a8+c6", "tink 4.3")
    game.refuses(0, "m@b7=a8+d8", "tink 4.2")
    game.refuses(0, "m@b7=a8+b8", "tink 4.2")


def test_4_5_spent_stones_return_first_so_a_large_may_move_itself() -> None:
    """The large on b8 is spent and placed again on a7."""
    game = table("0m 0l . . . . . .").play("l@b7=a8+b8")
    assert game.position["board"][:2] == [". . . . . . . .", ". 0l . . . . . ."]


def test_4_5_the_stash_limits_every_size() -> None:
    """Five smalls, four mediums, one large; spending smalls for a small is no way out."""
    smalls = table("0s . 0s . 0s . 0s .", "0s . . . . . . .")
    smalls.refuses(0, "s@h1", "tink 4.5")
    mediums = table("0s 0s . 0m . 0m . 0m", ". . . . . . . 0m")
    mediums.refuses(0, "m@b7=a8+b8", "tink 4.5")
    assert "s@e7=d8+f8" in mediums.legal(0)


def test_5_1_a_seat_passes_only_when_it_can_place_nothing() -> None:
    """With a free square and a small in the stash there is no passing."""
    new().play("s@d4").refuses(1, "pass", "tink 5.1")


APART = ("0s . . 0s . . 0s .", ". . . . . . . .", ". . . . . . . .", "0s . . 0s . . . 1s")
"""Five smalls of seat 0 so far apart that no two touch one square: it can only pass."""


def test_5_1_a_seat_that_can_place_nothing_must_pass() -> None:
    """All smalls are out, and nothing can be spent."""
    game = table(*APART)
    assert game.legal(0) == ["pass"]
    assert game.play("pass").position["passes"] == [1, 0]


def test_5_2_two_passes_in_a_row_lose() -> None:
    """And the other seat, left alone, wins."""
    game = table(*APART).play("pass").play("s@h1").play("pass")
    assert game.position["lost"] == [0]
    assert (game.result.winners, game.result.reason) == ((1,), "last")


def test_5_2_a_placement_in_between_resets_the_count() -> None:
    """Seat 0 has passed once and can place again."""
    game = table("0s . . . . . . .", "1s . . . . . . .", passes=[1, 0]).play("s@d4")
    assert game.position["passes"] == [0, 0]


def test_5_3_a_seat_without_stash_and_move_loses_unasked() -> None:
    """All ten stones of seat 0 are out, and those that touch one square could only buy what is out as well."""
    game = table(
        "0s . . 0s . . 0s .",
        ". . . . . . . 0l",
        ". . 0m . . . . .",
        "0s . . . . . . .",
        ". . . . . 0m . .",
        "1s . 0m . . . . .",
        "0s . . . . 0m . .",
        "2s . . . . . . .",
        seats=3,
        turn=2,
    )
    assert game.play("s@h1").pending == Turn(1)
    assert game.position["lost"] == [0]


def test_6_1_four_in_a_row_of_one_size_win() -> None:
    """Down a diagonal."""
    game = table("0s . . . . . . .", ". 0s . . . . . .", ". . 0s . . . . 1s").play("s@d5")
    assert (game.result.winners, game.result.reason) == ((0,), "line")


def test_6_1_a_large_counts_as_either_size_but_sizes_do_not_mix() -> None:
    """s l s s is a line, s m s s is not."""
    assert table("0s 0l 0s . . . . 1s").play("s@d8").result.winners == (0,)
    assert table("0s 0m 0s . . . . 1s").play("s@d8").pending == Turn(1)
    mediums = table("0m 0m 0l . . . . 1s", ". . . 0s 0s . . .").play("m@d8=d7+e7")
    assert mediums.result.winners == (0,)


def test_6_2_the_only_seat_that_has_not_lost_wins() -> None:
    """Seat 2 alone can move: it wins once the others have passed twice, and not before."""
    empty = ". . . . . . . ."
    rows = ["0s . . 0s 1s . 0s .", empty, empty, "0s . . 0s . . 1s .", empty, empty, "1s . . 1s . . 1s ."]
    game = table(*rows, seats=3).play("pass").play("pass").play("s@c7").play("pass")
    assert game.position["lost"] == [0]
    game.play("pass")
    assert (game.position["lost"], game.result.winners, game.result.reason) == ([0, 1], (2,), "last")


def test_6_2_a_seat_that_alone_can_move_may_open_the_board_for_others() -> None:
    """Seat 1 spends the stones on the two squares that both of a1 and c1 touch."""
    rows = [*[". . . . . . . ."] * 4, "0s . . 0s . . . .", ". . . . . . . .", ". 1s . . . . . .", "0s 1s 0s . . 0s . ."]
    game = table(*rows).play("pass").play("m@a2=b1+b2")
    assert "m@b1=a1+c1" in game.legal(0)
    assert game.play("m@b1=a1+c1").position["passes"] == [0, 0]


def test_6_3_nobody_can_place_a_stone_is_a_draw_before_anybody_loses() -> None:
    """Both seats' five smalls are out and far apart."""
    rows = [
        "0s . . 0s . . 0s .",
        "1s . . 1s . . 1s .",
        ". . . . . . . .",
        "0s . . 0s . . . .",
        "1s . . . . . . .",
    ]
    game = table(*rows, turn=1).play("s@d4")
    assert (game.result.winners, game.result.reason) == ((), "stuck")


def test_6_4_there_are_no_points() -> None:
    """Scores of null, no detail."""
    result = table("0s 0l 0s . . . . 1s").play("s@d8").result
    assert result.scores == (None, None)
    assert result.detail == ((), ())


def test_6_5_a_hundred_stones_a_seat_are_a_draw() -> None:
    """The two hundredth stone of two seats."""
    game = table("0s . . . . . . 1s", placed=199).play("s@d4")
    assert (game.result.winners, game.result.reason) == ((), "limit")


def test_6_6_a_seat_that_leaves_loses() -> None:
    """With three, the game continues; with two, the other one wins by default."""
    game = new(seats=3).play("s@d4").drop(1)
    assert game.pending == Turn(2)
    assert game.position["dropped"] == [1]
    game.drop(0)
    assert (game.result.winners, game.result.reason) == ((2,), "default")


def test_6_6_a_seat_that_leaves_before_the_draw_is_not_drawn() -> None:
    """Its label is gone."""
    game = Table(GAME, GAME.begin(3)).drop(1)
    assert game.pending == Chance((("0", 1), ("2", 1)))
    assert game.draw("2").pending == Turn(2)


def test_6_7_a_sleeper_places_a_small_that_touches_none_of_its_own() -> None:
    """The first by the order of section 7; without a small in the stash, its first move, or a pass."""

    def asleep(game: Table) -> str:
        return GAME.format(GAME.default(game.state, 0))

    rows = [". . . . . . . ."] * 7
    assert asleep(table(*rows, "0s . . . . . . .")) == "s@a3"
    assert asleep(table(*rows, "1s . . . . . . .")) == "s@a2"
    assert asleep(table(*APART)) == "pass"
    assert asleep(new()) == "s@c3"
    assert asleep(table("0s 0s . 0m . . . 0s", *rows[:6], "0s 0s . . . . . .")) == "m@a2=a1+b1"


@pytest.mark.parametrize("text", ["", "s@d9", "s@i1", "S@d4", "s@d4 ", "m@d4=e5+c3", "m@d4=c3+c3", "s@d4=c3", "x"])
def test_7_anything_else_is_no_move(text: str) -> None:
    """The refusal says what a move looks like."""
    with pytest.raises(NotAMove):
        GAME.parse(text)


@pytest.mark.parametrize(
    ("keys", "where"),
    [
        ({"turn": 2}, "turn"),
        ({"turn": None}, "turn"),
        ({"passes": [0]}, "passes"),
        ({"passes": [2, 0]}, "passes"),
        ({"lost": [0, 1]}, "lost"),
        ({"lost": [1, 1]}, "lost"),
        ({"placed": 0}, "placed"),
        ({"first": True}, "placed"),
        ({"board": ["."] * 8}, "board"),
        ({"board": ["2s . . . . . . ."] * 8}, "board"),
        ({"board": ["0s 0s 0s 0s 0s 0s . ."] + [". . . . . . . ."] * 7}, "board"),
        ({"rules": 2}, "rules"),
        ({"game": "tetris"}, "game"),
        ({"seats": 5}, "seats"),
        ({"extra": 1}, "extra"),
    ],
)
def test_8_impossible_positions_are_refused(keys: dict[str, Any], where: str) -> None:
    """And the refusal names the place."""
    with pytest.raises(BadPosition, match=where):
        table("0s . . . . . . 1s", **keys)


@pytest.mark.parametrize(("seats", "counts"), [(2, [2, 32, 2016]), (3, [3, 48, 3024]), (4, [4, 64, 4032])])
def test_9_perft(seats: int, counts: list[int]) -> None:
    """The published table."""
    state = GAME.begin(seats)
    assert [perft(GAME, state, depth) for depth in (1, 2, 3)] == counts


@settings(max_examples=200)
@given(squares=st.sets(st.integers(0, 63), max_size=24))
def test_lines_agree_with_a_brute_force_search(squares: set[int]) -> None:
    """Written apart from the engine: walk from every square in every direction."""
    places = {divmod(square, 8) for square in squares}
    expected = any(
        all((column + n * right, row + n * up) in places for n in range(4))
        for column, row in places
        for right, up in product((-1, 0, 1), repeat=2)
        if right or up
    )
    assert has_line(sum(1 << square for square in squares)) == expected


def test_normal_beats_random_clearly() -> None:
    """At least nine of ten games, seats changing."""
    rng = random.Random(7)
    wins = 0
    for game_number in range(40):
        normal = game_number % 2
        state = GAME.begin(2)
        while not isinstance(pending := GAME.pending(state), Over):
            if isinstance(pending, Chance):
                state = step(GAME, state, Drawn(rng.randrange(2)))
                continue
            assert isinstance(pending, Turn)
            bot = BOTS["normal" if pending.seat == normal else "random"]
            state = step(GAME, state, Played(pending.seat, bot.choose(GAME, state, pending.seat, rng)))
        wins += pending.result.winners == (normal,)
    assert wins >= 36
