"""Owners of files, and the rights of others, by POSIX; elsewhere each user has a home of their own."""

from __future__ import annotations

import os
import stat
from pathlib import Path

if os.name == "posix":
    import pwd


def make_folder(folder: Path) -> None:
    """Create the folder and its missing parents, each its owner's alone.

    Raises:
        OSError: it cannot be created.
    """
    if not folder.parent.exists():
        make_folder(folder.parent)
    folder.mkdir(exist_ok=True, mode=0o700)


def stranger(path: Path) -> str | None:
    """The name of the owner, if it is another user than this process's; None without a file.

    Raises:
        OSError: the system does not say.
    """
    if os.name != "posix":
        return None
    try:
        owner = path.lstat().st_uid
    except FileNotFoundError:
        return None
    return None if owner == os.geteuid() else name_of(owner)


def is_root() -> bool:
    """Whether this process has all rights, as after `sudo`."""
    return os.name == "posix" and os.geteuid() == 0


def me() -> str:
    """The name of this process's user, or its number."""
    return name_of(os.geteuid()) if os.name == "posix" else ""


def name_of(user: int) -> str:
    """The name of a user; the number if the system lists no such user."""
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)


def others_can_change(folder: Path) -> bool:
    """Whether another user could replace a file in the folder. In a folder such as `/tmp` everybody may add files, but
    not remove files of others. A group that may write is trusted, because it may be the user's own.

    Raises:
        OSError: the system does not say.
    """
    mode = folder.stat().st_mode if os.name == "posix" else 0
    return bool(mode & stat.S_IWOTH) and not mode & stat.S_ISVTX


def keeps_modes(folder: Path) -> bool:
    """Whether the file system keeps file modes; a file is created there for a moment.

    Raises:
        OSError: none can be created.
    """
    probe = folder / f".{os.getpid()}.probe"
    probe.unlink(missing_ok=True)
    descriptor = os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        return not stat.S_IMODE(os.fstat(descriptor).st_mode) & 0o077
    finally:
        os.close(descriptor)
        probe.unlink()
