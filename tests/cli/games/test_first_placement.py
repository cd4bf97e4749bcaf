"""Where a move on the board begins."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

from p2pgame.cli.games.session import Session
from p2pgame.cli.games.tetris.move_builder import begin_move
from p2pgame.engine.bots import BOTS
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import load
from p2pgame.engine.pending import Chance


def test_the_piece_of_tetris_begins_where_it_can_stand() -> None:
    """As long as it can stand anywhere, also in a tower that is nearly full in the middle; otherwise it can be held."""
    game, full = load("tetris"), 0
    for seed in range(8):
        for state in states_of(game, seed):
            for seat in range(2):
                piece = begin_move(state, seat)
                legal = {game.format(move) for move in islice(game.legal(state, seat), 1000)}
                placed = {move for move in legal if "@" in move and not move.startswith("m")}
                if piece is not None and placed:
                    assert piece.text in placed
                    full += f"{piece.text[0]}0@d" not in placed
    assert full, "the middle was never full"


def states_of(game: AnyGame, seed: int) -> list[Any]:
    """The states of a random game in which somebody is asked, in order."""
    session: Session[Any, Any] = Session(game, game.begin(2, {}))
    rng, states = random.Random(seed), []
    while session.waiting or isinstance(session.pending, Chance):
        if isinstance(session.pending, Chance):
            session.draw(rng.randrange(session.pending.bound))
            continue
        states.append(session.state)
        for seat in session.waiting:
            session.play(seat, BOTS["random"].choose(game, session.state, seat, rng))
    return states
