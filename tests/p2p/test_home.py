"""Profiles: keys and folders (`p2p/home.py`)."""

from __future__ import annotations

from pathlib import Path

import pytest
from p2pgame.p2p.home import Home, HomeError


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


@pytest.mark.parametrize("name", ["", "..", "a/b", "/etc", "a\\b", "a\0b", ".hidden"])
def test_a_profile_cannot_lead_out_of_its_folder(name: str) -> None:
    """Letters, digits, - and _ only."""
    with pytest.raises(HomeError, match="profile"):
        Home.of(name)


@pytest.mark.usefixtures("_home")
@pytest.mark.parametrize("content", [b"", b"short", b"x" * 33])
def test_a_key_file_that_is_none_is_refused(content: bytes) -> None:
    """It says what to do."""
    home = Home.of("ada")
    home.folder.mkdir(parents=True)
    home.key_file.write_bytes(content)
    home.key_file.chmod(0o600)
    with pytest.raises(HomeError, match="no key of p2pgame"):
        home.identity()


@pytest.mark.usefixtures("_home")
def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "ada").write_text("in the way")
    with pytest.raises(HomeError, match="cannot use"):
        Home.of("ada").identity()
