"""The rules of each game for its players: in short, from the game's folder here, and exactly, from `spec/games/`.

A game of another package has one page for both, `rules.md` in its package. Without one, the engine's own description is
shown.
"""

from __future__ import annotations

import re
from importlib.resources import files

from p2pgame.engine.game import AnyGame

from ..words.sentences import sentence
from . import folder_of

_CLAUSE = re.compile(r"(?m)^(?:## )?(?=[0-9]+(?:\.[0-9]+[a-z]?)? )")
"""The beginning of a section or a clause."""


def text(game: AnyGame) -> str:
    """The rules of a game in short: a title, a paragraph about it, sections; no newline at the end."""
    folder = folder_of(game) or type(game).__module__.rpartition(".")[0]
    page = files(folder).joinpath("rules.md") if folder else None
    return page.read_text("utf-8").rstrip() if page is not None and page.is_file() else _described(game)


def summary(game: AnyGame) -> str:
    """The first paragraph of a game's rules, as one line."""
    return " ".join(text(game).split("\n\n")[1].split())


def exact(game: AnyGame) -> str:
    """The rules of a game clause by clause; in short if there is no such page."""
    if folder_of(game) is None:
        return text(game)
    return files("p2pgame.spec.games").joinpath(f"{game.id}.md").read_text("utf-8").rstrip()


def clause(game: AnyGame, number: str) -> str | None:
    """The clause of that number, such as `3.1`, or the section `3` with all its clauses; None for an unknown number."""
    whole = exact(game)
    begins = [match.start() for match in _CLAUSE.finditer(whole)]
    parts = [whole[begin:end] for begin, end in zip(begins, [*begins[1:], len(whole)], strict=True)]
    found = [part.rstrip() for part in parts if _number(part) == number or _number(part).startswith(f"{number}.")]
    return "\n\n".join(found) or None


def _described(game: AnyGame) -> str:
    seats = f"{game.seats[0]} to {game.seats[-1]} seats"
    return f"# {game.title}\n\nA game for {seats} from another package.\n\n## Moves\n\n{sentence(game.move_help)}"


def _number(part: str) -> str:
    return part.removeprefix("## ").split(maxsplit=1)[0]
