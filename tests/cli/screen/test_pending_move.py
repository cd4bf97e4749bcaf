"""The move in hand, drawn on a board."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest
from p2pgame.cli.games.palette import is_ghost
from p2pgame.cli.games.preview import changed, preview
from p2pgame.cli.games.session import Session
from p2pgame.cli.screen.pending_move import PendingMove
from p2pgame.engine.bots.normal import Normal
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.pending import Chance, Over, asked
from p2pgame.engine.picture import Mark
from p2pgame.engine.squares import square_name

from ...engine.games.tentricks_tables import board, in_hand
from ...engine.games.test_tink import table as tink
from ...engine.playing import random_states

STEPS = 40
"""Of a game: enough for icons to be covered, and rows to be full."""


def _signed(mark: Mark) -> bool:
    return not mark.fills and (is_ghost(mark.ink) or bool(set("×!") & set(mark.shown("01"))))


@pytest.mark.parametrize("game_id", GAMES)
def test_a_preview_differs_from_the_board_by_its_signs_alone(game_id: str) -> None:
    """Colour is never the only sign: where a move would change a square, no placed thing looks like it."""
    game = load(game_id)
    session: Session[Any, Any] = Session(game, game.begin(2, {}))
    rng, seen = random.Random(2), 0
    while len(session.history) < STEPS and not isinstance(session.pending, Over):
        if isinstance(session.pending, Chance):
            session.draw(rng.randrange(session.pending.bound))
            continue
        seat = session.waiting[0]
        pending_move = PendingMove.of(game, session.state, seat)
        move = Normal().choose(game, session.state, seat, rng)
        pending_move.known = preview(game, session.state, seat, game.format(move))
        picture = game.picture(session.state)
        if pending_move.known.after is not None:
            before = picture.board_of(seat if pending_move.board is None else pending_move.board)
            drawn = pending_move.drawn_on(before, picture)
            for square in changed(before, pending_move.known.after.board_of(before.seat)):
                seen += 1
                assert _signed(drawn.at(square)), (move, drawn.at(square))
        assert not any(_signed(mark) for board in picture.boards for row in board.marks for mark in row)
        session.play(seat, move)
    assert seen


def test_a_stone_that_would_be_spent_shows_its_size() -> None:
    """A small and a medium are not worth the same."""
    game = load("tink")
    session: Session[Any, Any] = Session(game, game.begin(2, {}))
    session.draw_label("0")
    for seat, move in ((0, "s@d4"), (1, "s@h1"), (0, "s@d5"), (1, "s@h2")):
        session.play(seat, game.parse(move))
    pending_move = PendingMove.of(game, session.state, 0)
    pending_move.press("2")
    pending_move.point((4, 3))
    pending_move.look()
    picture = game.picture(session.state)
    drawn = pending_move.drawn_on(picture.boards[0], picture)
    assert {drawn.at((3, 3)).text, drawn.at((3, 4)).text} == {"×s"}
    assert drawn.at((4, 3)).text == "m"
    assert is_ghost(drawn.at((4, 3)).ink)


def test_the_ends_of_a_tower_show_their_icons_before_one_is_chosen() -> None:
    """Both choices, upright and upside down, show their icons."""
    game = load("tetris")
    session: Session[Any, Any] = Session(game, game.begin(2, {}))
    rng = random.Random(1)
    while isinstance(session.pending, Chance):
        session.draw(rng.randrange(session.pending.bound))
    shown = []
    for word in ("up", "down"):
        pending_move = PendingMove.of(game, session.state, 0)
        pending_move.cursor = word
        pending_move.look()
        picture = game.picture(session.state)
        marks = pending_move.drawn_on(picture.boards[0], picture).marks
        shown.append("".join(mark.text[0] for row in marks for mark in row))
        assert "◆" in shown[-1]
        assert "j" in shown[-1]
    assert shown[0] != shown[1]


@pytest.mark.parametrize("game_id", GAMES)
def test_any_legal_move_can_be_prepared_and_cancelled(game_id: str) -> None:
    """As for a hint: it stands there as if it had been put together; Escape goes back to where the move began."""
    game, rng = load(game_id), random.Random(5)
    for state in islice(random_states(game, 2, {}, rng), 1, 60):
        for seat in asked(game.pending(state)):
            moves = list(game.legal(state, seat))
            pending_move = PendingMove.of(game, state, seat)
            first = pending_move.spelled
            for move in rng.sample(moves, min(5, len(moves))):
                spelled = game.format(move)
                assert pending_move.take_up(spelled)
                assert (
                    pending_move.makes_move(spelled.split()[-1])
                    if pending_move.building is None
                    else pending_move.spelled == spelled
                )
                pending_move.step_back()
                pending_move.step_back()
                assert pending_move.spelled == first


def test_a_slide_that_leads_where_a_drop_does_is_spelled_as_that() -> None:
    """On an empty board every slide does, so none is refused."""
    game = load("tentricks")
    state = in_hand("L4", board(), board()).state
    pending_move = PendingMove.of(game, state, 0)
    for key in (",", ".", "right", ".", "r", ","):
        assert pending_move.press(key)
        pending_move.look()
        assert pending_move.known is not None
        assert pending_move.known.legal, pending_move.spelled


def test_the_stones_that_have_won_are_marked() -> None:
    """All of the line, a large among them, and no others; before, none is."""
    before = tink("0s 0s 0l . . . . 0s", "1s . . . 0m . . .")
    assert _starred(before.state) == set()
    before.play("s@d8")
    assert _starred(before.state) == {"a8", "b8", "c8", "d8"}


def _starred(state: Any) -> set[str]:
    shown = load("tink").picture(state).boards[0]
    return {square_name(square) for square in shown.squares() if shown.at(square).text.startswith("*")}
