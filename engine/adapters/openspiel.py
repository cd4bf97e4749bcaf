"""Games as games of OpenSpiel, by the names `p2pgame_tink`, `p2pgame_te_trix` and so on: `register` adds them.

Seats that choose at once act one after another, the lowest first. No observation shows a choice before all have chosen.
Chance is explicit: an action of a chance node is the place of an outcome.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pyspiel

from ..game import AnyGame
from ..pending import Chance
from .table import IllegalAction, Table

LONGEST = 20_000
"""Actions and draws of a game, at most: no game has so many."""

OUTCOMES = 128
"""Outcomes of a draw, at most: no draw has so many."""


def name_of(game: AnyGame) -> str:
    """The name under which OpenSpiel knows a game."""
    return f"p2pgame_{game.id.replace('-', '_')}"


@cache
def register(game: AnyGame) -> str:
    """Add a game to OpenSpiel, once; the name for `pyspiel.load_game`. Its parameter `seats` is the number of
    players."""
    few, many = max(2, game.seats[0]), game.seats[-1]
    kind = pyspiel.GameType(
        short_name=name_of(game),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=many,
        min_num_players=few,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": few},
    )

    class Spiel(pyspiel.Game):
        """One table of that game."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            self.table = Table(game, int((params or {}).get("seats", few)))
            info = pyspiel.GameInfo(
                num_distinct_actions=self.table.actions,
                max_chance_outcomes=OUTCOMES,
                num_players=self.table.seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=None,
                max_game_length=LONGEST,
            )
            super().__init__(kind, info, params or {})

        def new_initial_state(self, state: object = None) -> State:
            """The table before anything has happened."""
            return State(self, game, self.table.seats)

        def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> Observer:
            """A seat's view."""
            return Observer(len(self.table.observation(0)))

    pyspiel.register_game(kind, Spiel)
    return name_of(game)


class State(pyspiel.State):
    """A state of a table."""

    def __init__(self, spiel: pyspiel.Game, game: AnyGame, seats: int) -> None:
        super().__init__(spiel)
        self.table = Table(game, seats)
        self.table.begin(None)

    def current_player(self) -> int:
        """The seat that must act, or OpenSpiel's number for chance or for the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.table.waiting[0] if self.table.waiting else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.table.legal(player)) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The place of each outcome, with its probability."""
        pending = self.table.pending
        if not isinstance(pending, Chance):
            return []
        return [(place, weight / pending.bound) for place, (_, weight) in enumerate(pending.outcomes)]

    def _apply_action(self, action: int) -> None:
        pending = self.table.pending
        try:
            if isinstance(pending, Chance):
                self.table.draw(sum(weight for _, weight in pending.outcomes[:action]))
            else:
                self.table.act(self.current_player(), action)
        except IllegalAction as error:
            raise pyspiel.SpielError(str(error)) from error

    def _action_to_string(self, player: int, action: int) -> str:
        pending = self.table.pending
        if isinstance(pending, Chance):
            return pending.outcomes[action][0]
        return self.table.spell(player, action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.table.result is not None

    def returns(self) -> list[float]:
        """For each seat 1 for a win, -1 if another seat wins, 0 otherwise."""
        return [float(reward) for reward in self.table.rewards()]

    def __str__(self) -> str:
        return self.table.game.text(self.table.state)


class Observer:
    """A seat's view, as numbers and as text."""

    def __init__(self, size: int) -> None:
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Replace the tensor's content by the seat's view."""
        self.tensor[:] = state.table.observation(player)

    def string_from(self, state: State, player: int) -> str:
        """The text board."""
        return str(state)
