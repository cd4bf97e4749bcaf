"""The rules of each game for its players: in short, one `GAME.md` for every game, and exactly, as in `spec/games/`."""

from __future__ import annotations

import re
from importlib.resources import files

_CLAUSE = re.compile(r"(?m)^(?:## )?(?=[0-9]+(?:\.[0-9]+[a-z]?)? )")
"""Where a section or a clause begins."""


def text(game_id: str) -> str:
    """The rules of a game in short: a title, a paragraph on what it is about, sections; no newline at the end."""
    return files(__name__).joinpath(f"{game_id}.md").read_text("utf-8").rstrip()


def summary(game_id: str) -> str:
    """What the game is about: the first paragraph of its rules as one line."""
    return " ".join(text(game_id).split("\n\n")[1].split())


def exact(game_id: str) -> str:
    """The rules of a game clause by clause."""
    return files("p2pgame.spec.games").joinpath(f"{game_id}.md").read_text("utf-8").rstrip()


def clause(game_id: str, number: str) -> str | None:
    """The clause of that number, such as `3.1`, or the section `3` with all its clauses; None if there is none."""
    whole = exact(game_id)
    begins = [match.start() for match in _CLAUSE.finditer(whole)]
    parts = [whole[begin:end] for begin, end in zip(begins, [*begins[1:], len(whole)], strict=True)]
    found = [part.rstrip() for part in parts if _number(part) == number or _number(part).startswith(f"{number}.")]
    return "\n\n".join(found) or None


def _number(part: str) -> str:
    return part.removeprefix("## ").split(maxsplit=1)[0]
