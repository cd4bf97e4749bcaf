"""Where a profile keeps its key and its logs.

    HOME/PROFILE/identity.key     32 secret bytes, readable by the owner alone
    HOME/PROFILE/logs/*.p2plog
    HOME/PROFILE/games/GAME.game        of games on this machine, begun from the menu
    HOME/PROFILE/bots/BOT/*.p2plog      of bots that one hosts, while their tables are played

HOME is `P2PGAME_HOME`, or the system's folder for a user's data.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from p2pgame.engine.errors import quoted

from . import atomic_write

if TYPE_CHECKING:
    from p2pgame.protocol.identity.keys import Identity

VARIABLE = "P2PGAME_HOME"
DEFAULT_PROFILE = "default"

_KEY_BYTES = 32
"""What an identity grows from (`protocol.keys.SEED_BYTES`)."""


class HomeError(Exception):
    """The profile cannot be used: one sentence that says what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class Home:
    """The folder of one profile."""

    folder: Path

    @classmethod
    def of(cls, profile: str = DEFAULT_PROFILE) -> Home:
        """The home of a profile, whether or not it is there yet.

        Raises:
            HomeError: the name could lead out of the folder of all profiles.
        """
        if not profile or not all(letter.isalnum() or letter in "-_" for letter in profile):
            raise HomeError(f"a profile's name is made of letters, digits, - and _, not {quoted(profile)}")
        root = os.environ.get(VARIABLE)
        return cls((Path(root) if root else _data_folder()) / profile)

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
        """The profile's identity, made and kept if there is none yet.

        Raises:
            HomeError: the key file is not the owner's alone, is not a key, or cannot be read or written.
        """
        from p2pgame.protocol.identity.keys import Identity  # noqa: PLC0415 - slow to import: many want the folder alone

        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.logs.mkdir(exist_ok=True)
            self._make_key()
            return Identity(self._read_key())
        except OSError as error:
            raise HomeError(f"cannot use {self.folder}: {error.strerror}; set {VARIABLE} to another folder") from error

    def _make_key(self) -> None:
        """Write a new key unless there is one. Linked into place whole, so that no crash leaves half a key."""
        if self.key_file.exists():
            return
        unfinished = self.key_file.with_name(f"identity.{os.getpid()}.new")
        unfinished.unlink(missing_ok=True)
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(os.urandom(_KEY_BYTES))
            file.flush()
            atomic_write.sync(descriptor)
        try:
            os.link(unfinished, self.key_file)
        except FileExistsError:
            pass  # another process of this profile was quicker: its key is the key
        finally:
            unfinished.unlink()
        atomic_write.sync_folder(self.folder)

    def _read_key(self) -> bytes:
        with self.key_file.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
                raise HomeError(
                    f"the key file {self.key_file} can be read by others, so it proves nothing: "
                    f"run `chmod 600 {self.key_file}` if you trust it, or delete it to get a new identity"
                )
            seed = file.read(_KEY_BYTES + 1)
        if len(seed) != _KEY_BYTES:
            raise HomeError(f"{self.key_file} is no key of p2pgame: move it away to get a new identity")
        return seed


def _data_folder() -> Path:
    """The system's folder for a user's data."""
    from platformdirs import user_data_path  # noqa: PLC0415 - not needed where the variable is set

    return user_data_path("p2pgame", appauthor=False)
