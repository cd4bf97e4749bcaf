"""A player at a table: the profile with its key and its logs, and the name that others see."""

from __future__ import annotations

import getpass
import os
from dataclasses import dataclass, replace
from pathlib import Path

from p2pgame.engine.errors import quoted
from p2pgame.p2p.store.home import DEFAULT_PROFILE, Home, HomeError
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.wire.sanitize import clean_name

from ..system.exits import Failed, Misused
from ..words.sentences import sentence
from .bug_report import report_bugs_to
from .person import play_as, settings


@dataclass(frozen=True, slots=True)
class Me:
    """The player's identity, name, folder of logs, and profile."""

    identity: Identity
    name: str
    keeping: LogLocation
    profile: str = DEFAULT_PROFILE

    @property
    def bots(self) -> Path:
        """The folder for the logs of hosted bots: beside the player's own logs, but apart from them."""
        return self.keeping.folder.parent / "bots"

    @property
    def elsewhere(self) -> Me:
        """The same for a further table, after the requested log file has been written."""
        return replace(self, keeping=LogLocation(self.keeping.folder))


def me(profile: str, name: str | None, log: Path | None) -> Me:
    """The player of a profile.

    Raises:
        Failed: the profile's folder or key is unusable.
        Misused: the name cannot be shown.
    """
    try:
        home = Home.of(profile)
        identity = home.identity()
    except HomeError as error:
        raise Failed(sentence(str(error))) from error
    report_bugs_to(home.folder)
    play_as(profile)
    shown = clean_name(name if name is not None else settings().name or _user_name())
    if not shown:
        raise Misused(f"{quoted(name)} has no character that can be shown in a name.")
    return Me(identity, shown, LogLocation(home.logs, log), profile)


def _user_name() -> str:
    """The system's user name, if it can be shown; otherwise a name that others hardly have."""
    try:
        called = clean_name(getpass.getuser())
    except (KeyError, OSError):
        called = ""
    return called or f"player{os.getpid() % 100}"
