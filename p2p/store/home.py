"""Where a profile keeps its key and its logs.

    HOME/PROFILE/identity.key     32 secret bytes, readable by the owner alone
    HOME/PROFILE/logs/*.p2plog
    HOME/PROFILE/games/GAME.game        of games on this machine, begun from the menu
    HOME/PROFILE/bots/BOT/*.p2plog      logs of hosted bots, while their tables are played

HOME is `P2PGAME_HOME`, or the system's folder for a user's data.
"""

from __future__ import annotations

import errno
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from p2pgame.engine.errors import quoted

from . import atomic_write, ownership, small_file

if TYPE_CHECKING:
    from p2pgame.protocol.identity.keys import Identity

VARIABLE = "P2PGAME_HOME"
DEFAULT_PROFILE = "default"

_KEY_BYTES = 32
"""The seed of an identity (`protocol.identity.keys.SEED_BYTES`)."""


_ELSEWHERE = f"set {VARIABLE} to another folder"
_NO_RIGHTS = "the file system of {} keeps no permissions, as Windows drives under WSL, so others could use your key"


_NO_LINKS = frozenset({errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK})
"""Errors of a file system that gives no file two names, such as FAT or some network file systems."""


class HomeError(Exception):
    """The profile is unusable: one sentence says what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class Home:
    """The folder of one profile."""

    folder: Path

    @classmethod
    def of(cls, profile: str = DEFAULT_PROFILE) -> Home:
        """The home of a profile; it need not exist yet.

        Raises:
            HomeError: the name could lead out of the folder of all profiles, or this account has no home folder.
        """
        if not profile or not all(letter.isalnum() or letter in "-_" for letter in profile):
            raise HomeError(f"a profile's name is made of letters, digits, - and _, not {quoted(profile)}")
        root = os.environ.get(VARIABLE)
        return cls((Path(os.path.expanduser(root)) if root else _data_folder()) / profile)

    @property
    def key_file(self) -> Path:
        """The file with the secret key."""
        return self.folder / "identity.key"

    @property
    def logs(self) -> Path:
        """The folder of the logs."""
        return self.folder / "logs"

    @property
    def games(self) -> Path:
        """The folder of the games on this machine."""
        return self.folder / "games"

    def identity(self) -> Identity:
        """The profile's identity, created on first use.

        Raises:
            HomeError: the folder or the key is not the owner's alone, or cannot be read or written, or is not a
            key.
        """
        from p2pgame.protocol.identity.keys import Identity  # noqa: PLC0415 - slow to import, and many callers want the folder only

        try:
            ownership.make_folder(self.folder)
            self._check_folders()
            ownership.make_folder(self.logs)
            self._make_key()
            return Identity(self._read_key())
        except OSError as error:
            raise HomeError(f"cannot use {self.folder}: {error.strerror}; {_ELSEWHERE}") from error

    def _check_folders(self) -> None:
        """Return if the folders are this user's, and nobody else can change their content.

        Raises:
            HomeError: they are not.
            OSError: the system does not say.
        """
        for path in (self.folder, self.key_file, self.logs, self.games):
            if (stranger := ownership.stranger(path)) is not None:
                raise HomeError(_foreign(path, stranger))
        for path in (self.folder, self.logs, self.games):
            if path.exists() and not os.access(path, os.R_OK | os.W_OK | os.X_OK):
                raise HomeError(f"{path} cannot be written to: run `chmod u+rwx {path}`, or {_ELSEWHERE}")
        open_to_all = [path for path in (self.folder, self.folder.parent) if ownership.others_can_change(path)]
        if open_to_all and not ownership.keeps_modes(self.folder):
            raise HomeError(f"{_NO_RIGHTS.format(self.folder)}: {_ELSEWHERE}, such as one in your home")
        for path in open_to_all:
            raise HomeError(f"other users can change {path}, and your key in it: run `chmod go-w {path}`")

    def _make_key(self) -> None:
        """Write a new key unless there is one. The whole key is linked into place, so that no crash leaves half a
        key."""
        if self.key_file.exists():
            return
        unfinished = self.key_file.with_name(f"identity.{os.getpid()}.new")
        unfinished.unlink(missing_ok=True)
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(os.urandom(_KEY_BYTES))
                file.flush()
                atomic_write.sync(descriptor)
            self._name_key(unfinished)
        except FileExistsError:
            pass  # another process of this profile was quicker: its key is the key
        finally:
            unfinished.unlink(missing_ok=True)
        atomic_write.sync_folder(self.folder)

    def _name_key(self, unfinished: Path) -> None:
        """Give the complete key its name, without replacing a file.

        Raises:
            FileExistsError: another file has the name.
            OSError: the file cannot be named.
        """
        try:
            os.link(unfinished, self.key_file)
        except FileExistsError:
            raise
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            unfinished.rename(self.key_file)  # checked above; two processes at once are rarer than such a file system

    def _read_key(self) -> bytes:
        try:
            with small_file.open_file(self.key_file) as file:
                self._check_key_mode(os.fstat(file.fileno()).st_mode)
                seed = small_file.read_up_to(file, _KEY_BYTES)
        except small_file.UnreadableFile as error:
            raise HomeError(f"the key file {self.key_file} {error}; {_ELSEWHERE}") from error
        except small_file.UnusableFile:
            seed = b""
        if len(seed) != _KEY_BYTES:
            raise HomeError(f"{self.key_file} is not a key of p2pgame: move it away to get a new identity")
        return seed

    def _check_key_mode(self, mode: int) -> None:
        if os.name != "posix" or not stat.S_IMODE(mode) & 0o077:
            return
        if not ownership.keeps_modes(self.folder):
            raise HomeError(f"{_NO_RIGHTS.format(self.folder)}: {_ELSEWHERE}, such as one in your home")
        raise HomeError(
            f"the key file {self.key_file} can be read by others, so it proves nothing: "
            f"run `chmod 600 {self.key_file}` if you trust it, or delete it to get a new identity"
        )


def _data_folder() -> Path:
    """The system's folder for a user's data.

    Raises:
        HomeError: the account has none, for example if its number is not in the system's list of users.
    """
    from platformdirs import user_data_path  # noqa: PLC0415 - not needed if the variable is set

    try:
        return user_data_path("p2pgame", appauthor=False)
    except RuntimeError as error:
        raise HomeError(f"this account has no home folder: set {VARIABLE} to a folder of yours") from error


def _foreign(path: Path, stranger: str) -> str:
    """The sentence about a folder or file of another user, most often made by `sudo p2pgame`."""
    if ownership.is_root():
        return f"{path} belongs to {stranger}: run p2pgame as {stranger}, without sudo, or {_ELSEWHERE}"
    return f"{path} belongs to {stranger}: run `sudo chown -R {ownership.me()} {path}` if it is yours, or {_ELSEWHERE}"
