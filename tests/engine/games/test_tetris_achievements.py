"""The clauses of `spec/games/tetris.md`, section 8: achievement cards."""

from __future__ import annotations

from typing import Any

import pytest

from .tables import Table
from .tetris_tables import FIVE_ROWS, last_round, table, tower

FOUR_DEEP = "O0@a O0@a O0@c O0@c I1@e L1@f L3@f"
"""Four rows of which only column h is open."""

THREE_DEEP = "O0@a O0@a O0@c O0@c L1@e L3@e m0@g m0@g"
"""Three rows that an L with its hook to the left completes in columns g and h."""

LEFT_WALL = "I0@a O0@a T0@a S0@a J0@a Z0@a"
"""Six shapes in column a."""

RIGHT_WALL = "I0@e O0@g J0@f S0@f T0@f Z0@f"
"""The same six in column h."""

FOUR_ICONS = "I1@h Z0@b S1@g J1@c I1@f"
"""Icons of h2, c2, h5 and c5 covered."""

THREE_DIAMONDS = "I1@a I1@a I1@h I1@h m0@e m0@e m0@e O0@c O0@c O0@c O0@c"
"""Those of a7, h8 and, under a mino, e3."""

THREE_PAIRS = "O0@a O0@a O0@c I1@e I1@f I1@g I1@h"
"""Two of I, one of O and an O that is left over."""

CORNER = "O0@a m0@c m0@c m0@d m0@d O0@c I1@e I1@e"
"""An O and two I are joined; another O touches them only with a corner."""


def in_play(*names: str) -> dict[str, list[list[int]]]:
    """These cards without tokens, and one that nobody fulfils to make two."""
    rest = "full-column" if "full-column" not in names else "line-clear"
    return {name: [[], [], []] for name in (*names, rest)[:2]}


def played(card: str, drops: str, move: str, minos: int = 0) -> bool:
    """Whether a seat with that tower gets its token beside the card by that move."""
    letter = move[-4]
    game = table(tower(drops, minos=minos), "", "", achievements=in_play(card), current=letter, next="T")
    game.play(move, "hold", "hold")
    spaces = game.position["achievements"][card]
    assert spaces in ([[0], [], []], [[], [], []])
    return bool(spaces[0])


@pytest.mark.parametrize(
    ("card", "drops", "move"),
    [
        ("line-clear", FOUR_DEEP, "I1@h"),
        ("six-lines", FIVE_ROWS, "L2@e"),
        ("three-rows", THREE_DEEP, "L3@g"),
        ("two-rows", "O0@a O0@c O0@e", "O0@g"),
        ("all-shapes-one-side", LEFT_WALL, "L0@a"),
        ("all-shapes-one-side", RIGHT_WALL, "L0@f"),
        ("full-column", "I1@a I1@a I1@a", "L1@a"),
        ("five-icons", FOUR_ICONS, "L3@e"),
        ("four-diamonds", THREE_DIAMONDS, "J3@c"),
        ("four-pairs", THREE_PAIRS, "O0@c"),
        ("four-lj", "L0@a J0@a L0@a", "L0@a"),
        ("four-sz", "S0@a Z0@a S0@a", "Z0@a"),
        ("four-io", CORNER, "O0@a"),
    ],
)
def test_8_7_shapes_that_fulfil_each_card(card: str, drops: str, move: str) -> None:
    """And before the last piece it was not fulfilled."""
    assert played(card, drops, move)
    assert not played(card, drops, "T0@f")


@pytest.mark.parametrize(
    ("card", "drops", "move"),
    [
        ("line-clear", FOUR_DEEP.replace("L3@f", "J1@f"), "I1@h"),
        ("three-rows", THREE_DEEP.removesuffix(" m0@g"), "L3@g"),
        ("two-rows", "O0@a O0@c I0@e", "O0@g"),
        ("all-shapes-one-side", LEFT_WALL, "L0@f"),
        ("full-column", "L3@a I1@a I1@a", "I1@a"),
        ("five-icons", FOUR_ICONS, "L3@d"),
        ("four-diamonds", THREE_DIAMONDS, "J2@c"),
        ("four-pairs", THREE_PAIRS.replace("I1@h", "T1@g"), "O0@c"),
        ("four-lj", "L0@a J0@a T0@a", "L0@a"),
        ("four-sz", "S0@a Z0@a T0@a", "Z0@a"),
        ("four-io", "O0@a O0@a L0@a", "O0@a"),
        ("four-io", CORNER, "O0@g"),
    ],
)
def test_8_7_shapes_that_nearly_fulfil_a_card(card: str, drops: str, move: str) -> None:
    """A gap in a row, the other wall, a hole in a column, a cell beside the icon, three pairs, another shape."""
    assert not played(card, drops, move)


def test_8_7_minos_of_the_round_help_to_fill_rows() -> None:
    """The L must be part of the rows, minos may be too."""
    bare = THREE_DEEP.removesuffix(" m0@g m0@g")
    assert played("three-rows", bare, "mg mg L3@g", minos=2)


def test_8_7_rows_completed_by_minos_alone_do_not_count() -> None:
    """The O is not part of them."""
    assert not played("two-rows", "O0@a O0@c O0@e m0@g m0@g", "mh mh O0@a", minos=2)


def test_8_7_only_the_tetrimino_of_the_round_counts_for_rows() -> None:
    """Two rows were completed by an O earlier; holding or dropping an O elsewhere is nothing."""
    done = "O0@a O0@c O0@e O0@g"
    assert not played("two-rows", done, "O0@a")


def test_8_7_a_mino_on_a_wall_is_no_shape() -> None:
    """Seven pieces at the left wall, but one of them a mino."""
    assert not played("all-shapes-one-side", LEFT_WALL.removesuffix(" Z0@a") + " m0@a", "L0@a")


def test_3_5_8_1_achievements_are_checked_in_the_last_round_too() -> None:
    """The token is worth its points."""
    result = last_round(FIVE_ROWS, "", "", current="L").play("L2@e", "hold", "hold").result
    assert dict(result.detail[0])["six-lines"] == 6


def test_8_1_a_seat_that_holds_can_fulfil_a_card() -> None:
    """Six rows are complete at the end of the round, after any move in it."""
    game = table(f"{FIVE_ROWS} L2@e", "", "", current="T").play("hold", "hold", "hold")
    assert game.position["achievements"]["six-lines"] == [[0], [], []]


def six_rows(spaces: list[list[int]], *ready: bool) -> list[list[int]]:
    """The spaces of `six-lines` after a round in which these seats complete their sixth row."""
    towers = [tower(FIVE_ROWS if each else "") for each in ready]
    game = table(*towers, achievements={"six-lines": spaces}, current="L")
    game.play(*("L2@e" if each else "hold" for each in ready))
    found: list[list[int]] = game.position["achievements"]["six-lines"]
    return found


@pytest.mark.parametrize(
    ("spaces", "ready", "expected"),
    [
        ([[], [], []], (True, False, False), [[0], [], []]),
        ([[1], [], []], (True, False, False), [[1], [0], []]),
        ([[1], [], []], (True, False, True), [[1], [0, 2], []]),
        ([[1, 2], [], []], (True, False, False), [[1, 2], [0], []]),
        ([[1], [2], []], (True, False, False, True), [[1], [2], [0, 3]]),
    ],
)
def test_8_2_8_3_tokens_go_beside_the_highest_free_space_shared_in_one_round(
    spaces: list[list[int]], ready: tuple[bool, ...], expected: list[list[int]]
) -> None:
    """The next round continues with the following space."""
    assert six_rows(spaces, *ready) == expected


def test_8_4_with_two_seats_the_topmost_space_is_not_used() -> None:
    """The first gets the second space, the other the third."""
    assert six_rows([[], [], []], True, False) == [[], [0], []]
    assert six_rows([[], [1], []], True, False) == [[], [1], [0]]


def test_8_5_a_fourth_seat_gets_nothing() -> None:
    """All three spaces have tokens."""
    assert six_rows([[1], [2], [3]], True, False, False, False) == [[1], [2], [3]]


def test_8_6_a_seat_has_one_token_on_a_card() -> None:
    """Fulfilled again, it stays where it is."""
    game = table(f"{FIVE_ROWS} L2@e", "", "", achievements={"six-lines": [[], [], []]}, current="T")
    game.play("T0@a", "hold", "hold").draw("I").play("T0@a", "T0@a", "T0@a")
    assert game.position["achievements"]["six-lines"] == [[0], [], []]


def test_1_7_8_6_both_cards_of_an_advanced_game_may_be_fulfilled_at_once() -> None:
    """One token on each."""
    game: Table = table("O0@a O0@c O0@e", "", "", achievements=in_play("two-rows", "four-io"))
    found: dict[str, Any] = game.play("O0@g", "hold", "hold").position["achievements"]
    assert found == {"two-rows": [[0], [], []], "four-io": [[0], [], []]}
