"""Profiles: keys and folders (`p2p/home.py`)."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from p2pgame.p2p.store import atomic_write
from p2pgame.p2p.store.home import Home, HomeError


@pytest.fixture
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home of this test's own."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))


@pytest.mark.usefixtures("_home")
def test_a_profile_keeps_its_identity() -> None:
    """Made once, the owner's alone; another profile is another identity."""
    home = Home.of("ada")
    assert home.identity().public == home.identity().public
    assert home.key_file.stat().st_mode & 0o077 == 0
    assert Home.of("ben").identity().public != home.identity().public


@pytest.mark.usefixtures("_home")
def test_the_disk_has_a_new_key_and_its_name_before_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A power cut would leave the profile without the seat that it has taken."""
    home, named = Home.of("ada"), list[bool]()
    monkeypatch.setattr(
        atomic_write, "sync_folder", lambda folder: named.append((folder / home.key_file.name).exists())
    )
    home.identity()
    assert named == [True]
    home.identity()
    assert named == [True], "once"


@pytest.mark.parametrize("name", ["", "..", "a/b", "/etc", "a\\b", "a\0b", ".hidden"])
def test_a_profile_cannot_lead_out_of_its_folder(name: str) -> None:
    """Letters, digits, - and _ only."""
    with pytest.raises(HomeError, match="profile"):
        Home.of(name)


@pytest.mark.usefixtures("_home")
@pytest.mark.parametrize("content", [b"", b"short", b"x" * 33])
def test_an_invalid_key_file_is_refused(content: bytes) -> None:
    """It says what to do."""
    home = Home.of("ada")
    home.folder.mkdir(parents=True)
    home.key_file.write_bytes(content)
    home.key_file.chmod(0o600)
    with pytest.raises(HomeError, match="not a key of p2pgame"):
        home.identity()


@pytest.mark.usefixtures("_home")
def test_a_sentence_names_an_unusable_folder(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "ada").write_text("in the way", "utf-8")
    with pytest.raises(HomeError, match="cannot use"):
        Home.of("ada").identity()


@pytest.mark.skipif(os.name != "posix", reason="needs the modes of POSIX")
@pytest.mark.usefixtures("_home")
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o620, 0o601])
def test_a_key_that_others_can_use_is_refused(mode: int) -> None:
    """It proves nothing; the sentence says what to do, and the file stays as it is."""
    home = Home.of("ada")
    public = home.identity().public
    home.key_file.chmod(mode)
    with pytest.raises(HomeError, match="chmod 600"):
        home.identity()
    home.key_file.chmod(0o600)
    assert home.identity().public == public


@pytest.mark.usefixtures("_home")
def test_a_sentence_names_a_key_that_is_a_folder() -> None:
    """And not removed."""
    home = Home.of("ada")
    home.key_file.mkdir(parents=True)
    with pytest.raises(HomeError, match="is not a key of p2pgame"):
        home.identity()
    assert home.key_file.is_dir()


MEET = """
import sys
from p2pgame.p2p.store import atomic_write
from p2pgame.p2p.store.home import Home
home = Home.of("ada")
print("ready", flush=True)
sys.stdin.readline()
print(home.identity().public.hex())
"""


@pytest.mark.usefixtures("_home")
def test_programs_that_make_a_profile_at_once_have_one_identity() -> None:
    """The first one makes the key; no unfinished key is left."""
    programs = [
        subprocess.Popen([sys.executable, "-c", MEET], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        for _ in range(4)
    ]
    for program in programs:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
    for program in programs:
        assert program.stdin is not None
        program.stdin.write("\n")
        program.stdin.flush()
    keys = {program.communicate()[0] for program in programs}
    home = Home.of("ada")
    assert keys == {home.identity().public.hex() + "\n"}
    assert sorted(path.name for path in home.folder.iterdir()) == ["identity.key", "logs"]


@pytest.mark.usefixtures("_home")
def test_an_unfinished_key_from_a_crash_is_harmless() -> None:
    """Even if it was of a process of this number."""
    home = Home.of("ada")
    home.folder.mkdir(parents=True)
    (home.folder / f"identity.{os.getpid()}.new").write_bytes(b"half a key")
    home.identity()
    assert sorted(path.name for path in home.folder.iterdir()) == ["identity.key", "logs"]


@pytest.mark.usefixtures("_home")
def test_a_full_disk_keeps_no_piece_of_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each try would leave another file."""

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    home = Home.of("ada")
    monkeypatch.setattr("p2pgame.p2p.store.atomic_write.sync", full)
    with pytest.raises(HomeError, match="No space left"):
        home.identity()
    assert [path.name for path in home.folder.iterdir()] == ["logs"]
