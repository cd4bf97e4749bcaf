"""Exhaustive search over states of any kind that can be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import Generic, TypeVar

S = TypeVar("S")


class Search(Generic[S]):
    """Every state that can be reached from some states, each once, and how each was reached."""

    def __init__(self, starts: Iterable[S], steps: Callable[[S], Iterable[S]], limit: int | None = None) -> None:
        """`steps` gives the states that may follow. At most `limit` states are found."""
        self._before: dict[S, S | None] = dict.fromkeys(starts)
        self._steps = steps
        self._limit = limit
        self.complete = True
        """Whether everything was searched; False once the limit has cut something off."""

    def __iter__(self) -> Iterator[S]:
        todo = list(self._before)
        while todo:
            state = todo.pop()
            yield state
            for new in self._steps(state):
                if new in self._before:
                    continue
                if self._limit is not None and len(self._before) >= self._limit:
                    self.complete = False
                    return
                self._before[new] = state
                todo.append(new)

    @property
    def found(self) -> int:
        """How many states have been found."""
        return len(self._before)

    def path(self, state: S) -> list[S]:
        """The states on the way to a state that was found, the start first."""
        path = [state]
        while (before := self._before[path[-1]]) is not None:
            path.append(before)
        return path[::-1]


def hopeless(
    starts: Iterable[S], steps: Callable[[S], Iterable[S]], is_good: Callable[[S], bool]
) -> tuple[list[S], int]:
    """The starts from which no good state can be reached, and how many states there are in all."""
    roots = list(dict.fromkeys(starts))
    before: dict[S, list[S]] = {root: [] for root in roots}
    good, todo = [], list(roots)
    while todo:
        state = todo.pop()
        if is_good(state):
            good.append(state)
            continue
        for new in steps(state):
            if new not in before:
                before[new] = []
                todo.append(new)
            before[new].append(state)
    hopeful = set(good)
    while good:
        for state in before[good.pop()]:
            if state not in hopeful:
                hopeful.add(state)
                good.append(state)
    return [root for root in roots if root not in hopeful], len(before)


def subsets(items: Sequence[S]) -> Iterator[tuple[S, ...]]:
    """All of them, the smallest first."""
    return chain.from_iterable(combinations(items, size) for size in range(len(items) + 1))
