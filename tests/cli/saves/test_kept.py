"""Games that the menu keeps: each in a file of its own, none lost."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from p2pgame.cli.games.session import Session
from p2pgame.cli.profile import person
from p2pgame.cli.saves import kept, saved
from p2pgame.cli.saves.saved import Players
from p2pgame.cli.saves.slot import Slot
from p2pgame.cli.system.exits import Misused
from p2pgame.engine.games import load

from ..running import call

TINK = load("tink")
ADA = Players(1, ("Ada",), "normal")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    person.play_as("default")


def played(path: Path, seats: int = 2, players: Players | None = ADA) -> Session[Any, Any]:
    """A game of one step, written there."""
    session: Session[Any, Any] = Session(TINK, TINK.begin(seats, {}))
    session.draw_label("0")
    saved.write(path, session, players)
    return session


def test_two_windows_keep_two_games() -> None:
    """The second is not offered what the first plays, and takes a file of its own; later both are there."""
    with kept.begin(TINK) as first:
        played(first.path)
        assert kept.unfinished(TINK) == []
        with kept.begin(TINK) as second:
            played(second.path, 3, Players(2, ("Ada", "Ben"), "random"))
            assert second.path != first.path
    offered = {each.path: each for each in kept.unfinished(TINK)}
    assert {path: each.session.seats for path, each in offered.items()} == {first.path: 2, second.path: 3}
    assert [offered[slot.path].players for slot in (first, second)] == [ADA, Players(2, ("Ada", "Ben"), "random")]


def test_what_another_window_has_begun_to_play_is_not_gone_on_with() -> None:
    """Between the question and the answer."""
    with kept.begin(TINK) as slot:
        played(slot.path)
    (left,) = kept.unfinished(TINK)
    with kept.go_on(left), pytest.raises(Misused, match="another window"):
        kept.go_on(left)
    with kept.go_on(left) as again:
        assert again.path == slot.path
    assert [path.name for path in slot.path.parent.iterdir()] == ["tink.game"], "no locks are left"


def test_what_another_window_has_played_on_is_not_replaced_by_what_it_was() -> None:
    """It was left there again before it is taken here."""
    with kept.begin(TINK) as slot:
        session = played(slot.path)
    (left,) = kept.unfinished(TINK)
    session.play(0, TINK.parse("s@d4"))
    saved.write(slot.path, session, ADA)
    for _ in range(2):
        with pytest.raises(Misused, match="has changed in another window"):
            kept.go_on(left)
    (left,) = kept.unfinished(TINK)
    with kept.go_on(left):
        assert len(left.session.history) == 2


def test_a_window_that_was_killed_has_nothing_any_more(tmp_path: Path) -> None:
    """Its lock is left behind, and holds nobody up."""
    path = tmp_path / "evening.game"
    code = f"import os, pathlib as p, p2pgame.cli.saves.slot as s; it = s.Slot(p.Path({str(path)!r})); os._exit(0)"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert (tmp_path / "evening.game.lock").exists()
    with Slot(path), pytest.raises(Misused):
        Slot(path)
    with Slot(path):
        pass
    assert not list(tmp_path.glob("evening*"))


def test_where_no_lock_can_be_made_nobody_is_kept_out(tmp_path: Path) -> None:
    """Nothing can be written there either, which is said when that is tried."""
    for place in (tmp_path / "no" / "such" / "folder", tmp_path / ("x" * 255), Path("a\0b")):
        with Slot(place), Slot(place):
            pass


@pytest.mark.parametrize("text", ["# p2pgame play tink, rules 99\nnew 2\n", "shopping list\n", ""])
def test_a_file_that_cannot_be_gone_on_with_is_not_replaced(text: str) -> None:
    """Of other rules, or something else by that name: a new game goes elsewhere."""
    with kept.begin(TINK) as slot:
        slot.path.write_text(text, "utf-8")
    assert kept.unfinished(TINK) == []
    with kept.begin(TINK) as new:
        played(new.path)
    assert slot.path.read_text("utf-8") == text
    assert [each.path for each in kept.unfinished(TINK)] == [new.path]


def test_the_file_of_a_game_that_is_over_is_used_again() -> None:
    """There is nothing to go on with."""
    with kept.begin(TINK) as slot:
        session = played(slot.path)
        session.drop(0)
        saved.write(slot.path, session)
    assert kept.unfinished(TINK) == []
    with kept.begin(TINK) as new:
        assert new.path == slot.path
        assert not new.path.exists()


@pytest.mark.parametrize("told", ["", "7", '{"people": 1}', '{"people": -1, "names": [], "bots": "normal"}', "[" * 99])
def test_players_that_make_no_sense_are_asked_for(told: str) -> None:
    """The game is kept all the same."""
    with kept.begin(TINK) as slot:
        played(slot.path, players=None)
        header, *rest = slot.path.read_text("utf-8").splitlines()
        slot.path.write_text("\n".join([header, f"# players {told}", *rest]), "utf-8")
    (left,) = kept.unfinished(TINK)
    assert left.players is None


def test_a_kept_game_is_a_script_of_the_engine_line() -> None:
    """The line that tells of the players is passed over there."""
    with kept.begin(TINK) as slot:
        played(slot.path)
        done = call("engine", "tink", typed=slot.path.read_text("utf-8"))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers
    assert all(answer["ok"] for answer in answers)
