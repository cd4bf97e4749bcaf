"""The whole screen withstands any peer; by hand more of it, `python -m tests.fuzz.screens --seeds 0:100`."""

from __future__ import annotations

from pathlib import Path

import pytest

from .screens import ROLES, Failure, converse


@pytest.mark.parametrize("role", ROLES)
def test_the_whole_screen_withstands_any_peer(role: str, tmp_path: Path) -> None:
    """One conversation each; some seconds of real time, as the screen has no other clock."""
    converse(role, 1, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("role", ROLES)
def test_the_whole_screen_withstands_many_peers(role: str, seed: int, tmp_path: Path) -> None:
    """The same, of many seeds."""
    converse(role, seed, tmp_path)


def test_a_fault_behind_the_screen_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or the other tests could not fail."""
    monkeypatch.setattr("p2pgame.p2p.lobby.joining.check_offer", lambda *_: next(iter(())))
    with pytest.raises(Failure, match="StopIteration"):
        converse("guest", 1, tmp_path)
