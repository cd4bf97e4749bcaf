"""The program in the process of a worker: questions as lines of JSON come in, answers go out.

    {"game": "tink", "position": {...}, "seat": 0, "level": "hard", "seed": 7, "also": []}
    {"spent": 640, "nodes": 3000}
    {"moves": [["s@d4", 12], ["s@e5", 9]]}

`also` names moves to weigh in any case. While it thinks, it prints lines about the nodes spent. The moves are those
considered, best first, with their values. The process ends with its input.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Mapping
from typing import Any

from p2pgame.engine.bots import SEARCHERS
from p2pgame.engine.bots.budget import Budget, Watch
from p2pgame.engine.bots.searcher import search_of
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import load

SECONDS: Mapping[str, float] = {"hard": 1, "expert": 3}
"""The longest time of a decision, on any machine."""

_REPORT_EVERY = 0.1
"""Seconds between two lines about the nodes spent."""


def main() -> None:
    """Answer every question."""
    for line in sys.stdin:
        print(json.dumps({"moves": _answer(json.loads(line))}), flush=True)


def _answer(question: Mapping[str, Any]) -> list[tuple[str, int]]:
    game: AnyGame = load(question["game"])
    level = question["level"]
    budget = Budget(SEARCHERS[level].nodes(game), _watch(SECONDS[level]))
    also = [game.parse(move) for move in question["also"]]
    rng = random.Random(question["seed"])  # noqa: S311 - repeatable, not secret
    weighed = search_of(game).weigh(game, game.from_position(question["position"]), question["seat"], rng, budget, also)
    return [(game.format(move), value) for move, value in weighed]


def _watch(seconds: float) -> Watch:
    """Stops a search after that many seconds, and reports its progress."""
    now = time.monotonic()
    until, next_report = now + seconds, now + _REPORT_EVERY

    def watch(spent: int, nodes: int) -> bool:
        nonlocal next_report
        now = time.monotonic()
        if now >= next_report:
            next_report = now + _REPORT_EVERY
            print(json.dumps({"spent": spent, "nodes": nodes}), flush=True)
        return now < until

    return watch


if __name__ == "__main__":
    main()
