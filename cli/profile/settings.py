"""A person's settings: name, colours, keys, and how a table behaves. Kept in the profile's folder, `settings.toml`:

    name = "Ada"
    colours = "colour-blind"
    keys = "hjkl"
    bell = true
    pause = "long"
    motion = false
    notation = true

A file that is not understood is left alone: the usual settings hold, and one sentence says why.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p2pgame.engine.errors import quoted
from p2pgame.p2p.store import small_file
from p2pgame.protocol.wire.sanitize import clean_name

from ..system.whole_file import write_private
from ..words.paths import display_path

COLOURS = ("default", "light", "high-contrast", "colour-blind", "none")
KEYS = ("wasd", "hjkl")
"""The letters that move like the arrows: left, down, up, right are `a s w d` or `h j k l`."""

PAUSES: Mapping[str, float] = {"short": 0.5, "long": 1.5, "none": 0.0}
"""Setting to seconds before each move of a bot and each draw, so that people can follow."""

_FILE_BYTES = 1 << 14
_DEPTH = 4
"""Nested containers, so that a value of the wrong form is still named as such; no setting has any."""

_WHAT_TO_DO = "open Settings in the menu of `p2pgame` and save them again"


class BadSettings(Exception):
    """A clause about the fault of the file."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A person's settings, with the defaults."""

    name: str = ""
    """Your name at the table; empty for the user name."""
    colours: str = "default"
    keys: str = "wasd"
    bell: bool = False
    """Whether the terminal rings when it is one's turn."""
    pause: str = "short"
    motion: bool = True
    """Whether pieces drop, dice roll and cards turn."""
    notation: bool = False
    """Whether the log spells each move behind its words."""

    @property
    def seconds(self) -> float:
        """The pause in seconds."""
        return PAUSES[self.pause]


def spell(settings: Settings) -> str:
    """The text of the file."""
    lines = [
        f"name = {json.dumps(settings.name, ensure_ascii=False)}",
        f'colours = "{settings.colours}"  # {", ".join(COLOURS)}',
        f'keys = "{settings.keys}"  # letters that move like the arrows: {", ".join(KEYS)}',
        f"bell = {_flag(settings.bell)}  # ring when it is your turn",
        f'pause = "{settings.pause}"  # before moves of bots and draws: {", ".join(PAUSES)}',
        f"motion = {_flag(settings.motion)}  # pieces drop, dice roll, cards turn",
        f"notation = {_flag(settings.notation)}  # the log shows each move also as you would type it",
    ]
    return "".join(f"{line}\n" for line in lines)


def _flag(value: bool) -> str:
    return "true" if value else "false"


def parse(text: str) -> Settings:
    """The settings of the file's text; missing ones have their defaults.

    Raises:
        BadSettings: it is not TOML, has an unknown setting, or gives one an impossible value.
    """
    try:
        found = small_file.parse_toml(text, _DEPTH)
    except small_file.MalformedFile as error:
        raise BadSettings(f"it {error}") from error
    unknown = set(found) - set(Settings.__slots__)
    if unknown:
        raise BadSettings(f"{quoted(min(unknown))} is not a setting")
    usual = Settings()
    return Settings(
        _name(found.get("name", usual.name)),
        _one_of(COLOURS, found, "colours", usual.colours),
        _one_of(KEYS, found, "keys", usual.keys),
        _true_or_false(found, "bell", usual.bell),
        _one_of(PAUSES, found, "pause", usual.pause),
        _true_or_false(found, "motion", usual.motion),
        _true_or_false(found, "notation", usual.notation),
    )


def _name(value: Any) -> str:
    if not isinstance(value, str) or clean_name(value) != value:
        raise BadSettings(f"{quoted(value)} cannot be shown as a name")
    return value


def _one_of(choices: Collection[str], found: Mapping[str, Any], setting: str, usual: str) -> str:
    value = found.get(setting, usual)
    if value not in choices:
        raise BadSettings(f"{setting} must be one of {', '.join(choices)}, not {quoted(value)}")
    return str(value)


def _true_or_false(found: Mapping[str, Any], setting: str, usual: bool) -> bool:
    value = found.get(setting, usual)
    if not isinstance(value, bool):
        raise BadSettings(f"{setting} must be true or false, not {quoted(value)}")
    return value


def read(path: Path) -> tuple[Settings, str]:
    """The settings in a file, and a sentence if they cannot be used; without a file, the defaults."""
    try:
        return parse(small_file.read_text(path, _FILE_BYTES)), ""
    except small_file.MissingFile:
        return Settings(), ""
    except small_file.UnusableFile as error:
        reason = f"the file {error}"
    except BadSettings as error:
        reason = str(error)
    return Settings(), f"The settings in {display_path(path)} are not used ({reason}): {_WHAT_TO_DO}."


def write(path: Path, settings: Settings) -> None:
    """Replace the whole file.

    Raises:
        Failed: it cannot be written.
    """
    write_private(path, spell(settings).encode(), "The settings")
