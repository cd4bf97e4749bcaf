"""The clauses of `spec/games/ten.md`, section 9, and the search for the best assignment of wilds against two others."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from p2pgame.engine.games.ten.components import CARDS
from p2pgame.engine.games.ten.scoring import colour_points

from .ten_tables import COLOURS, box, player, table

Points = tuple[int, ...]


def points(cards: str) -> Points:
    """The engine's score of cards separated by spaces."""
    return colour_points(bytes(sorted(CARDS[card] for card in cards.split())))


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("", (0, 0, 0, 0)),
        ("blue3", (1, 0, 0, 0)),
        ("blue3 blue3 blue3", (1, 0, 0, 0)),
        ("blue1 blue2 blue4 blue5 blue6", (3, 0, 0, 0)),
        ("blue1 blue2 blue3 green4 green5 pink7", (3, 2, 0, 1)),
    ],
)
def test_9_1_the_longest_run_of_each_colour(cards: str, expected: Points) -> None:
    """Copies and shorter runs count nothing."""
    assert points(cards) == expected


def test_9_1_the_example_of_the_rulebook() -> None:
    """6 + 10 + 5 + 3 = 24, with a wild as the last of the nine."""
    blue, green = "blue1 blue2 blue3 blue4 blue5 blue6", " ".join(f"green{number}" for number in range(1, 9))
    rest = "pink2 pink3 pink4 pink5 pink6 orange1 orange2 orange3"
    assert points(f"{blue} {green} *9 {rest}") == (6, 10, 3, 5)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("*5 blue4 pink6", (2, 0, 0, 1)),
        ("*5 blue4 pink4 pink6", (1, 0, 0, 3)),
        ("blue# blue4 pink4 pink6", (2, 0, 0, 1)),
        ("*# blue4 pink4 pink6", (1, 0, 0, 3)),
        ("*# *5 blue4 blue6 pink4 pink6", (3, 0, 0, 3)),
    ],
)
def test_9_2_a_wild_serves_once(cards: str, expected: Points) -> None:
    """Where it is worth most."""
    assert points(cards) == expected


def test_7_7_the_value_of_a_wild_is_open_until_the_end() -> None:
    """A later card moves it to another colour."""
    assert points("*5 blue4 blue6 pink4") == (3, 0, 0, 1)
    assert points("*5 blue4 blue6 pink3 pink4 pink6 pink7") == (1, 0, 0, 5)


@pytest.mark.parametrize(("missing", "expected"), [("", 10), ("9", 8), ("5", 4)])
def test_9_3_a_full_set_scores_ten(missing: str, expected: int) -> None:
    """One more than its cards."""
    cards = " ".join(f"green{number}" for number in range(1, 10) if str(number) != missing)
    assert points(cards) == (0, expected, 0, 0)
    assert points(f"{cards} green#") == (0, 10, 0, 0)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("*1", (1, 0, 0, 0)),
        ("*3 pink2 orange2", (1, 0, 1, 1)),
        ("*3 pink2 orange2 blue3", (1, 1, 1, 1)),
        ("*3 pink2 orange2 blue3 green3", (1, 1, 2, 1)),
        ("*3 *4 green3 pink4", (2, 1, 0, 1)),
    ],
)
def test_9_4_among_equals_the_most_in_blue_then_green_then_orange(cards: str, expected: Points) -> None:
    """The score sheet does not depend on how the search goes."""
    assert points(cards) == expected


def ending(*players: dict[str, object]) -> tuple[Points, str]:
    """Winners and reason when the last seat has declined its last purchase."""
    result = table(*players, deck="", phase="final").play("end").result
    return result.winners, result.reason


def test_9_5_the_highest_total_wins() -> None:
    """Then money, then fewer cards, then the win is shared."""
    assert ending(player(0, "blue1 blue2"), player(9, "pink1", bust=3)) == ((0,), "points")
    assert ending(player(2, "blue1", bust=1), player(4, "pink1")) == ((0,), "money")
    assert ending(player(3, "blue1 blue3"), player(0, "pink1", bust=1)) == ((1,), "cards")
    assert ending(player(3, "blue1"), player(0, "pink1", bust=1), player(5)) == ((0, 1), "shared")


def test_9_5_the_score_sheet_has_a_line_for_each_colour() -> None:
    """Blue, green, orange, pink."""
    result = table(player(0, "blue1 blue2 *9"), player(0, "pink9"), deck="", phase="final").play("end").result
    assert result.scores == (3, 1)
    assert result.detail == (
        (("blue", 2), ("green", 1), ("orange", 0), ("pink", 0)),
        (("blue", 0), ("green", 0), ("orange", 0), ("pink", 1)),
    )


# The search against a brute force, which makes every wild every card that it could be.


def oracle(cards: Counter[str]) -> Iterator[Points]:
    """Total and points in each colour for every assignment of the wilds."""
    wilds = [card for card in cards.elements() if is_wild(card)]
    fixed = {card for card in cards if not is_wild(card)}
    for chosen in product(*map(faces, wilds)):
        runs = [longest({int(card[-1]) for card in fixed.union(chosen) if card[:-1] == colour}) for colour in COLOURS]
        yield sum(runs), *runs


def is_wild(card: str) -> bool:
    """Whether it leaves something open."""
    return card[0] == "*" or card[-1] == "#"


def faces(wild: str) -> list[str]:
    """All cards that a wild could be."""
    colours = COLOURS if wild[0] == "*" else (wild[:-1],)
    numbers = range(1, 10) if wild[-1] == "#" else (int(wild[-1]),)
    return [f"{colour}{number}" for colour in colours for number in numbers]


def longest(numbers: set[int]) -> int:
    """Points for the longest run among the numbers."""
    best = run = 0
    for number in range(1, 10):
        run = run + 1 if number in numbers else 0
        best = max(best, run)
    return 10 if best == 9 else best


def hand(rng: random.Random, numbers: int, wilds: list[str], seats: int = 5) -> Counter[str]:
    """So many number cards of a table, and these wilds."""
    deck = [card for card in box(seats).elements() if not is_wild(card) and card[0] != "c"]
    return Counter(rng.sample(deck, numbers) + wilds)


@settings(max_examples=30)
@given(
    seed=st.integers(0, 2**32),
    numbers=st.integers(0, 30),
    numbered=st.integers(0, 4),
    of_a_colour=st.integers(0, 2),
    any_wild=st.booleans(),
)
def test_9_4_agrees_with_a_brute_force(
    seed: int, numbers: int, numbered: int, of_a_colour: int, any_wild: bool
) -> None:
    """Points of each colour, not only the total; up to 4^4 x 9^2 and 36 assignments."""
    rng = random.Random(seed)
    if any_wild:
        numbered, of_a_colour = min(numbered, 2), min(of_a_colour, 1)
    wilds = rng.sample([f"*{number}" for number in range(1, 10)], numbered)
    wilds += rng.sample([f"{colour}#" for colour in COLOURS * 2], of_a_colour) + ["*#"] * any_wild
    cards = hand(rng, numbers, wilds)
    assert points(" ".join(cards.elements())) == max(oracle(cards))[1:]


# The search against another one for many wilds: number by number, all colours at a time.


def sweep(cards: Counter[str]) -> Points:
    """Points in each colour. Each colour's run is still to begin, continues (since 1 or not) or has ended; what counts
    beyond the number reached is only that and the wilds of free number that are left."""
    covers = tuple(cards[f"{colour}#"] for colour in COLOURS)

    @cache
    def best(number: int, runs: str, covers: Points, anys: int) -> Points:
        if number == 10:
            bonus = [int(run == "f") for run in runs]
            return sum(bonus), *bonus
        return max(
            tuple(map(sum, zip(best(number + 1, *after), (sum(gained), *gained), strict=True)))
            for gained, after in steps(number, runs, covers, anys)
        )

    def steps(number: int, runs: str, covers: Points, anys: int) -> Iterator[tuple[Points, tuple[str, Points, int]]]:
        ways = ["".join(w for w in "-onca" if allowed(w, number, i, runs[i])) for i in range(4)]
        for chosen in product(*ways):
            left = tuple(count - (way == "c") for count, way in zip(covers, chosen, strict=True))
            rest = anys - chosen.count("a")
            if min(left) >= 0 and rest >= 0 and chosen.count("n") <= cards[f"*{number}"]:
                after = "".join(NEXT[run, way != "-", number == 1] for run, way in zip(runs, chosen, strict=True))
                yield tuple(int(way != "-") for way in chosen), (after, left, rest)

    def allowed(way: str, number: int, colour: int, run: str) -> bool:
        owned = f"{COLOURS[colour]}{number}" in cards
        return way == "-" or (run != "e" and (way == "o") == owned)

    return best(1, "bbbb", covers, cards["*#"])[1:]


NEXT = {
    (run, goes_on, first): ("f" if first or run == "f" else "r") if goes_on else ("b" if run == "b" else "e")
    for run in "bfre"
    for goes_on in (False, True)
    for first in (False, True)
}
"""A run is to begin (b), continues since 1 (f) or since later (r), or has ended (e)."""


def check_with_sweep(rng: random.Random, numbers: int, wilds: int) -> None:
    """Fail unless both agree on one hand: wilds up to all numbered ones, `*#` and one of a colour."""
    pool = [*(f"*{number}" for number in range(1, 10)), "*#", f"{rng.choice(COLOURS)}#"]
    cards = hand(rng, numbers, rng.sample(pool, wilds))
    assert points(" ".join(cards.elements())) == sweep(cards)


def test_9_4_agrees_with_a_sweep_when_there_are_many_wilds() -> None:
    """Three hands; the long test below has many more."""
    rng = random.Random(1)
    for wilds, numbers in ((5, 12), (7, 24), (9, 20)):
        check_with_sweep(rng, numbers, wilds)


@pytest.mark.long
def test_9_4_agrees_with_a_sweep_on_many_hands() -> None:
    """Two hundred."""
    rng = random.Random(2)
    for _ in range(200):
        check_with_sweep(rng, rng.randrange(30), rng.randrange(5, 12))


def test_the_sweep_agrees_with_the_brute_force() -> None:
    """Two oracles, written apart."""
    rng = random.Random(3)
    for _ in range(5):
        cards = hand(rng, rng.randrange(20), rng.sample(["*1", "*4", "*5", "*8", "pink#", "*#"], 3))
        assert sweep(cards) == max(oracle(cards))[1:]


def test_9_4_all_wilds_of_the_box_in_one_hand() -> None:
    """Nine numbered wilds, `*#` and two of each colour: 18 cards, all in one run of ten and one of nine or two less."""
    wilds = [card for card in box(5).elements() if is_wild(card)]
    assert len(wilds) == 18
    assert points(" ".join(wilds)) == (10, 5, 2, 2)
