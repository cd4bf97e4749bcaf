"""The rules of each game in short, for its players: one `GAME.md` for every game.

The exact rules stand in `spec/games/`.
"""

from __future__ import annotations

from importlib.resources import files


def text(game_id: str) -> str:
    """The rules of a game: a title, a paragraph that says what it is about, sections; no newline at the end."""
    return files(__name__).joinpath(f"{game_id}.md").read_text("utf-8").rstrip()


def summary(game_id: str) -> str:
    """What the game is about: the first paragraph of its rules as one line."""
    return " ".join(text(game_id).split("\n\n")[1].split())
