"""Games as environments of PettingZoo: agents act one after another (AEC), or all at once (Parallel).

Agents are called `seat_0`, `seat_1` and so on. An observation is a dictionary of `observation` (numbers, the own seat
first) and `action_mask`. A reward comes at the end only (`Table.rewards`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from ..game import AnyGame
from ..options import Options
from .pixels import pixels
from .table import IllegalAction, Mask, Table

RENDER_MODES = ["ansi", "rgb_array"]

_LIMITS = np.iinfo(np.int32)
_SEED = 1 << 32


class Actions(spaces.Discrete):
    """Ids of actions. A sample without a mask is legal at that moment, so that it can be played."""

    def __init__(self, size: int, mask: Callable[[], Mask]) -> None:
        super().__init__(size)
        self._legal = mask

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> Any:
        """An action of the mask, or a legal one."""
        if mask is None and probability is None:
            mask = self._legal()
        return super().sample(mask=mask, probability=probability)


def observation_space(table: Table, ids: int) -> spaces.Dict:
    """The space of a seat's observations."""
    size = len(table.observation(0))
    return spaces.Dict(
        {
            "observation": spaces.Box(_LIMITS.min, _LIMITS.max, (size,), np.int32),
            "action_mask": spaces.Box(0, 1, (ids,), np.int8),
        }
    )


def env(
    game: AnyGame,
    seats: int | None = None,
    options: Options | None = None,
    *,
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Any, Any]:
    """The environment in which agents act one after another, with PettingZoo's own guards.

    An agent that takes an illegal action ends the game with a reward of -1 (`TerminateIllegalWrapper`); an id of no
    possible move is refused (`AssertOutOfBoundsWrapper`).
    """
    raw = TableEnv(game, seats, options, max_cycles=max_cycles, render_mode=render_mode)
    guarded = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class _Common:
    """The common parts of both kinds of environments."""

    def __init__(
        self,
        game: AnyGame,
        seats: int | None,
        options: Options | None,
        max_cycles: int | None,
        render_mode: str | None,
        waits: int,
    ) -> None:
        """`waits` is the number of ids after those of the game."""
        seats = game.seats[0 if game.seats[0] > 1 else 1] if seats is None else seats
        self.metadata = {
            "name": f"p2pgame_{game.id}_v{game.rules}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.table = Table(game, seats, options)
        self.ids = self.table.actions + waits
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._max_cycles = max_cycles
        self._cycles = 0
        shared = observation_space(self.table, self.ids)
        self.observation_spaces = dict.fromkeys(self.possible_agents, shared)
        self.action_spaces = {
            agent: Actions(self.ids, partial(self.mask, seat)) for seat, agent in enumerate(self.possible_agents)
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Numbers and a mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Ids."""
        return self.action_spaces[agent]

    def mask(self, seat: int) -> Mask:
        """The legal actions of the seat."""
        return self.table.mask(seat, self.ids)

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        return {"observation": self.table.observation(seat), "action_mask": self.mask(seat)}

    def render(self) -> Any:
        """The text board, or pixels, by the mode that was asked for."""
        if self.render_mode == "ansi":
            return self.table.game.text(self.table.state)
        if self.render_mode == "rgb_array":
            return pixels(self.table.game.picture(self.table.state))
        return None

    def close(self) -> None: ...

    def _begin(self, seed: int | None) -> None:
        self.agents = list(self.possible_agents)
        self._cycles = 0
        self.table.begin(random.Random(random.randrange(_SEED) if seed is None else seed))  # noqa: S311 - play, no secret

    @property
    def _ends(self) -> tuple[bool, bool]:
        """Whether the game is over, and whether it is cut short."""
        over = self.table.result is not None
        return over, not over and self._max_cycles is not None and self._cycles >= self._max_cycles


class TableEnv(_Common, AECEnv[str, Any, Any]):
    """Agents act one after another; of seats that choose at once, the lowest first; the others do not see its
    choice."""

    def __init__(
        self,
        game: AnyGame,
        seats: int | None = None,
        options: Options | None = None,
        *,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`max_cycles` is the number of steps after which the game is cut short; a step counts if it asks a seat."""
        AECEnv.__init__(self)
        _Common.__init__(self, game, seats, options, max_cycles, render_mode, waits=0)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new game; chance is decided by the seed."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: Any) -> None:
        """The action of the agent that is selected.

        Raises:
            InvalidAction: it is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        state = self.table.state
        try:
            self.table.act(self.possible_agents.index(agent), action)
        except IllegalAction as error:
            raise InvalidAction(str(error)) from error
        self._cycles += self.table.state is not state
        over, cut = self._ends
        self.rewards = dict(zip(self.possible_agents, self.table.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self._accumulate_rewards()
        self._select()

    def _select(self) -> None:
        """Select the next agent that is asked; at the end the first agent, because the library asks all of them once
        more."""
        waiting = () if any(self._ends) else self.table.waiting
        self.agent_selection = self.possible_agents[waiting[0]] if waiting else self.agents[0]


class ParallelTableEnv(_Common, ParallelEnv[str, Any, Any]):
    """All agents act at once. One that is not asked has a single legal action: the last id, which waits."""

    def __init__(
        self,
        game: AnyGame,
        seats: int | None = None,
        options: Options | None = None,
        *,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`max_cycles` is the number of steps after which the game is cut short."""
        _Common.__init__(self, game, seats, options, max_cycles, render_mode, waits=1)

    @property
    def wait(self) -> int:
        """The id of waiting."""
        return self.table.actions

    def mask(self, seat: int) -> Mask:
        """The legal actions of the seat; waiting, without any."""
        mask = self.table.mask(seat, self.ids)
        mask[self.wait] = not mask.any()
        return mask

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game; chance is decided by the seed."""
        self._begin(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, Any], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """The actions of all agents.

        Raises:
            InvalidAction: one of them is not legal; then none counts.
        """
        agents, waiting = list(self.agents), self.table.waiting
        for seat, agent in enumerate(self.possible_agents):
            if agent in actions and not self.mask(seat)[actions[agent]]:
                raise InvalidAction(f"action {actions[agent]} of {agent} is not legal here")
        for seat in waiting:
            self.table.act(seat, actions[self.possible_agents[seat]])
        self._cycles += 1
        over, cut = self._ends
        rewards = dict(zip(self.possible_agents, self.table.rewards(), strict=True))
        observations = self._observations()
        if over or cut:
            self.agents = []
        infos: dict[str, Any] = {agent: {} for agent in agents}
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def _observations(self) -> dict[str, Any]:
        return {agent: self.observe(agent) for agent in self.agents}
