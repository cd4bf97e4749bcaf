"""The fuzzer itself: it finds faults, and the commands that it prints replay them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from p2pgame.engine.games.tink.game import GAME, Tink
from p2pgame.engine.games.tink.moves import Move
from p2pgame.engine.games.tink.state import State

from .__main__ import main
from .play import Failure, Plan, Played, play, tables


class DeadEnd(Tink):
    """Tink in which nobody knows what to do after ten stones."""

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        """Nothing, after ten stones."""
        return super().legal(state, seat) if state.placed < 10 else iter(())


def test_a_table_of_all_seats_and_a_good_end(capsys: pytest.CaptureFixture[str]) -> None:
    """Six games of Tink over two, three and four seats, looked at closely."""
    assert main(["tink", "--games", "6", "--seed", "5", "--deep"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[:3] for line in printed[1:4]] == [["tink", str(seats), "2"] for seats in (2, 3, 4)]
    assert printed[-1] == "0 failed"


def test_a_dead_end_is_found() -> None:
    """With its seed and the reason."""
    outcome = play(DeadEnd(), [(2, {})], 7, Plan())
    assert isinstance(outcome, Failure)
    assert "seed 7" in outcome.what
    assert "dead end" in outcome.what


def test_a_seed_replays_the_game() -> None:
    """Same seed, same game, after any other games."""
    choices = tables(GAME, None, [])
    first, second = (play(GAME, choices, 11, Plan()) for _ in range(2))
    assert isinstance(first, Played)
    assert isinstance(second, Played)
    assert (first.steps, first.result) == (second.steps, second.result)
