"""Whole games of TEN against the script of `ten_script`: the same is asked of the same with the same answers
open, and all lies where it says.
"""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from p2pgame.engine.bots import BOTS
from p2pgame.engine.events import Drawn, Played
from p2pgame.engine.games.ten.game import GAME
from p2pgame.engine.games.ten.state import State
from p2pgame.engine.pending import Chance, Over, Turn
from p2pgame.engine.play import step

from .ten_script import Script


@settings(max_examples=12)  # whole games
@given(
    seed=st.integers(0, 2**32),
    seats=st.integers(1, 5),
    bust_buy=st.booleans(),
    grade=st.integers(4, 10),
    bot=st.sampled_from(["random", "random", "random", "normal"]),
)
def test_a_game_goes_as_the_script_says(seed: int, seats: int, bust_buy: bool, grade: int, bot: str) -> None:
    """From the first draw to the last purchase, for all seats and options."""
    rng = random.Random(seed)
    grade = grade if seats == 1 else 4
    state = GAME.begin(seats, {"bust_buy": bust_buy, "jen": grade})
    script = Script(seats, bust_buy, grade)
    game = script.game()
    asked = next(game)
    while True:
        compare(state, script)
        match GAME.pending(state):
            case Chance() as chance:
                assert asked is None
                value = rng.randrange(chance.bound)
                labels = [label for label, weight in chance.outcomes for _ in range(weight)]
                state, answer = step(GAME, state, Drawn(value)), labels[value]
            case Turn(seat):
                assert asked == seat
                assert sorted(map(GAME.format, GAME.legal(state, seat))) == sorted(script.allowed)
                move = BOTS[bot].choose(GAME, state, seat, rng)
                state, answer = step(GAME, state, Played(seat, move)), GAME.format(move)
            case _:
                raise AssertionError("the script goes on")
        try:
            asked = game.send(answer)
        except StopIteration:
            break
    compare(state, script)
    assert isinstance(GAME.pending(state), Over)


def compare(state: State, script: Script) -> None:
    """Fail unless all is where the script has it."""
    position = GAME.position(state)
    assert position["row"] == script.row
    assert position["market"] == sorted(script.market.elements())
    assert position["discarded"] == sorted(script.discarded.elements())
    assert position["unseen"] == {card: script.deck[card] for card in position["unseen"]}
    for player, owner in zip(position["players"], script.owners, strict=True):
        assert (player["coins"], player["bust"]) == (owner.coins, owner.bust)
        assert player["cards"] == sorted(owner.cards.elements())
