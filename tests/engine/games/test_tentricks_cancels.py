"""Clauses 4.5 and 4.6 of `spec/games/tentricks.md`: tokens cancelled, cancels cancelled."""

from __future__ import annotations

from p2pgame.engine.pending import Turn, Window

from .tables import Table
from .tentricks_tables import TYPES, board, in_hand, table, uses


def tokens(game: Table) -> list[list[int]]:
    """The tokens of each seat."""
    return [own["tokens"] for own in game.position["boards"]]


def test_4_6_a_token_waits_on_the_stack_for_seats_with_a_6() -> None:
    """All seats but the one that used it, in or out of turn."""
    game = table(board("AAAA", tokens=[6, 7]), board(tokens=[6]), board(tokens=[6]), board()).play("use 7 a1")
    assert game.position["stack"] == [{"seat": 0, "move": "use 7 a1"}]
    assert game.pending == Window((1, 2))
    assert game.legal(1) == ["pass", "use 6"]
    game.refuses(1, "use 7 a1", "tentricks 4.6")
    game.refuses(0, "use 6", "tentricks 3")
    assert game.play("pass", "pass").position["boards"][0]["placed"] == []


def test_4_6_nobody_with_a_6_means_no_window() -> None:
    """The token takes effect at once."""
    game = table(board("AAAA", tokens=[6, 7]), board()).play("use 7 a1")
    assert game.position["stack"] == []
    assert game.position["boards"][0]["placed"] == []


def test_4_6_a_cancelled_token_is_spent_and_locks_nobody() -> None:
    """Both tokens leave the game."""
    game = table(board(tokens=[5, 9]), board(tokens=[6, 8]), board(), placed="T4").play("use 5 s1 t8").play("use 6")
    assert tokens(game) == [[9], [8], []]
    assert game.position["boards"][1]["lock"] is None
    assert game.position["stack"] == []
    assert game.legal(0) == ["end", "use 9 s1", "use 9 s2"]


def test_4_6_every_seat_may_cancel_a_token() -> None:
    """Seat 2 cancels what seat 0 does to itself."""
    game = table(board("AAAA", tokens=[7]), board(), board(tokens=[6])).play("use 7 a1").play("use 6")
    assert len(game.position["boards"][0]["placed"]) == 1


def test_4_6_a_lock_does_not_stop_a_cancel_nor_does_a_cancel_lock() -> None:
    """Both seats are locked already and stay so; the third gets no lock."""
    boards = board("AAAA", tokens=[7, 7], lock=1), board(tokens=[6], lock=5), board()
    game = table(*boards).play("use 7 a1").play("use 6")
    assert [own["lock"] for own in game.position["boards"]] == [1, 5, None]
    assert tokens(game) == [[7], [], []]


def test_4_6_a_cancel_may_be_cancelled() -> None:
    """By any seat but the one that cancelled; then the first token's window opens again, and it takes effect."""
    game = table(board("AAAA", tokens=[6, 7]), board(tokens=[6]), board()).play("use 7 a1").play("use 6")
    assert [use["move"] for use in game.position["stack"]] == ["use 7 a1", "use 6"]
    assert game.pending == Window((0,))
    game.play("use 6")
    assert tokens(game) == [[], [], []]
    assert game.position["boards"][0]["placed"] == []


def test_4_6_a_window_that_opens_again_asks_again() -> None:
    """Seat 2 kept its 6 and uses it now."""
    game = table(board("AAAA", tokens=[6, 7]), board(tokens=[6]), board(tokens=[6])).play("use 7 a1")
    game.play("use 6", "pass")
    assert game.pending == Window((0, 2))
    game.play("use 6", "pass")
    assert [use["seat"] for use in game.position["stack"]] == [0, 1, 0]
    assert game.pending == Window((2,))
    game.play("pass")
    assert [use["seat"] for use in game.position["stack"]] == [0]
    assert game.pending == Window((2,))
    assert len(game.play("use 6").position["boards"][0]["placed"]) == 1


def test_4_6_the_first_in_turn_order_cancels() -> None:
    """Seats 0 and 3 answer `use 6` in the turn of seat 2; seat 3 comes first."""
    boards = board(tokens=[6]), board(), board("AAAA", tokens=[7]), board(tokens=[6])
    game = table(*boards, active=2).play("use 7 a1").play("use 6", "use 6")
    assert tokens(game)[0] == [6]
    assert tokens(game)[3] == []


def test_4_6_a_cancelled_pick_leaves_the_turn_in_start() -> None:
    """The piece stays in the supply."""
    game = table(board(tokens=[10, 10]), board(tokens=[6]), phase="start").play("use 10 T4").play("use 6")
    after = game.position
    assert (after["phase"], after["boards"][0]["standby"], after["supply"]["T4"]) == ("start", None, 6)
    assert uses(game.legal(0)) == sorted(f"use 10 {name}" for name in TYPES)


def test_4_6_a_cancelled_steer_leaves_the_window_open() -> None:
    """Seat 1 has another 1 and may try again."""
    game = in_hand("T4", board(), board(tokens=[1, 1]), board(tokens=[6]), phase="react")
    game.play("use 1").play("use 6")
    assert (game.position["phase"], game.position["steer"]) == ("react", None)
    game.asks(1)


def test_4_6_a_6_alone_is_never_asked_for() -> None:
    """It is usable in no phase."""
    game = in_hand("T4", board(tokens=[6]), board(tokens=[6]))
    assert uses(game.legal(0)) == []
    game.refuses(0, "use 6", "tentricks 4.6")


def test_4_5_a_token_used_as_a_cancel_meanwhile_is_not_taken() -> None:
    """Seat 1 cancels with the 6 that seat 0 wants; seat 2 cancels that; nothing is taken, but seat 1 is locked."""
    game = table(board(tokens=[5]), board(tokens=[6]), board(tokens=[6, 6])).play("use 5 s1 t6")
    assert game.pending == Window((1, 2))
    game.play("use 6", "pass").play("use 6")
    assert game.pending == Window((2,))
    game.play("pass")
    assert tokens(game) == [[], [], [6]]
    assert game.position["boards"][1]["lock"] == 5


def test_4_5_a_6_that_is_taken_cancels_no_more() -> None:
    """Seat 1 passed, and loses it."""
    game = table(board(tokens=[5]), board(tokens=[6]), board()).play("use 5 s1 t6").play("pass")
    assert tokens(game) == [[6], [], []]


def test_3_7_only_the_foremost_token_lies_on_the_stack() -> None:
    """The other answer lapses even if that token is cancelled; its seat is asked again."""
    boards = board(tokens=[9]), board(tokens=[5]), board(tokens=[5]), board(tokens=[6])
    game = table(*boards, phase="end")
    assert game.pending == Window((1, 2))
    game.play("use 5 s0 t9", "use 5 s0 t9")
    assert game.position["stack"] == [{"seat": 1, "move": "use 5 s0 t9"}]
    game.play("use 6")
    assert tokens(game) == [[9], [], [5], []]
    assert game.pending == Window((2,))


def test_4_6_the_stack_keeps_its_phase() -> None:
    """A token used in `place` and cancelled comes back to `place`."""
    game = in_hand("T4", board("AAAA", tokens=[7]), board(tokens=[6])).play("use 7 a1")
    assert game.position["phase"] == "place"
    game.play("use 6")
    assert (game.position["phase"], game.pending) == ("place", Turn(0))
