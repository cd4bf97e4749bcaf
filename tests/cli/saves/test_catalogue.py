"""The list of all games of a profile, the summaries behind it, and the records."""

from __future__ import annotations

import json
import math
import os
import random
import shutil
from pathlib import Path

import pytest
from p2pgame.cli.saves.catalogue import Game, games_in
from p2pgame.cli.saves.records import Best, records
from p2pgame.cli.saves.summary import VERSION, Player, State, Summary, as_json, from_json, summarise
from p2pgame.engine.games import GAMES, load
from p2pgame.protocol.log.local import outcome
from p2pgame.protocol.log.replay import Replay

from ...protocol import people
from ...protocol.log.local_logs import OWNER, local_log, next_event, played, recorded
from ...protocol.log.logs import finished, log_of, room

STRANGER = bytes(32)


def game(name: str, summary: Summary, written: float = 0.0) -> Game:
    """A game of the list."""
    return Game(Path(name), summary, written)


def over(
    game_id: str, *players: str, mine: int | None = 0, winners: tuple[int, ...] = (0,), scores: tuple[int, ...] = ()
) -> Summary:
    """A finished game; a player such as `normal bot` is a bot."""
    seats = tuple(
        Player("Max", name.removesuffix(" bot")) if name.endswith(" bot") else Player(name, "") for name in players
    )
    return Summary(State.OVER, game_id, players=seats, mine=mine, winners=winners, scores=scores)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_local_game_in_a_few_facts(game_id: str) -> None:
    """Its players, its length, its end."""
    summary = summarise(local_log(game_id), OWNER.public)
    assert (summary.state, summary.game, summary.is_local, summary.is_own, summary.mine) == (
        State.OVER,
        game_id,
        True,
        True,
        0,
    )
    assert summary.players == (Player("Ada", ""), Player("Max 1", "normal"))
    assert summary.steps == len(played(game_id, 2))
    state, known = load(game_id).begin(2), load(game_id)
    for event in played(game_id, 2):
        state = outcome(known, 2, state, event)
    assert summary.winners == known.pending(state).result.winners  # type: ignore[union-attr]


def test_a_table_in_a_few_facts() -> None:
    """The seat is found by the key; a game that was watched is nobody's."""
    summary = summarise(finished("tink"), people.identity(1).public)
    assert (summary.state, summary.is_local, summary.mine, summary.is_signed) == (State.OVER, False, 1, True)
    watched = summarise(finished("tink"), STRANGER)
    assert (watched.mine, watched.is_own) == (None, False)


def test_an_end_that_not_all_have_signed_is_an_end() -> None:
    """The game is over nevertheless."""
    made = room("tink", 2)
    made.run()
    log = log_of(made)
    replay = Replay(log, load)
    ends = [replay.end for _ in replay.steps()]
    cut = log[: ends[-2]]
    summary = summarise(cut, people.identity(0).public)
    assert (summary.state, summary.is_signed) == (State.OVER, False)


def test_an_unfinished_and_a_broken_log_differ_in_words() -> None:
    """A torn end is unfinished; a flipped bit is broken, with the reason."""
    log = local_log()
    assert summarise(log[:-3], OWNER.public).state is State.UNFINISHED
    broken = summarise(log[:-3] + b"x" + log[-2:], OWNER.public)
    assert (broken.state, bool(broken.fault)) == (State.BROKEN, True)
    assert summarise(b"shopping list", OWNER.public).state is State.BROKEN
    assert summarise(b"", OWNER.public).state is State.BROKEN


@pytest.mark.parametrize("game_id", GAMES)
def test_a_summary_survives_its_json(game_id: str) -> None:
    """It is kept in a file."""
    summary = summarise(local_log(game_id), OWNER.public)
    assert from_json(json.loads(json.dumps(as_json(summary)))) == summary


def logs(folder: Path) -> list[Path]:
    """Three logs in a folder, played a day apart: Tink last, then TEN, then a game of a table."""
    made = [folder / f"{number}.p2plog" for number in range(3)]
    for day, (path, data) in enumerate(zip(made, (finished("tink"), local_log("ten"), local_log()), strict=True)):
        path.write_bytes(data)
        os.utime(path, (86_400 * day, 86_400 * day))
    return made


def test_the_game_played_last_stands_first(tmp_path: Path) -> None:
    """With the time of its log."""
    made = logs(tmp_path)
    found = games_in(tmp_path, OWNER.public)
    assert [each.log for each in found] == made[::-1]
    assert [each.written for each in found] == [86_400 * 2, 86_400, 0]
    assert [each.summary.game for each in found] == ["tink", "ten", "tink"]


def test_a_log_is_read_once(tmp_path: Path) -> None:
    """And again when it has changed, or another key asks."""
    made = logs(tmp_path)
    read: list[tuple[int, int]] = []
    first = games_in(tmp_path, OWNER.public, lambda *of: read.append(of))
    assert read == [(0, 3), (1, 3), (2, 3)]
    assert games_in(tmp_path, OWNER.public, lambda *of: read.append(of)) == first
    assert len(read) == 3
    made[0].write_bytes(local_log("te-trix"))
    games_in(tmp_path, OWNER.public, lambda *of: read.append(of))
    assert read[3:] == [(0, 1)]
    games_in(tmp_path, STRANGER, lambda *of: read.append(of))
    assert len(read) == 7


def test_a_log_that_is_gone_is_no_more_in_the_list(tmp_path: Path) -> None:
    """Nor in the file of summaries, once that is written again."""
    made = logs(tmp_path)
    games_in(tmp_path, OWNER.public)
    made[0].unlink()
    shutil.copy(made[1], tmp_path / "copy.p2plog")
    assert len(games_in(tmp_path, OWNER.public)) == 3
    assert made[0].name not in (tmp_path / "summaries.json").read_text("utf-8")


@pytest.fixture(scope="session")
def listed_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three logs, and the file of their summaries, which was made by a list of them."""
    folder = tmp_path_factory.mktemp("listed")
    logs(folder)
    games_in(folder, OWNER.public)
    return folder


@pytest.fixture
def listed(listed_once: Path, tmp_path: Path) -> Path:
    """A copy of that folder for one test."""
    return Path(shutil.copytree(listed_once, tmp_path / "listed"))


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "nonsense", '{"version": 1}', "[" * 999, '{"version": 99, "key": "", "logs": {}}', "\x00"],
)
def test_an_unreadable_file_of_summaries_is_written_again(listed: Path, text: str) -> None:
    """With any content."""
    right = games_in(listed, OWNER.public)
    (listed / "summaries.json").write_text(text, "utf-8")
    assert games_in(listed, OWNER.public) == right


@pytest.mark.parametrize("inner", ["[]", "null", '{"1.p2plog": 5}', '{"1.p2plog": {"mark": [1e999, 0]}}', '[["1", 2]]'])
def test_a_file_of_summaries_of_another_form_is_written_again(listed: Path, inner: str) -> None:
    """Its beginning is right."""
    right = games_in(listed, OWNER.public)
    text = f'{{"version": {VERSION}, "key": "{OWNER.public.hex()}", "logs": {inner}}}'
    (listed / "summaries.json").write_text(text, "utf-8")
    assert games_in(listed, OWNER.public) == right


FIELDS = ("state", "players", "mine", "winners", "scores", "options", "steps", "mark", "game", "reason", "fault")


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("value", [None, "x", -5, 99, [[]], {"a": 1}, [7], math.inf, [math.inf, 0]])
def test_a_summary_that_makes_no_sense_is_written_again(listed: Path, field: str, value: object) -> None:
    """One field of it is enough; nothing is shown that the log does not say, and nothing raises."""
    right = games_in(listed, OWNER.public)
    file = listed / "summaries.json"
    known = json.loads(file.read_text("utf-8"))
    known["logs"]["1.p2plog"][field] = value
    file.write_text(json.dumps(known), "utf-8")
    again = games_in(listed, OWNER.public)
    assert [each.log for each in again] == [each.log for each in right]
    assert all(isinstance(text, str) for each in again for text in (each.summary.game, each.summary.reason))
    records(again)


def test_a_folder_that_is_not_there_has_no_games(tmp_path: Path) -> None:
    """Before the first game."""
    assert games_in(tmp_path / "none", OWNER.public) == []


def test_wins_are_counted_against_each_opponent() -> None:
    """Bots by their level; each opponent once a game."""
    (record,) = records(
        [
            game("1", over("tink", "Ada", "normal bot", "normal bot")),
            game("2", over("tink", "Ada", "normal bot", winners=(1,))),
            game("3", over("tink", "Ada", "Ben", "hard bot", winners=(0, 1))),
            game("4", over("tink", "Ada", "Ben", mine=None)),
            game("5", Summary(State.UNFINISHED, "tink", players=(Player("Ada", ""), Player("Ben", "")), mine=0)),
        ]
    )
    assert (record.together.played, record.together.won, record.together.percent) == (3, 2, 67)
    told = {name: (tally.played, tally.won) for name, tally in record.opponents.items()}
    assert told == {"normal bot": (2, 1), "Ben": (1, 1), "hard bot": (1, 1)}
    assert record.alone.played == 0


def test_the_best_of_the_games_alone_has_its_day() -> None:
    """The first of equal ones stays; games without points have no best."""
    found = records(
        [
            game("1", over("tetris", "Ada", scores=(40,)), 3.0),
            game("2", over("tetris", "Ada", scores=(54,)), 2.0),
            game("3", over("tetris", "Ada", scores=(54,), winners=()), 1.0),
            game("4", Summary(State.OVER, "ten", players=(Player("Ada", ""),), mine=0, scores=(None,))),
        ]
    )
    ten, tetris = found
    assert (tetris.best, tetris.alone.played, tetris.alone.won) == (Best(54, 2.0), 3, 2)
    assert (ten.best, ten.alone.played) == (None, 1)


def test_the_list_marks_unfinished_games(tmp_path: Path) -> None:
    """By its summary, without reading the log again."""
    tink, rng = load("tink"), random.Random(1)
    events = [next_event(tink, tink.begin(2), rng)]
    (tmp_path / "a.p2plog").write_bytes(b"".join(recorded(tink, 2, events)))
    (found,) = games_in(tmp_path, OWNER.public)
    assert (found.summary.state, found.summary.steps) == (State.UNFINISHED, 1)
