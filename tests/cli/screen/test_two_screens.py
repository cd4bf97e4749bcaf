"""Two programs, each on a screen of its own, playing with each other over loopback by keys alone."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from ..running import run
from ..tmux import TMUX, Window
from ..unwrapped import unwrapped

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(TMUX is None, reason="there is no tmux on the PATH"),
    pytest.mark.timeout(600),
]

_ADDRESS = re.compile(r"127\.0\.0\.1:[0-9]+")
_IDEA = re.compile(r"would play: [^(]*\(([^)]+)\)")
_AIM = re.compile(r"  ([sml])@([a-h])([1-8])\b")
_HOST = ("host", "tink", "--open", "--no-announce", "--bind", "127.0.0.1", "--port", "0", "--name", "Ada")


def hosted(home: Path) -> Window:
    """Ada hosts Tink."""
    return Window(*_HOST, P2PGAME_HOME=str(home / "ada"))


def joined(home: Path, host: Window) -> Window:
    """Ben joins by the address on Ada's screen."""
    address = _ADDRESS.search(host.until(lambda text: bool(_ADDRESS.search(text))))
    assert address is not None
    return Window("join", address[0], "--name", "Ben", P2PGAME_HOME=str(home / "ben"))


def started(windows: tuple[Window, ...]) -> None:
    """Both are ready, and the table begins on both screens."""
    for window in windows:
        window.until(lambda text: "Ada" in text and "Ben" in text)
    for window in windows:
        window.press("r")
    for window in windows:
        window.until(lambda text: _step(text) > 0)


def asked(windows: tuple[Window, ...]) -> Window | None:
    """The player who is asked; None when the game is over."""
    found: list[Window] = []

    def somebody(_text: str) -> bool:
        texts = [window.text() for window in windows]
        found[:] = [window for window, text in zip(windows, texts, strict=True) if "your move" in text]
        return bool(found) or any("The game is over" in text for text in texts)

    windows[0].until(somebody)
    return found[0] if found else None


def move(player: Window) -> None:
    """Make the move that a bot would make: the stone and its place by keys; typed where stones are spent for it."""
    step = _step(player.text())
    player.press("i")
    idea = _IDEA.search(_joined(player.until(lambda text: bool(_IDEA.search(_joined(text))))))
    assert idea is not None
    simple = re.fullmatch(r"([sml])@([a-h])([1-8])", idea[1])
    aim = _AIM.search(player.text())
    if simple is None or aim is None:
        player.press(":")
        player.press(*idea[1], "Enter")
    else:
        across, up = ord(simple[2]) - ord(aim[2]), int(simple[3]) - int(aim[3])
        player.press(str("sml".index(simple[1]) + 1))
        player.press(*["Right" if across > 0 else "Left"] * abs(across), *["Up" if up > 0 else "Down"] * abs(up))
        player.until(lambda text: (aim := _AIM.search(text)) is not None and aim[0].strip() == idea[1])
        player.press("Enter")
    player.until(lambda text: _step(text) > step or "The game is over" in text)


def _joined(text: str) -> str:
    """The screen as one line: sentences may be broken."""
    return unwrapped(text) + " "


def _step(text: str) -> int:
    found = re.search(r"step ([0-9]+)", text)
    return int(found[1]) if found else -1


def _is_after(step: int, text: str) -> bool:
    return _step(text) > step


def _is_as_wide(columns: int, text: str) -> bool:
    return max(map(len, text.split("\n"))) > columns


def test_a_game_is_hosted_joined_played_by_keys_and_left(tmp_path: Path) -> None:
    """Each stone is on both screens, at any size; a player who leaves learns how to come back."""
    with hosted(tmp_path) as ada, joined(tmp_path, ada) as ben:
        started((ada, ben))
        for size in [(132, 40), (80, 24), (160, 50)]:
            player = asked((ada, ben))
            assert player is not None
            step = _step(player.text())
            move(player)
            for window in (ada, ben):
                window.until(partial(_is_after, step))
            player.resize(*size)
            player.until(partial(_is_as_wide, size[0] - 30))
        ada.press("q")
        ada.until("Leave this table?")
        ada.press("y")
        told = ada.until("exit code")
        assert "exit code 3" in told
        assert "p2pgame resume" in _joined(told)
        ben.press("q")
        ben.until("Leave this table?")
        ben.press("y")
        assert "exit code 3" in ben.until("exit code")


def test_a_game_is_played_to_its_end_on_two_screens(tmp_path: Path) -> None:
    """Both see the result; the two logs are the same, and fair."""
    with hosted(tmp_path) as ada, joined(tmp_path, ada) as ben:
        started((ada, ben))
        while (player := asked((ada, ben))) is not None:
            move(player)
        for window in (ada, ben):
            window.until("The game is over")
            window.press("Escape")
            window.until("e result")
            window.press("q")
        for window in (ada, ben):
            assert "exit code 0" in window.until("exit code")
    logs = sorted(tmp_path.glob("*/default/logs/*.p2plog"))
    assert len(logs) == 2
    assert logs[0].read_bytes() == logs[1].read_bytes()
    assert run("verify", str(logs[0])).returncode == 0
