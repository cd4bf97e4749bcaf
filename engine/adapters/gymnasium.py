"""Games for one seat as environments of Gymnasium: TEN against JEN, Te-Trix alone.

The reward is 1 for a win and -1 for a defeat, at the end. Points, where a game has them, are in the last `info`.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Literal

import gymnasium
from gymnasium.error import InvalidAction

from ..game import AnyGame
from ..options import Options
from .pettingzoo import RENDER_MODES, Actions, observation_space
from .pixels import pixels
from .table import IllegalAction, Table

_SEED = 1 << 32


class SoloEnv(gymnasium.Env[dict[str, Any], Any]):
    """A game with one seat."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 - the library declares it so

    def __init__(
        self,
        game: AnyGame,
        options: Options | None = None,
        *,
        render_mode: str | None = None,
        illegal: Literal["raise", "default"] = "raise",
    ) -> None:
        """An environment that waits for `reset`. An illegal action is refused, or plays the game's default move as if
        time had run out, because `check_env` and other callers ignore the mask.

        Raises:
            BadOption: the game has no solo variant, or no such option.
        """
        self.render_mode = render_mode
        self._forgives = illegal == "default"
        self.table = Table(game, 1, options)
        self.observation_space = observation_space(self.table, self.table.actions)
        self.action_space = Actions(self.table.actions, lambda: self.table.mask(0, self.table.actions))

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game; the seed decides chance."""
        super().reset(seed=seed)
        self.table.begin(Random(int(self.np_random.integers(_SEED))))  # noqa: S311 - play, no secret
        return self._observe(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], int, bool, bool, dict[str, Any]]:
        """One action.

        Raises:
            InvalidAction: it is not legal, and illegal ones are refused.
        """
        try:
            self.table.act(0, action if self._is_legal(action) else self.table.default(0))
        except IllegalAction as error:
            raise InvalidAction(str(error)) from error
        result = self.table.result
        if result is None:
            return self._observe(), 0, False, False, {}
        return self._observe(), 1 if result.winners else -1, True, False, {"points": result.scores[0]}

    def render(self) -> Any:
        """The text board, or pixels, by the mode that was asked for."""
        if self.render_mode == "ansi":
            return self.table.game.text(self.table.state)
        return pixels(self.table.game.picture(self.table.state)) if self.render_mode == "rgb_array" else None

    def _is_legal(self, action: Any) -> bool:
        return not self._forgives or int(action) in self.table.legal(0)

    def _observe(self) -> dict[str, Any]:
        return {"observation": self.table.observation(0), "action_mask": self.table.mask(0, self.table.actions)}
