"""Accounts that a system may give: without a name or a home, root's leavings, disks without permissions."""

from __future__ import annotations

import errno
import os
import pwd
from collections.abc import Callable
from pathlib import Path

import pytest
from p2pgame.p2p.store.home import VARIABLE, Home, HomeError
from p2pgame.p2p.store.ownership import keeps_modes, make_folder

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs the users and modes of POSIX")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A home of this test's own."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    return Home.of("ada")


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """An account that the system's list of users does not have, as in many containers, and no HOME."""

    def unknown(user: int) -> None:
        raise KeyError(user)

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    for name in ("HOME", "XDG_DATA_HOME", VARIABLE):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("nobody")
def test_an_account_without_a_home_learns_which_variable_to_set() -> None:
    """The system's folder for a user's data is unknown."""
    with pytest.raises(HomeError, match=f"this account has no home folder: set {VARIABLE}"):
        Home.of("ada")


@pytest.mark.usefixtures("nobody")
def test_an_account_without_a_name_has_the_home_of_the_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It needs no name for that."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert Home.of("ada").identity() is not None


def test_a_tilde_in_the_variable_is_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shell expands it in most places, a file of variables in none."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv(VARIABLE, "~/games")
    assert Home.of("ada").folder == tmp_path / "games" / "ada"


@POSIX
def test_all_folders_that_are_made_are_their_owners_alone(home: Home) -> None:
    """Those above the profile too, even where the mask takes nothing away."""
    old = os.umask(0)
    try:
        home.identity()
    finally:
        os.umask(old)
    for folder in (home.folder.parent, home.folder, home.logs):
        assert folder.stat().st_mode & 0o777 == 0o700


@POSIX
@pytest.mark.parametrize("which", ["profile", "all profiles"])
def test_a_folder_that_others_can_change_is_refused(home: Home, which: str) -> None:
    """Somebody could have put another key there."""
    home.identity()
    folder = home.folder if which == "profile" else home.folder.parent
    folder.chmod(0o777)
    with pytest.raises(HomeError, match=f"other users can change {folder}, .*chmod go-w {folder}"):
        home.identity()
    folder.chmod(0o1777)
    assert home.identity() is not None, "as in /tmp, where nobody takes away what others have put there"


@POSIX
@pytest.mark.skipif(os.name == "posix" and os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize(
    "which", [lambda home: home.folder, lambda home: home.key_file, lambda home: home.logs, lambda home: home.games]
)
def test_a_profile_of_another_user_is_refused(home: Home, which: Callable[[Home], Path]) -> None:
    """As the next program of its owner could not use what this one leaves there."""
    home.identity()
    make_folder(home.games)
    os.chown(which(home), 54321, -1)
    with pytest.raises(HomeError, match=f"{which(home)} belongs to 54321: run p2pgame as 54321, without sudo"):
        home.identity()


@POSIX
def test_a_profile_that_root_has_made_says_how_to_get_it_back(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with `sudo` leaves one."""
    home.identity()
    name = pwd.getpwuid(os.geteuid()).pw_name
    monkeypatch.setattr(os, "geteuid", lambda: 54321)
    with pytest.raises(HomeError, match=f"belongs to {name}: run `sudo chown -R 54321 {home.folder}` if it is yours"):
        home.identity()


@POSIX
@pytest.mark.parametrize("has_key", [False, True])
def test_a_disk_without_permissions_is_named_as_such(
    home: Home, monkeypatch: pytest.MonkeyPatch, has_key: bool
) -> None:
    """`chmod` would be no help there: on a Windows drive under WSL, say, all files are open to all."""
    if has_key:
        home.identity()
    else:
        make_folder(home.folder)
    system_open = os.open

    def open_to_all(path: str, flags: int, mode: int = 0o777) -> int:
        descriptor = system_open(path, flags, mode)
        if flags & os.O_CREAT:
            os.fchmod(descriptor, 0o777)
        return descriptor

    monkeypatch.setattr(os, "open", open_to_all)
    home.folder.chmod(0o777)
    if has_key:
        home.key_file.chmod(0o777)
    assert not keeps_modes(home.folder)
    for mode in (0o777, 0o700):
        home.folder.chmod(mode)
        with pytest.raises(HomeError, match=f"keeps no permissions.*set {VARIABLE} to another folder, such as one in"):
            home.identity()


@pytest.mark.parametrize("number", [errno.EPERM, errno.ENOTSUP])
def test_a_disk_that_gives_no_file_two_names_keeps_a_key(
    home: Home, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """As some over a network."""

    def no_links(old: Path, new: Path) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "link", no_links)
    assert home.identity().public == home.identity().public
    assert sorted(path.name for path in home.folder.iterdir()) == ["identity.key", "logs"]


@pytest.mark.timeout(20)
def test_a_pipe_in_the_place_of_the_key_is_not_waited_for(home: Home) -> None:
    """It is no key."""
    make_folder(home.folder)
    os.mkfifo(home.key_file, 0o600)
    with pytest.raises(HomeError, match="is not a key of p2pgame"):
        home.identity()
