"""A match that is saved, continued, logged, and played by several processes."""

from __future__ import annotations

import json
import tracemalloc
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from p2pgame.cli.arena import results as arena_results
from p2pgame.cli.arena.match import Finished, Match
from p2pgame.cli.arena.results import MOST_IN_LINE, Results
from p2pgame.cli.system.exits import ExitCode, Failed, Misused
from p2pgame.engine.games import load
from p2pgame.engine.options import complete

from ..running import call

WORDS = ("arena", "te-trix", "random", "easy", "normal", "--seats", "2", "--json")


def played(*words: str) -> dict[str, Any]:
    """A match as JSON."""
    done = call(*WORDS, *words)
    assert done.returncode == ExitCode.OK, done.stderr
    described: dict[str, Any] = json.loads(done.stdout)
    return described


def test_several_processes_play_the_same_games() -> None:
    """In any order of the answers."""
    assert played("-n", "4", "--workers", "2") == played("-n", "4", "--workers", "1")


def test_a_saved_match_continues_at_the_same_game(tmp_path: Path) -> None:
    """The result is as if the match had never stopped. A line that is cut short is played again."""
    file = tmp_path / "match.jsonl"
    first = played("-n", "2", "--save", str(file))
    assert first["games"] == 6
    kept = file.read_bytes()
    file.write_bytes(kept[:-20])
    assert played("-n", "4", "--save", str(file)) == played("-n", "4")
    assert len(file.read_text("utf-8").splitlines()) == 1 + 12
    before = file.read_bytes()
    assert played("-n", "4", "--save", str(file))["games"] == 12
    assert file.read_bytes() == before


@pytest.mark.parametrize("words", [("--seed", "1"), ("-n", "3", "--seats", "3")])
def test_a_file_of_another_match_is_left_alone(tmp_path: Path, words: tuple[str, ...]) -> None:
    """A sentence says so."""
    file = tmp_path / "match.jsonl"
    played("-n", "1", "--save", str(file))
    before = file.read_bytes()
    done = call(*WORDS, "-n", "2", "--save", str(file), *words)
    assert done.returncode == ExitCode.USAGE
    assert "belongs to another match" in done.stderr
    assert file.read_bytes() == before


@pytest.mark.parametrize("data", [b"hello\n", b"[]\n", b"\xff\xfe\n", b'{"arena": 1}\n'])
def test_a_file_that_is_not_a_match_is_left_alone(tmp_path: Path, data: bytes) -> None:
    """With any content."""
    file = tmp_path / "notes.txt"
    file.write_bytes(data)
    done = call(*WORDS, "-n", "1", "--save", str(file))
    assert done.returncode == ExitCode.USAGE
    assert file.read_bytes() == data


def test_a_broken_game_in_the_file_is_named(tmp_path: Path) -> None:
    """It does not end in a traceback."""
    file = tmp_path / "match.jsonl"
    played("-n", "1", "--save", str(file))
    file.write_bytes(file.read_bytes() + b'{"number": 1}\n')
    done = call(*WORDS, "-n", "1", "--save", str(file))
    assert done.returncode == ExitCode.USAGE
    assert "is not a results file of the arena" in done.stderr


@pytest.mark.parametrize(
    "change",
    [
        {"number": -1},
        {"seats": [0, 7]},
        {"seats": [0]},
        {"seats": [0, 1, 2]},
        {"steps": -1},
        {"steps": 1 << 60},
        {"steps": float("inf")},
        {"steps": True},
        {"winners": [9]},
        {"winners": [0, 0]},
        {"scores": []},
        {"scores": [float("nan"), 1]},
        {"faults": [[5, "crashed"]]},
        {"faults": [[0]]},
        {"faults": [[0, 7]]},
        {"reason": {"a": 1}},
        {"number": 1, "seats": [0, 2]},
    ],
    ids=str,
)
def test_a_game_that_cannot_be_is_not_counted(tmp_path: Path, change: dict[str, Any]) -> None:
    """The file may come from anybody. Each of these once ended in a traceback or a table of nonsense."""
    file = tmp_path / "match.jsonl"
    played("-n", "1", "--save", str(file))
    header, first, *others = file.read_text("utf-8").splitlines()
    changed = json.dumps(json.loads(first) | change)
    file.write_text("\n".join([header, changed, *others, ""]), "utf-8")
    before = file.read_bytes()
    done = call(*WORDS, "-n", "1", "--save", str(file))
    assert done.returncode == ExitCode.USAGE
    assert "is not a results file of the arena" in done.stderr
    assert file.read_bytes() == before


def kept(path: Path, games: int) -> Match:
    """A file of results with that many games; the match."""
    game = load("tink")
    options = complete(game.options, {})
    match = Match(game, game.rules, options, ("random", "easy"), 0, 2)
    with closing(Results(path, match)) as results:
        for number in range(games):
            results.add(Finished(number, match.seated(number), number % 90, (number % 2,), (None, None), "stones"))
    return match


def test_many_games_take_little_more_memory_than_their_file(tmp_path: Path) -> None:
    """The program once held each five times: the largest file would have taken some gigabytes."""
    file = tmp_path / "match.jsonl"
    match = kept(file, 5_000)
    tracemalloc.start()
    try:
        with closing(Results(file, match)) as results:
            assert len(results.finished) == 5_000
        assert tracemalloc.get_traced_memory()[1] < 3 * file.stat().st_size
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("data", [b"0" * (MOST_IN_LINE + 1), b'{"arena": 1}', b"\n"], ids=["long", "cut", "empty"])
def test_a_file_with_such_a_first_line_is_left_alone(tmp_path: Path, data: bytes) -> None:
    """It is not a results file of the arena, so nothing is cut off."""
    file = tmp_path / "match.jsonl"
    match = kept(tmp_path / "other.jsonl", 0)
    file.write_bytes(data)
    with pytest.raises(Misused, match="not a results file of the arena"):
        Results(file, match)
    assert file.read_bytes() == data


def test_a_file_takes_games_up_to_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is larger is refused; none is made."""
    file = tmp_path / "match.jsonl"
    match = kept(file, 10)
    monkeypatch.setattr(arena_results, "MOST_BYTES", file.stat().st_size)
    with closing(Results(file, match)) as results, pytest.raises(Failed, match="is full"):
        results.add(results.finished[0])
    with closing(Results(file, match)) as results:
        assert len(results.finished) == 10
    monkeypatch.setattr(arena_results, "MOST_BYTES", file.stat().st_size - 1)
    before = file.read_bytes()
    with pytest.raises(Misused, match="is larger than"):
        Results(file, match)
    assert file.read_bytes() == before


def test_logs_are_games_that_the_engine_replays(tmp_path: Path) -> None:
    """Each leads to the end of its game."""
    described = played("-n", "1", "--logs", str(tmp_path / "logs"))
    files = sorted((tmp_path / "logs").iterdir())
    assert [file.name for file in files] == ["000000.game", "000001.game", "000002.game"]
    for file in files:
        lines = [line for line in file.read_text("utf-8").splitlines() if not line.startswith("#")]
        done = call("engine", "te-trix", typed="\n".join([*lines, "pending"]) + "\n")
        *answers, last = map(json.loads, done.stdout.splitlines())
        assert all(answer["ok"] for answer in answers)
        assert last["pending"]["result"]["reason"] in described["reasons"]


def test_no_cluster_answers() -> None:
    """A sentence, not a traceback."""
    pytest.importorskip("distributed")
    done = call(*WORDS, "-n", "1", "--cluster", "nonsense")
    assert done.returncode != ExitCode.OK
    assert "no scheduler answers at nonsense" in done.stderr.lower()
