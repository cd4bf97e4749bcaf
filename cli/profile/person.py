"""The person at this program: the profile and its settings, read on first use."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from p2pgame.p2p.store.home import DEFAULT_PROFILE, Home, HomeError

from ..system.exits import Failed, ReaderGone
from ..system.streams import echo
from ..words.paths import path_told
from ..words.sentences import sentence
from . import settings as files
from .settings import Settings

_FILE = "settings.toml"


@dataclass(slots=True)
class _Person:
    profile: str = DEFAULT_PROFILE
    read: dict[Path, tuple[Settings, str]] = field(default_factory=dict)
    """File to what was read of it, and what was wrong with it."""


_person = _Person()
"""One a process, as a terminal is one: what is settled holds wherever something is shown."""


def play_as(profile: str) -> None:
    """Use the settings of another profile from now on."""
    _person.profile = profile


def profile() -> str:
    """The profile whose settings are used, and that plays unless a command names another."""
    return _person.profile


def home(profile: str | None = None) -> Home:
    """The folders of a profile, or of the one whose settings are used.

    Raises:
        Failed: the profile has a name that it cannot have, or the account has no home folder.
    """
    try:
        return Home.of(_person.profile if profile is None else profile)
    except HomeError as error:
        raise Failed(sentence(str(error))) from error


def settings_file() -> Path:
    """Where the settings are kept.

    Raises:
        Failed: as `home`.
    """
    return home().folder / _FILE


def settings() -> Settings:
    """The settings that hold. If a file is there that is not understood, one sentence on standard error says so."""
    return _found()[0]


def called() -> tuple[str, ...]:
    """The name of the first person at this keyboard, if the settings have one."""
    return tuple(filter(None, (settings().name,)))


def trouble() -> str:
    """The sentence about a file that is not understood; empty if all is well."""
    return _found()[1]


def _found() -> tuple[Settings, str]:
    try:
        path = settings_file()
    except Failed:
        return Settings(), ""  # whoever needs the profile says so
    if path not in _person.read:
        _person.read[path] = files.read(path)
        if _person.read[path][1]:
            with suppress(Failed, ReaderGone):  # where nothing can be said
                echo(_person.read[path][1].replace("`", ""), sys.stderr)
    return _person.read[path]


def try_on(wanted: Settings) -> None:
    """Use these settings from now on, without keeping them; a profile without a file cannot."""
    with suppress(HomeError):
        _person.read[settings_file()] = wanted, ""


def settle(wanted: Settings) -> None:
    """Use these settings from now on, and keep them.

    Raises:
        Failed: they cannot be kept; then they hold all the same, until the program ends.
    """
    path = settings_file()
    _person.read[path] = wanted, ""
    try:
        files.write(path, wanted)
    except OSError as error:
        raise Failed(f"The settings cannot be kept in {path_told(path)}: {error.strerror}.") from error
