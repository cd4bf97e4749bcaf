"""Te-Trix against brute force written apart from the engine: cells in the plane, no bits, no tables."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from p2pgame.cli.games.engine_line import perft
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.errors import BadPosition, IllegalMove
from p2pgame.engine.games.te_trix.game import GAME
from p2pgame.engine.pending import Over
from p2pgame.engine.play import step

from .tables import Table
from .te_trix_tables import HOLE, finished, fresh, sheet, table

SHAPES = {
    "I": [(0, 0), (1, 0), (2, 0), (3, 0)],
    "O": [(0, 1), (1, 1), (0, 0), (1, 0)],
    "T": [(1, 1), (0, 0), (1, 0), (2, 0)],
    "S": [(1, 1), (2, 1), (0, 0), (1, 0)],
    "Z": [(0, 1), (1, 1), (1, 0), (2, 0)],
    "J": [(0, 1), (0, 0), (1, 0), (2, 0)],
    "L": [(2, 1), (0, 0), (1, 0), (2, 0)],
}
"""Cells as (column, row) in reading order."""

SHEET = set(product(range(7), repeat=2))

Box = tuple[int, int]
Effect = frozenset[tuple[Box, str]]


def taken_on(rows: list[str]) -> dict[Box, str]:
    """Symbols by box."""
    marks = {(column, 6 - line): mark for line, row in enumerate(rows) for column, mark in enumerate(row)}
    return {box: mark for box, mark in marks.items() if mark != "."}


@cache
def effects_on_nothing(shape: str, symbols: str) -> frozenset[Effect]:
    """Every possible sheet after the shape is entered on an empty one: turned, shifted, cut at the edge."""
    found = set()
    cells = SHAPES[shape]
    for _ in range(4):
        cells = [(row, -column) for column, row in cells]
        for right, up in product(range(-10, 11), repeat=2):
            moved = [(column + right, row + up) for column, row in cells]
            entered = frozenset((box, symbol) for box, symbol in zip(moved, symbols, strict=True) if box in SHEET)
            if entered:
                found.add(entered)
    return frozenset(found)


def effects(shape: str, symbols: str, taken: set[Box], over: int) -> set[Effect]:
    """Those beside the taken boxes with at most that many symbols over the edge."""
    return {
        effect
        for effect in effects_on_nothing(shape, symbols)
        if 4 - len(effect) <= over and not any(box in taken for box, _ in effect)
    }


def entered_by(game: Table, move: str) -> Effect:
    """The entry of a move of seat 0 on its sheet, if nobody else is asked."""
    before = taken_on(game.position["sheets"][0])
    after = taken_on(Table(GAME, game.state).play(move).position["sheets"][0])
    assert before.items() <= after.items()
    return frozenset(after.items() - before.items())


rows = st.lists(st.text("OSX.", min_size=7, max_size=7), min_size=7, max_size=7)
sparse_rows = st.lists(st.text("OSX.....", min_size=7, max_size=7), min_size=7, max_size=7)


def with_printed(rows: list[str]) -> list[str]:
    """The sheet of seat 0."""
    return [row[:3] + "O" + row[4:] if line == 3 else row for line, row in enumerate(rows)]


@settings(max_examples=40)
@given(
    rows=rows | sparse_rows,
    shape=st.sampled_from("IOTSZJL"),
    symbols=st.text("OSX", min_size=4, max_size=4),
    over=st.integers(0, 8),
)
def test_placements_have_all_possible_effects(rows: list[str], shape: str, symbols: str, over: int) -> None:
    """Each effect once, none missing, none invented; on any sheet, with any band."""
    sheet = with_printed(rows)
    dice = "".join(sorted(symbols))
    game = table(sheet, phase="shape", dice=dice, shape=None, band=over)
    alike = effects_on_nothing(shape, symbols)
    orders = sorted({"".join(order) for order in permutations(symbols)})
    spelling = next(f"{shape}:{order}" for order in orders if effects_on_nothing(shape, order) == alike)
    game.play(spelling)
    expected = effects(shape, symbols, set(taken_on(sheet)), over)
    if isinstance(game.pending, Over):
        assert not expected
        return
    *places, stop = game.legal(0)
    assert stop == "stop"
    listed = [entered_by(game, move) for move in places]
    assert len(set(listed)) == len(listed)
    assert set(listed) == expected


@pytest.mark.parametrize(("shape", "number"), [("L:OSXO", 252), ("I:OSXS", 256), ("T:SSSS", 200)])
def test_counted_placements_on_a_fresh_sheet(shape: str, number: int) -> None:
    """By brute force here and by the engine."""
    letter, symbols = shape.split(":")
    game = fresh(2, dice="".join(sorted(symbols)), shape=shape)
    assert len(game.legal(0)) == len(effects(letter, symbols, {(3, 3)}, 4)) == number


def test_of_equal_effects_the_first_spelling_is_the_move() -> None:
    """Every other spelling that enters something somewhere is refused, and the refusal names the move."""
    game = fresh(2, dice="OOSX", shape="S:OSXO")
    legal = set(game.legal(0))
    for turns, column, row in product(range(4), "xyzabcdefg", range(1, 11)):
        move = f"r{turns}@{column}{row}"
        if move in legal:
            continue
        with pytest.raises(IllegalMove, match=r"te-trix (4\.6|4\.7|8\.4)") as refusal:
            GAME.check(game.state, 0, GAME.parse(move))
        if "8.4" in str(refusal.value):
            first = str(refusal.value).removeprefix("this placement is spelled ").split(" ")[0]
            assert first in legal
            key = (int(first[1]), "xyzabcdefg".index(first[3]), int(first[4:]))
            assert key < (turns, "xyzabcdefg".index(column), row)


@pytest.mark.parametrize("dice", ["OOOO", "OOOS", "OOSS", "OSSX"])
def test_arrangements_are_all_that_differ_under_every_turn(dice: str) -> None:
    """Orders of the symbols that look alike when turned count once."""
    game = Table(GAME, GAME.begin(1)).draw(dice)
    looks: dict[Any, str] = {}
    for shape, order in product(SHAPES, sorted(set(permutations(dice)))):
        look = (shape, effects_on_nothing(shape, "".join(order)))
        looks.setdefault(look, f"{shape}:{''.join(order)}")
    assert sorted(game.legal(0)) == sorted(looks.values())


def score_of(rows: list[str]) -> int:
    """Areas by joining neighbours until nothing changes."""
    symbols = taken_on(rows)
    area = {box: number for number, box in enumerate(symbols)}
    for _ in symbols:
        for box, other in combinations(symbols, 2):
            if abs(box[0] - other[0]) + abs(box[1] - other[1]) == 1 and symbols[box] == symbols[other]:
                area[box] = area[other] = min(area[box], area[other])
    total = 0
    for symbol in "OSX":
        own = [area[box] for box in symbols if symbols[box] == symbol]
        large = [own.count(number) for number in set(own) if own.count(number) >= 5]
        total += len(large) * sum(large)
    return total


@settings(max_examples=60)
@given(rows=st.lists(st.text("OOOX.", min_size=7, max_size=7), min_size=7, max_size=7) | rows)
def test_scores_equal_a_count_box_by_box(rows: list[str]) -> None:
    """On any sheet."""
    left = with_printed(rows)
    assert finished(left, sheet(seat=1)).result.scores[0] == score_of(left)


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"sheets": [sheet()]}, "sheets"),
    ({"sheets": [sheet(seat=1), sheet(seat=1)]}, r"sheets\[0\]: O is printed on d4"),
    ({"sheets": [sheet(), ["......."] * 7]}, r"sheets\[1\]: S is printed on d4"),
    ({"sheets": [sheet()[:6], sheet(seat=1)]}, r"sheets\[0\]"),
    ({"sheets": [sheet("......"), sheet(seat=1)]}, r"sheets\[0\]\[0\]"),
    ({"sheets": [sheet("OSXT..."), sheet(seat=1)]}, r"sheets\[0\]\[0\]"),
    ({"phase": "deal"}, "phase"),
    ({"phase": "first", "dice": None, "shape": None}, "phase"),
    ({"phase": "roll"}, "dice"),
    ({"phase": "roll", "dice": None}, "shape"),
    ({"phase": "shape"}, "shape"),
    ({"phase": "shape", "dice": None, "shape": None}, "dice"),
    ({"phase": "over"}, "dice"),
    ({"roller": None}, "roller"),
    ({"roller": 2}, "roller"),
    ({"roller": None, "phase": "over", "dice": None, "shape": None}, "roller"),
    (
        {"roller": None, "phase": "over", "dice": None, "shape": None, "sheets": [sheet("X" + "." * 6), sheet(seat=1)]},
        "roller",
    ),
    ({"dice": "OOOX"}, "shape"),
    ({"dice": "XOOO"}, "dice"),
    ({"dice": "OOO"}, "dice"),
    ({"dice": 4}, "dice"),
    ({"dice": None}, "dice"),
    ({"shape": "I:XOOO", "dice": "OOOX"}, "shape: expected its spelling I:OOOX"),
    ({"shape": "K:OOOO"}, "shape"),
    ({"shape": "r0@a1"}, "shape"),
    ({"shape": None}, "shape"),
    ({"band": 8}, "band"),
    ({"dropped": []}, "dropped"),
    ({"dropped": [0, 1]}, "dropped"),
    ({"seats": 5}, "seats"),
    ({"seats": 1}, "band"),
    ({"options": {"x": 1}}, "options"),
    ({"rules": 2}, "rules"),
    ({"game": "tink"}, "game"),
    ({"extra": 1}, "extra"),
]


@pytest.mark.parametrize(("keys", "where"), REFUSED)
def test_9_impossible_positions_are_refused(keys: dict[str, Any], where: str) -> None:
    """And the refusal names the place."""
    with pytest.raises(BadPosition, match=where):
        table(sheet(), sheet(seat=1), **keys)


@pytest.mark.parametrize(
    ("keys", "where"),
    [
        ({"band": 9}, "band"),
        ({"band": None}, "band"),
        ({"phase": "first", "roller": None, "dice": None, "shape": None}, "phase"),
        ({"phase": "over", "roller": None, "dice": None, "shape": None}, "roller"),
    ],
)
def test_9_impossible_positions_of_a_solo_game_are_refused(keys: dict[str, Any], where: str) -> None:
    """The band has eight spaces, and no roller is drawn."""
    with pytest.raises(BadPosition, match=where):
        fresh(1, **keys)


def test_9_the_roller_of_a_roll_to_come_is_there() -> None:
    """While all enter a shape, its maker may have left."""
    with pytest.raises(BadPosition, match="roller: seat 0 left"):
        fresh(3, phase="roll", dice=None, shape=None, dropped=[0])
    fresh(3, dropped=[0]).asks(1, 2)


def test_9_a_position_in_which_the_game_ends_at_once_is_over() -> None:
    """By 5.2 and by 6.5."""
    other = [row.translate(str.maketrans("OS", "SO")) for row in HOLE]
    assert table(list(HOLE), other).position["phase"] == "over"
    assert fresh(2, dropped=[1]).result.reason == "default"


@pytest.mark.parametrize(("seats", "counts"), [(1, [81, 3105]), (2, [2, 162, 6210]), (4, [4, 324, 12420])])
def test_10_perft(seats: int, counts: list[int]) -> None:
    """The published table."""
    state = GAME.begin(seats)
    assert [perft(GAME, state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.long
def test_10_perft_deep() -> None:
    """The published table, its large number."""
    assert perft(GAME, GAME.begin(1), 3) == 743_781


def test_10_perft_by_hand() -> None:
    """3 rolls of one symbol, 24 of three and one, 18 of two pairs, 36 of a pair and two; ways as in 3.3."""
    assert perft(GAME, GAME.begin(1), 2) == 3 * 7 + 24 * 19 + 18 * 32 + 36 * 57


def test_normal_beats_random_clearly() -> None:
    """By forty points and more on average, seats changing."""
    rng = random.Random(5)
    difference = 0
    for game_number in range(8):
        normal = game_number % 2
        bots = [BOTS["normal" if seat == normal else "random"] for seat in range(2)]
        state = GAME.begin(2)
        while (event := answer(GAME, state, bots, rng)) is not None:
            state = step(GAME, state, event)
        scores = Table(GAME, state).result.scores
        difference += (scores[normal] or 0) - (scores[1 - normal] or 0)
    assert difference >= 8 * 40
