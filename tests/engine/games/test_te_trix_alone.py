"""The clauses of `spec/games/te-trix.md`, section 7: alone, with a band for symbols over the edge."""

from __future__ import annotations

import pytest
from p2pgame.engine.games.te_trix.game import GAME
from p2pgame.engine.pending import Turn

from .tables import Table
from .te_trix_tables import FULL, HOLE, ROOM_FOR_ONE, finished, fresh, sheet, table


def test_7_1_alone_one_rolls_every_time() -> None:
    """No draw of a roller."""
    game = Table(GAME, GAME.begin(1)).draw("OOOO").play("I:OOOO").play("r0@a7").draw("SSSS")
    assert game.pending == Turn(0)
    assert game.position["sheets"][0][3][3] == "O"


def test_7_2_symbols_over_the_edge_are_crossed_out_on_the_band() -> None:
    """Eight spaces, three symbols over the edge."""
    game = fresh(1)
    assert game.position["band"] == 8
    assert game.play("r0@g7").position["band"] == 5


def test_7_3_no_more_may_run_over_than_the_band_has_left() -> None:
    """Two are allowed, three are not."""
    game = fresh(1, band=2)
    game.refuses(0, "r0@g7", "te-trix 7.3")
    assert game.play("r0@f7").position["band"] == 0


def test_7_4_one_may_stop() -> None:
    """Instead of a placement; the reason says that there was room."""
    game = fresh(1)
    assert game.legal(0)[-1] == "stop"
    assert game.play("stop").result.reason == "stop"


def test_7_4_alone_the_game_ends_when_the_shape_cannot_be_entered() -> None:
    """A hole; or a free corner and no space left on the band."""
    for rows, band in ((HOLE, 8), (ROOM_FOR_ONE, 2)):
        game = table(list(rows), band=band, phase="shape", shape=None).play("I:OOOO")
        assert game.result.reason == "no-room"
    table(list(ROOM_FOR_ONE), band=3).asks(0)


def test_7_4_a_shape_that_cannot_be_entered_while_others_could_is_a_stop() -> None:
    """An L fits into the free boxes, an I does not."""
    rows = ["...SXOS", ".XOSXOS", *FULL[2:]]
    game = table(rows, band=0, phase="shape", shape=None).play("I:OOOO")
    assert game.result.reason == "stop"
    table(rows, band=0, shape="L:OOOO").asks(0)


def test_7_5_spaces_left_on_the_band_are_points() -> None:
    """Five boxes and three spaces."""
    result = finished(sheet("XXXXX.."), band=3).result
    assert result.scores == (8,)
    assert ("band", 3) in result.detail[0]


def striped(extra: str) -> list[str]:
    """Rows of seven X, S, X, O, X and S, and `extra` as the lowest."""
    return ["XXXXXXX", "SSSSSSS", "XXXXXXX", "OOOOOOO", "XXXXXXX", "SSSSSSS", extra]


@pytest.mark.parametrize(
    ("extra", "band", "total", "rating"),
    [("OOOOO..", 0, 115, 0), ("OOOOO..", 5, 120, 120), ("OOOOOOO", 8, 127, 120), ("SSSSSSS", 0, 112, 0)],
)
def test_7_6_the_rating_stands_at_the_end_and_is_not_summed(extra: str, band: int, total: int, rating: int) -> None:
    """X 3 x 21, S 2 x 14 and O 2 x 12 or 2 x 14; or S 2 x 21 and O 1 x 7."""
    result = finished(striped(extra), band=band).result
    assert result.scores == (total,)
    assert result.detail[0][-1] == ("rating", rating)
    assert sum(points for _, points in result.detail[0][:-1]) == total


@pytest.mark.parametrize(("band", "total", "rating"), [(6, 129, 120), (7, 130, 130)])
def test_7_6_the_best_rating_begins_at_130(band: int, total: int, rating: int) -> None:
    """X 4 x 22, S 2 x 14, O 1 x 7, and the band."""
    sheet = ["XXXXX..", "SSSSSSS", "XXXXX..", "OOOOOOO", "XXXXXXX", "SSSSSSS", "XXXXX.."]
    result = finished(sheet, band=band).result
    assert result.scores == (total,)
    assert result.detail[0][-1] == ("rating", rating)


def test_7_7_alone_one_wins_unless_one_leaves() -> None:
    """With any score."""
    assert fresh(1).play("stop").result.winners == (0,)
    left = fresh(1).drop(0)
    assert (left.result.winners, left.result.reason) == ((), "default")
