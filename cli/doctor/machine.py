"""The program itself, its folder, the clock, and visible signs of a firewall."""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Iterable, Iterator
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import TypeAlias

from p2pgame.p2p.link.listener import DEFAULT_PORT
from p2pgame.p2p.store import ownership, small_file
from p2pgame.p2p.store.home import Home, HomeError
from p2pgame.protocol.contract.contract import PROTOCOL
from p2pgame.protocol.identity.fingerprint import fingerprint

from ..games.find import games
from ..words.grammar import count
from .finding import Finding, bad, note, ok

_LIBRARIES = ("trio", "zeroconf", "cryptography", "msgpack", "spake2")
Firewall: TypeAlias = tuple[str, Path, str, str]
"""Name, a file that everybody may read, its content while the firewall is on, and the command to allow tables."""

_FIREWALL_BYTES = 1 << 16
"""Bytes of a firewall's file; they have some hundred."""

_ROOM = 20 << 20
"""Bytes that must be free; a log takes far less than one mebibyte."""

FIREWALLS: tuple[Firewall, ...] = (
    ("ufw", Path("/etc/ufw/ufw.conf"), "ENABLED=yes", "sudo ufw allow {port}/tcp && sudo ufw allow 5353/udp"),
    (
        "firewalld",
        Path("/run/firewalld/firewalld.pid"),
        "",
        "sudo firewall-cmd --add-port={port}/tcp --add-service=mdns",
    ),
)


def look(profile: str) -> Iterator[Finding]:
    """All checks of this module."""
    yield _program()
    yield from folder(profile)
    yield clock(datetime.now().astimezone(), datetime.fromtimestamp(Path(__file__).stat().st_mtime).astimezone())
    yield from firewalls(FIREWALLS)


def _program() -> Finding:
    libraries = ", ".join(f"{name} {version(name)}" for name in _LIBRARIES)
    rules = ", ".join(f"{game.id} {game.rules}" for game in games())
    return ok(
        "program",
        f"p2pgame {version('p2pgame')}, protocol {PROTOCOL}, Python {platform.python_version()} on "
        f"{platform.system()}; rules of {rules}; {libraries}.",
    )


def folder(profile: str) -> Iterator[Finding]:
    """Whether the key and the logs of a profile can be kept."""
    try:
        home = Home.of(profile)
        identity = home.identity()
    except HomeError as error:
        yield bad("folder", f"The profile {profile} cannot be used.", f"{error}.")
        return
    yield ok("folder", f"Your key and logs are in {home.folder}; your fingerprint is {fingerprint(identity.public)}.")
    yield from _foreign_logs(home)
    free = shutil.disk_usage(home.folder).free
    if free < _ROOM:
        yield bad(
            "disk",
            f"Only {free >> 10} KiB are free in the profile's folder.",
            "Free some space: a game stops when its log does not fit.",
        )


def _foreign_logs(home: Home) -> Iterator[Finding]:
    """The logs that this user cannot continue, as after a game that was played with sudo."""
    with os.scandir(home.logs) as entries:
        foreign = [entry.name for entry in entries if not os.access(entry.path, os.R_OK | os.W_OK)]
    if foreign:
        yield bad(
            "logs",
            f"You cannot read or write {count(len(foreign), 'file')} in {home.logs}, such as {min(foreign)}.",
            f"Run `sudo chown -R {ownership.me()} {home.logs}`.",
        )


def clock(now: datetime, installed: datetime) -> Finding:
    """Whether the clock can be right: it must not be before the installation of the program."""
    if now < installed:
        return note(
            "clock", f"The clock says {now:%Y-%m-%d %H:%M}, but this program was installed later.", "Set the clock."
        )
    return ok("clock", f"The clock says {now:%Y-%m-%d %H:%M %Z}. It only matters for the names of logs.")


def firewalls(known: Iterable[Firewall]) -> Iterator[Finding]:
    """Active firewalls, with the commands to allow tables."""
    for name, file, sign, command in known:
        try:
            on = sign in small_file.read(file, _FIREWALL_BYTES).decode(errors="replace")
        except small_file.UnusableFile:
            continue
        if on:
            advice = f"To allow tables, run `{command.format(port=DEFAULT_PORT)}`."
            yield note("firewall", f"{name} is on.", advice)
