"""Words that people type instead of a command, with the commands that they may mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from p2pgame.engine.games import GAMES

_MEANT: Mapping[str, str] = {
    "help": "--help",
    "version": "--version",
    "new": "play",
    "start": "host",
    "serve": "host",
    "server": "host",
    "create": "host",
    "connect": "join",
    "list": "tables",
    "ls": "tables",
    "lobby": "tables",
    "spectate": "watch",
    "continue": "resume",
    "load": "resume",
    "restore": "resume",
    "check": "verify",
    "tutorial": "learn",
    "teach": "learn",
    "lesson": "learn",
    "manual": "rules",
    "export": "replay",
    "mygames": "history",
    "my-games": "history",
    "stats": "history",
    "records": "history",
    "scores": "history",
    "logs": "history",
    "options": "games",
    "diagnose": "doctor",
    "bots": "arena",
}
"""Words of other programs, with our commands for them."""


def suggest_command(word: str, rest: Sequence[str], commands: Mapping[str, str]) -> str:
    """The command line meant by an unknown word and the words behind it; empty if there is no guess."""
    word = word.lower()
    if word == "help" and rest and rest[0] in commands:
        return f"p2pgame {rest[0]} --help"
    if word in _MEANT:
        return f"p2pgame {_MEANT[word]}"
    near = get_close_matches(word.replace(" ", "-"), [*commands, *GAMES], 1)
    if not near:
        return ""
    return f"p2pgame play {near[0]}" if near[0] in GAMES else f"p2pgame {near[0]}"
