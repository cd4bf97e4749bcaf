"""Files that somebody else has written: saved games, settings and exports that harm nobody who opens them."""

from __future__ import annotations

import os
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from p2pgame.cli.games.session import Session
from p2pgame.cli.profile.settings import Settings, read
from p2pgame.cli.saves import saved
from p2pgame.cli.system.exits import Misused
from p2pgame.engine.errors import WrongEvent
from p2pgame.engine.games import GAMES, load

from ..running import fork

DIGITS = "9" * 5000
"""More than CPython reads as one number."""

TINK = load("tink")


def kept(path: Path, *lines: str) -> Path:
    """A saved game of Tink with these lines behind its header."""
    path.write_text("\n".join(["# p2pgame play tink, rules 1", *lines, ""]), "utf-8")
    return path


@pytest.mark.parametrize(
    "line",
    [
        f"new {DIGITS}",
        f"draw ={DIGITS}",
        f"play {DIGITS} s@d4",
        f"play 0 s@d{DIGITS}",
        f"drop {DIGITS}",
        "drop 99",
        "drop -1",
        "drop ٣",
        "play x s@d4",
    ],
)
def test_a_bad_line_of_a_saved_game_is_named_with_its_number(tmp_path: Path, line: str) -> None:
    """In one short sentence, for any fault of the line."""
    lines = (line,) if line.startswith("new") else ("new 2", line)
    with pytest.raises(Misused, match=rf"beyond line {1 + len(lines)}: ") as refused:
        saved.read(kept(tmp_path / "game", *lines), TINK)
    assert len(refused.value.message.replace(str(tmp_path), "")) < 400
    assert "sys." not in refused.value.message


@pytest.mark.parametrize("header", [f"# p2pgame play tink, rules {DIGITS}", "# p2pgame play tink, rules ٣"])
def test_a_header_with_no_number_is_that_of_no_saved_game(tmp_path: Path, header: str) -> None:
    """CPython reads no number of 5,000 digits; digits of other scripts are refused."""
    path = tmp_path / "game"
    path.write_text(f"{header}\nnew 2\n", "utf-8")
    with pytest.raises(Misused, match="is not a game saved by"):
        saved.read(path, TINK)


@pytest.mark.parametrize("players", [f'{{"people": {DIGITS}, "names": [], "bots": "normal"}}', "[" * 9000])
def test_unreadable_players_are_ignored(tmp_path: Path, players: str) -> None:
    """The game itself continues."""
    path = kept(tmp_path / "game", f"# players {players}", "new 2")
    assert saved.players_in(path) is None
    assert saved.read(path, TINK).seats == 2


@pytest.mark.parametrize("name", list(GAMES))
def test_no_seat_leaves_that_is_not_there_or_has_left(name: str) -> None:
    """In any game; and nobody leaves once the game is over."""
    game = load(name)
    session = Session(game, game.begin(3))
    for seat in (-1, 3, 99):
        with pytest.raises(WrongEvent, match=f"there is no seat {seat}"):
            session.drop(seat)
    session.drop(1)
    with pytest.raises(WrongEvent, match="seat 1 has left already"):
        session.drop(1)
    session.drop(0)
    with pytest.raises(WrongEvent, match="the game is over"):
        session.drop(2)
    assert len(session.history) == 2


def test_many_lines_that_say_the_same_cost_little(tmp_path: Path) -> None:
    """One was 652 MB before it was refused: each line kept the seats that had left so far."""
    path = kept(tmp_path / "game", "new 2", *["drop 99"] * 8000)
    tracemalloc.start()
    began = time.process_time()  # of this process alone: the machine may be busy
    with pytest.raises(Misused, match="beyond line 3"):
        saved.read(path, TINK)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 5_000_000
    assert time.process_time() - began < 5


def test_a_file_longer_than_any_game_is_refused_unread(tmp_path: Path) -> None:
    """It was once cut off in the middle, and the game continued from its beginning."""
    path = kept(tmp_path / "game", "new 2", "#" * (1 << 20))
    with pytest.raises(Misused, match="is larger than"):
        saved.read(path, TINK)
    with pytest.raises(Misused, match="is larger than"):
        saved.write(path, Session(TINK, TINK.begin(2)))


@pytest.mark.timeout(20)
@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir, lambda path: path.symlink_to("/dev/zero")])
def test_pipes_and_devices_are_neither_read_nor_waited_for(tmp_path: Path, make: Callable[[Path], None]) -> None:
    """As a saved game or as settings; nothing is put in its place either."""
    path = tmp_path / "there"
    make(path)
    with pytest.raises(Misused, match=r"is a .*, not a file"):
        saved.read(path, TINK)
    with pytest.raises(Misused, match=r"is a .*, not a file"):
        saved.write(path, Session(TINK, TINK.begin(2)))
    settings, trouble = read(path)
    assert settings == Settings()
    assert "is a " in trouble
    assert not path.is_file()


@pytest.mark.parametrize("text", [f"bell = {DIGITS}", f"name = {DIGITS}", "bell = " + "[" * 8000, "a.b.c.d.e = 1"])
def test_settings_that_no_program_reads_are_one_sentence(tmp_path: Path, text: str) -> None:
    """Digits and nesting without end; the command runs with the usual settings."""
    (tmp_path / "default").mkdir(mode=0o700)
    (tmp_path / "default" / "settings.toml").write_text(text, "utf-8")
    done = fork("play", "tink", "--seed", "1", typed="quit\n", P2PGAME_HOME=str(tmp_path))
    assert done.returncode == 0
    assert "are not used" in done.stderr
    assert len(done.stderr.replace(str(tmp_path), "")) < 400
