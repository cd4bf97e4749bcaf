"""The person at this program: the profile and its settings, read on first use."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from p2pgame.p2p.store.home import DEFAULT_PROFILE, VARIABLE, Home, HomeError

from ..system.exits import Failed, ReaderGone
from ..system.streams import echo
from ..words.sentences import sentence
from . import settings as files
from .settings import Settings

_FILE = "settings.toml"

_DECIDING = (VARIABLE, "HOME", "XDG_DATA_HOME")
"""Variables of the environment by which the folder of a profile is found."""


@dataclass(slots=True)
class _Person:
    profile: str = DEFAULT_PROFILE
    read: dict[Path, tuple[Settings, str]] = field(default_factory=dict)
    """By file: its settings, and the sentence about its fault."""
    files: dict[tuple[str | None, ...], Path] = field(default_factory=dict)
    """The file by profile and environment: a drawing asks for the settings thousands of times."""


_person = _Person()
"""One per process, like a terminal: the settings apply to everything on the screen."""


def play_as(profile: str) -> None:
    """Use the settings of another profile from now on."""
    _person.profile = profile


def profile() -> str:
    """The profile whose settings are used, and which plays unless a command names another one."""
    return _person.profile


def home(profile: str | None = None) -> Home:
    """The folders of a profile; by default of the one whose settings are used.

    Raises:
        Failed: the name of the profile is impossible, or the account has no home folder.
    """
    try:
        return Home.of(_person.profile if profile is None else profile)
    except HomeError as error:
        raise Failed(sentence(str(error))) from error


def settings_file() -> Path:
    """The path of the settings.

    Raises:
        Failed: as `home`.
    """
    return home().folder / _FILE


def is_new() -> bool:
    """Whether nothing has been settled in this profile yet."""
    try:
        settings_file().lstat()
    except FileNotFoundError:
        return True
    except (Failed, OSError):
        pass  # nothing can be settled there
    return False


def settings() -> Settings:
    """The settings in use. If there is an invalid file, one sentence on standard error says so."""
    return _found()[0]


def called() -> tuple[str, ...]:
    """The name of the first person at this keyboard, if the settings have one."""
    return tuple(filter(None, (settings().name,)))


def trouble() -> str:
    """The sentence about an invalid file; empty if all is well."""
    return _found()[1]


def _found() -> tuple[Settings, str]:
    try:
        path = _settings_file()
    except Failed:
        return Settings(), ""  # a caller that needs the profile reports this
    if path not in _person.read:
        _person.read[path] = files.read(path)
        if _person.read[path][1]:
            with suppress(Failed, ReaderGone):  # if nothing can be printed
                echo(_person.read[path][1].replace("`", ""), sys.stderr)
    return _person.read[path]


def _settings_file() -> Path:
    """The path of the settings, found once.

    Raises:
        Failed: as `home`.
    """
    where = (_person.profile, *map(os.environ.get, _DECIDING))
    path = _person.files.get(where)
    if path is None:
        path = _person.files[where] = settings_file()
    return path


def try_on(wanted: Settings) -> None:
    """Use these settings from now on without saving them; possible without a file, too."""
    with suppress(HomeError):
        _person.read[settings_file()] = wanted, ""


def settle(wanted: Settings) -> None:
    """Use these settings from now on, and save them.

    Raises:
        Failed: they cannot be saved. They still apply until the program ends.
    """
    path = settings_file()
    _person.read[path] = wanted, ""
    files.write(path, wanted)
