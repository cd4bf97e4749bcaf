"""The help of a table, made from the present keys."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rich.text import Text

from ..words.sentences import sentence
from ..words.widths import wrap
from .drawing import style
from .keys import shown

_COLUMNS = 74
"""Columns of a text over a screen of 80 columns."""

SCREEN_KEYS: Mapping[str, str] = {
    "enter": "make the move shown",
    "esc": "cancel the move",
    ": or /": "type a move or a command; esc closes the line",
    "i": "a hint: the move of the hard bot, and why",
    "ctrl+z": "take the last move back, if possible",
    "l": "the log of the game",
    "v": "trust: fingerprints and draws",
    "b": "the rules of the game",
    "t": "chat with the others",
    "?": "this help",
    "q": "leave",
}
"""Keys of the table's screen that mean the same in every game."""


def help_text(
    asked: Text,
    move_keys: Mapping[str, str],
    move_help: str,
    lacking: Collection[str],
    legend: Mapping[str, str],
    commands: Mapping[str, str],
) -> Text:
    """The question, keys of the move, keys of the screen except for those `lacking` here, the meaning of things at the
    table, the form of moves, and the commands."""
    return Text("\n").join(
        [
            asked,
            *_part("Making your move", move_keys),
            *_part("More keys", {key: label for key, label in SCREEN_KEYS.items() if key not in lacking}),
            *_part("Legend", legend),
            Text(),
            Text("Moves in words", style("strong")),
            Text(sentence(move_help), style("plain")),
            *_part("Typed commands", commands),
        ]
    )


def watching_help_text(talks: bool, legend: Mapping[str, str], commands: Mapping[str, str]) -> Text:
    """A spectator's keys, with that for chat if the spectator `talks`, the meaning of things at the table, and the
    commands."""
    looking = {"tab, 1 2 3 ...": "view from another seat: its board is large"}
    typing = {": or /": "type a command; esc closes the line"}
    keys = {**looking, **{key: SCREEN_KEYS[key] for key in ("l", "v", "b", *("t" * talks), "?", "q")}, **typing}
    text = "You are watching. You see every board, and your program checks every step, but you cannot move."
    parts = _part("Keys", keys), _part("Legend", legend), _part("Typed commands", commands)
    return Text("\n").join([Text(text, style("plain")), *(line for part in parts for line in part)])


def keys_text(keys: Mapping[str, str]) -> Text:
    """Keys with their effects, one a line."""
    return Text("\n").join(_lines(keys))


def _part(title: str, keys: Mapping[str, str]) -> list[Text]:
    return [Text(), Text(title, style("strong")), *_lines(keys)]


def _lines(keys: Mapping[str, str]) -> list[Text]:
    wide = max(map(len, keys), default=0) + 2
    return [
        Text.assemble((f"  {shown(key) if row == 0 else '':<{wide}}", style("strong")), (line, style("plain")))
        for key, label in keys.items()
        for row, line in enumerate(wrap(label, _COLUMNS - wide - 2))
    ]
