"""The thinking time of a bot, counted in nodes: positions that it evaluates. A clock is not used, so equal seeds give
equal games."""

from __future__ import annotations

from collections.abc import Callable

Watch = Callable[[int, int], bool]
"""Called with the nodes spent and the nodes allowed; False stops the search with the best move found so far."""


class Budget:
    """The nodes that one decision may cost, and those it has cost. Serves one decision."""

    def __init__(self, nodes: int, watch: Watch | None = None) -> None:
        """`watch` is called for each expense: it can show progress, or stop a search at a time of its own."""
        self.nodes = nodes
        self.spent = 0
        self._watch = watch
        self._stopped = False

    def spend(self, nodes: int) -> bool:
        """Count these nodes as spent; return whether the search may continue."""
        self.spent += nodes
        if self._watch is not None and not self._watch(self.spent, self.nodes):
            self._stopped = True
        return not self.is_spent

    @property
    def is_spent(self) -> bool:
        """Whether the search must end."""
        return self._stopped or self.spent >= self.nodes
