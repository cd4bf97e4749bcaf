"""Games on this machine: each is kept in a log of its own, none is lost, and one that was left can be resumed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from p2pgame.cli.games.session import Session
from p2pgame.cli.profile import person
from p2pgame.cli.saves import unfinished_games
from p2pgame.cli.saves.game_log import GameLog
from p2pgame.cli.saves.save_lock import SaveLock
from p2pgame.cli.saves.saved import Players
from p2pgame.cli.saves.unfinished_games import UnfinishedGame
from p2pgame.cli.system.exits import Failed, Misused
from p2pgame.engine.games import load
from p2pgame.protocol.log.local_replay import LocalVerdict, verify_local

TINK = load("tink")
ADA = Players(1, ("Ada",), "normal")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    person.play_as("default")


def begun(moves: int = 1, seats: int = 2, players: Players = ADA) -> tuple[GameLog, Session[Any, Any]]:
    """A game of that many moves, still open."""
    session: Session[Any, Any] = Session(TINK, TINK.begin(seats, {}))
    log = unfinished_games.new_log(seats, players)
    assert log is not None
    session.draw_label("0")
    for _ in range(moves):
        (seat,) = session.waiting
        session.play(seat, next(TINK.legal(session.state, seat)))
    log.keep(session)
    return log, session


def left_behind(moves: int = 1, seats: int = 2, players: Players = ADA) -> Path:
    """The log of a game that was left after that many moves."""
    log, _ = begun(moves, seats, players)
    log.close()
    assert log.path is not None
    return log.path


def logs() -> list[Path]:
    """All logs of the profile."""
    return sorted(person.home().logs.glob("*.p2plog"))


def test_a_game_is_kept_from_its_first_move(tmp_path: Path) -> None:
    """A draw before it is no reason to keep a game that nobody has played."""
    log, session = begun(moves=0)
    assert (log.path, logs()) == (None, [])
    session.play(0, TINK.parse("s@d4"))
    log.keep(session)
    assert logs() == [log.path]
    log.close()


def test_a_left_game_is_resumed_as_it_was(tmp_path: Path) -> None:
    """With its players, and to its end."""
    log, session = begun(3, 3, Players(2, ("Ada", "Ben"), "random"))
    log.close()
    (left,) = unfinished_games.unfinished(TINK)
    assert (left.seats, left.steps, left.players) == (3, 4, Players(2, ("Ada", "Ben"), "random"))
    again, resumed = unfinished_games.resume(left)
    assert (resumed.state, resumed.history) == (session.state, session.history)
    resumed.drop(0)
    resumed.drop(1)
    again.keep(resumed)
    again.close()
    assert unfinished_games.unfinished(TINK) == []
    assert verify_local(left.log.read_bytes(), load).verdict is LocalVerdict.WHOLE


def test_steps_taken_back_are_not_in_the_log() -> None:
    """As if they had never been made."""
    log, session = begun(3)
    session.undo()
    log.keep(session)
    log.close()
    (left,) = unfinished_games.unfinished(TINK)
    assert left.steps == 3


def test_another_game_takes_no_place_of_an_older_one() -> None:
    """Nor does one that is over."""
    first, second = left_behind(1), left_behind(2)
    before = first.read_bytes()
    log, session = begun(1)
    session.drop(0)
    log.keep(session)
    log.close()
    left_behind(1)
    assert len(logs()) == 4
    assert first.read_bytes() == before
    assert second in logs()


def test_two_windows_keep_two_games() -> None:
    """The game of one window is not offered to the other."""
    log, _ = begun()
    other, _ = begun(seats=3)
    assert unfinished_games.unfinished(TINK) == []
    log.close()
    assert [each.log for each in unfinished_games.unfinished(TINK)] == [log.path]
    other.close()
    assert {each.log for each in unfinished_games.unfinished(TINK)} == {log.path, other.path}


def test_a_game_that_another_window_plays_is_not_resumed() -> None:
    """Between the question and the answer."""
    left_behind()
    (left,) = unfinished_games.unfinished(TINK)
    log, _ = unfinished_games.resume(left)
    with pytest.raises(Failed, match="another window"):
        unfinished_games.resume(left)
    log.close()


def test_a_game_that_another_window_has_continued_is_chosen_again() -> None:
    """It was left there again before it is resumed here."""
    left_behind(1)
    (left,) = unfinished_games.unfinished(TINK)
    log, session = unfinished_games.resume(left)
    session.play(1, next(TINK.legal(session.state, 1)))
    log.keep(session)
    log.close()
    with pytest.raises(Misused, match="was changed in another window"):
        unfinished_games.resume(left)
    unfinished_games.resume(unfinished_games.unfinished(TINK)[0])[0].close()


def test_a_window_that_was_killed_leaves_its_game(tmp_path: Path) -> None:
    """All steps are there, and the game can be resumed."""
    code = (
        "import os; from p2pgame.cli.saves import unfinished_games; from p2pgame.cli.saves.saved import Players;"
        "from p2pgame.cli.games.session import Session; from p2pgame.engine.games import load; game = load('tink');"
        "log = unfinished_games.new_log(2, Players(1, ('Ada',), 'normal')); session = Session(game, game.begin(2, {}));"
        "session.draw_label('0'); session.play(0, game.parse('s@d4')); log.keep(session); os._exit(0)"
    )
    environment = {**os.environ, "P2PGAME_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    (left,) = unfinished_games.unfinished(TINK)
    assert left.steps == 2


def test_the_game_played_last_is_offered_first() -> None:
    """By when its log was written to."""
    first, second = left_behind(1), left_behind(2)
    os.utime(first, (2_000_000_000, 2_000_000_000))
    os.utime(second, (1_000_000_000, 1_000_000_000))
    assert [each.log for each in unfinished_games.unfinished(TINK)] == [first, second]


@pytest.mark.parametrize("harm", ["cut", "flipped", "emptied", "text"])
def test_a_log_that_does_not_hold_is_not_offered(harm: str) -> None:
    """A cut one is offered, up to its last whole step."""
    path = left_behind(3)
    data = path.read_bytes()
    flipped = bytes([*data[:-40], data[-40] ^ 1, *data[-39:]])
    path.write_bytes({"cut": data[:-5], "flipped": flipped, "emptied": b"", "text": b"shopping list"}[harm])
    assert [each.steps for each in unfinished_games.unfinished(TINK)] == ([3] if harm == "cut" else [])


def test_a_game_that_another_profile_has_signed_is_not_offered(tmp_path: Path) -> None:
    """This key could not sign its next step."""
    path = left_behind(2)
    person.play_as("other")
    person.home().identity()
    (person.home().logs / path.name).write_bytes(path.read_bytes())
    assert unfinished_games.unfinished(TINK) == []


def test_where_nothing_can_be_written_a_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game itself continues; `GameFile` says so once."""
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "file"))
    with pytest.raises(Failed):
        begun()


def test_players_and_steps_are_shown_in_words() -> None:
    """Alone with bots one is `you`."""
    alone = UnfinishedGame(Path(), ADA, 3, 14, 0.0)
    assert unfinished_games.describe(alone).startswith("you and 2 bots (normal), after 14 steps, last played 19")
    both = UnfinishedGame(Path(), Players(2, ("Ada", "Ben"), "normal"), 2, 1, float("inf"))
    assert unfinished_games.describe(both) == "Ada and Ben, after 1 step."


def test_a_file_of_a_killed_window_can_be_taken_again(tmp_path: Path) -> None:
    """The lock beside a file of `--save` is left behind, and holds nobody up."""
    path = tmp_path / "evening.game"
    code = f"import os, pathlib as p, p2pgame.cli.saves.save_lock as s; s.SaveLock(p.Path({str(path)!r})); os._exit(0)"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert (tmp_path / "evening.game.lock").exists()
    with SaveLock(path), pytest.raises(Misused):
        SaveLock(path)
    with SaveLock(path):
        pass
    assert not list(tmp_path.glob("evening*"))


def test_where_no_lock_can_be_made_nobody_is_kept_out(tmp_path: Path) -> None:
    """Nothing can be written there either; an attempt gives a sentence."""
    for place in (tmp_path / "no" / "such" / "folder", tmp_path / ("x" * 255), Path("a\0b")):
        with SaveLock(place), SaveLock(place):
            pass
