"""A game of another package is played like our own (`docs/new-game.md`), and a broken one is named and left out."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ..cli.running import CODE, Done, run
from . import NIM_DIE, install

SECONDS = 150
"""Until a test gives up waiting for the end of a game; this only ends a hang."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of installed packages in which there is Nim with a die."""
    folder = tmp_path_factory.mktemp("site")
    install(NIM_DIE, folder)
    return folder


def with_nim(site: Path, *words: str, typed: str = "", home: Path | None = None) -> Done:
    """Run a command where that package is installed."""
    return run(*words, typed=typed, PYTHONPATH=str(site), **({} if home is None else {"P2PGAME_HOME": str(home)}))


def test_it_is_listed_described_and_explained(site: Path) -> None:
    """Behind our own games, with its rules clause by clause."""
    listed = with_nim(site, "games").stdout.splitlines()
    assert [line.split()[0] for line in listed if line][5] == "nim-die"
    assert "heap=21|34" in with_nim(site, "games", "nim-die").stdout
    assert with_nim(site, "rules", "nim-die", "2.3").stdout.startswith("2.3 Then the seat takes at least one stick")


def test_it_is_played_by_lines_and_by_bots(site: Path) -> None:
    """At a table without a network, in the arena, and over the line protocol with its perft."""
    typed = "take 1\n" * 40
    played = with_nim(site, "play", "nim-die", "--seed", "3", typed=typed)
    assert (played.returncode, played.stderr) == (0, "")
    assert "The game is over" in played.stdout
    match = json.loads(with_nim(site, "arena", "nim-die", "normal", "random", "-n", "20", "--json").stdout)
    assert (match["games"], match["reasons"]) == (20, {"last-stick": 20})
    perft = with_nim(site, "engine", "nim-die", typed="new 2\nperft 3\n").stdout.splitlines()
    assert json.loads(perft[1])["count"] == 2 * (1 + 2 + 3 + 4 + 5 + 6)  # who begins, the die, what is taken


def test_it_has_a_lesson_of_its_own(site: Path, tmp_path: Path) -> None:
    """Its package brings a presentation, and so `learn` and the menu teach it like our own games."""
    done = with_nim(site, "learn", "nim-die", typed="\ntake 1\ntake 2\ntake 3\n\n", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Then sticks are left, and Max may take the last one." in done.stdout
    assert "That was the last stick: you win." in done.stdout
    assert "Play against a bot with `p2pgame play nim-die`." in done.stdout


def test_it_is_hosted_joined_verified_and_replayed(site: Path, tmp_path: Path) -> None:
    """Two processes and a bot on each seat; equal logs."""
    words = ("host", "nim-die", "--open", "--auto", "normal", "--bind", "127.0.0.1", "--port", "0", "--no-announce")
    host = subprocess.Popen(
        [sys.executable, "-c", CODE, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(site), "P2PGAME_HOME": str(tmp_path / "ada")},
    )
    assert host.stdout is not None
    try:
        found = next(filter(None, (re.search(r"p2pgame join (\S+:\d+)`", line) for line in host.stdout)))
        joined = with_nim(site, "join", found[1], "--auto", "normal", "--name", "Ben", home=tmp_path / "ben")
        output, _ = host.communicate(timeout=SECONDS)
    finally:
        host.kill()
        host.wait()
        host.stdout.close()
    assert (host.returncode, joined.returncode) == (0, 0), output + joined.stdout
    (one,), (two,) = ((tmp_path / name).rglob("*.p2plog") for name in ("ada", "ben"))
    assert "Both logs hold the same history" in with_nim(site, "verify", str(one), str(two)).stdout
    assert "The game is over" in with_nim(site, "replay", str(one)).stdout
    without = run("replay", str(one))
    assert without.returncode != 0
    assert "nim-die" in without.stderr


@pytest.mark.parametrize(
    ("module", "why"),
    [
        ("raise ImportError('no sticks')", "ImportError: no sticks"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        (f"raise ImportError({'long ' * 99!r})", "ImportError: long long"),
        ("GAME = 7", "broken:GAME is not a game but 7"),
        ("from nim_die.game import GAME", "its own id is 'nim-die'"),
    ],
)
def test_a_broken_package_is_named_and_left_out(site: Path, tmp_path: Path, module: str, why: str) -> None:
    """The other games still work."""
    package = tmp_path / "broken"
    (package / "src").mkdir(parents=True)
    (package / "src" / "broken.py").write_text(module, "utf-8")
    (package / "pyproject.toml").write_text(
        '[project]\nname = "broken"\nversion = "1"\n[project.entry-points."p2pgame.games"]\nbroken = "broken:GAME"\n',
        "utf-8",
    )
    folder = tmp_path / "site"
    install(package, folder)
    install(NIM_DIE, folder)
    asked = with_nim(folder, "rules", "broken")
    assert asked.returncode == 2
    assert why in " ".join(asked.stderr.split())
    listed = " ".join(with_nim(folder, "games").stdout.split())
    assert why in listed
    assert listed.count("long") < 50
    assert "nim-die Take sticks" in listed


@pytest.mark.parametrize("module", ["raise SystemExit(3)", "raise ImportError('no board')", "P = 7"])
def test_a_game_with_a_broken_presentation_is_shown_plainly(site: Path, tmp_path: Path, module: str) -> None:
    """Its rules are in order. `games` names the fault."""
    (tmp_path / "ugly.py").write_text(module, "utf-8")
    found = tmp_path / "ugly-1.dist-info"
    found.mkdir()
    (found / "METADATA").write_text("Metadata-Version: 2.1\nName: ugly\nVersion: 1\n", "utf-8")
    (found / "entry_points.txt").write_text("[p2pgame.presentations]\nnim-die = ugly:P\n", "utf-8")
    words = {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(site)])}
    played = run("play", "nim-die", "--seed", "3", typed="take 1\n" * 40, **words)
    assert (played.returncode, played.stderr) == (0, "")
    assert "The game is over" in played.stdout
    assert "The presentation of 'nim-die' in the package ugly cannot be used: " in run("games", **words).stdout
