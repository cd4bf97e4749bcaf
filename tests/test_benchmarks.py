"""The benchmarks, which nobody runs every day, still fit what they measure."""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from p2pgame.cli.screen.render import title_text, whose_turn
from p2pgame.engine.bots import BOTS
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.games.ten import weights
from p2pgame.engine.games.tentricks import network
from p2pgame.engine.games.tentricks.duel import Weights, strengths_in
from p2pgame.engine.games.tetris.tables import learnt

from benchmarks import strength, train_tables, train_ten, train_tentricks, train_tentricks_duel
from benchmarks.__main__ import ALL, Run, page
from benchmarks.__main__ import main as run_all
from benchmarks.contracts import genesis
from benchmarks.screen import SETTLED, ProgramEnded, Terminal

from .cli.screen.piloting import table_of

HERE = Path(__file__).parent.parent / "benchmarks"
NAMES = sorted(path.stem for path in HERE.glob("[!_]*.py"))


@pytest.mark.parametrize("name", NAMES)
def test_every_benchmark_finds_the_code_that_it_measures(name: str) -> None:
    """All of its imports exist; it measures nothing when it is only imported."""
    import_module(f"benchmarks.{name}")


def test_the_screen_is_measured_when_the_person_is_asked() -> None:
    """The words that are waited for are those that the title says."""
    table = table_of("tink", 2, first="0")
    assert table.asked
    assert str(title_text(table, whose_turn(table), 2, with_fairness=False)).endswith(SETTLED)


def test_a_screen_that_never_comes_is_not_waited_for(tmp_path: Path) -> None:
    """A program that has ended draws nothing any more."""
    terminal = Terminal(("--version",), str(tmp_path))
    with pytest.raises(ProgramEnded, match="'the moon'"):
        terminal.until("the moon")
    terminal.end()


@pytest.mark.parametrize("game_id", GAMES)
def test_the_tables_that_are_measured_are_real_ones(game_id: str) -> None:
    """Everybody has signed what would be played."""
    genesis(game_id, 2, 1).check(lambda _: load(game_id))


def test_the_weights_of_ten_can_be_learnt_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """From two games: chances of all numbers for each part of the game; a point is worth more than a coin."""
    monkeypatch.setattr(weights, "SEATED", weights.SEATED)
    learnt = train_ten.learn(2, 1)
    assert len(learnt) == len(weights.STAGES) + 1
    for row in learnt:
        assert all(0 < chance < weights.CERTAIN for chance in (*row.deck, *row.market))
        assert row.points > row.coin > 0


def test_the_tables_of_tetris_learn_from_games_that_go_astray() -> None:
    """Three rounds at random in every other game: they build higher, and only the last of them is recorded."""
    rng = np.random.default_rng(1)
    astray = np.array([0, 3] * 8)
    records = train_tables.played(learnt(), train_tables.cards(16, rng), np.zeros((16, 28), np.int64), 1, astray, rng)
    assert [len(record.points) for record in records[:4]] == [8, 8, 16, 16]
    third = records[2].positions
    highest = third.towers.heights.max(0)
    assert highest[astray[third.games] > 0].mean() > highest[astray[third.games] == 0].mean()
    assert not train_tables.holes(third).any()


def test_the_survival_network_of_tentricks_learns_from_a_game() -> None:
    """Steps against the gradients make its errors smaller; as whole numbers, the weights have the shapes that the
    search reads."""
    weights = train_tentricks.first_guess(np.random.default_rng(1))
    seats = train_tentricks.played_alone(weights, 2, random.Random(1))
    assert all(len(turns) > 5 for turns in seats)
    board = train_tentricks.Board.of(network.Prospects.of_each(seats[0]))
    left = np.arange(len(seats[0]), 0, -1) / train_tentricks.TEN_TURNS
    adam = train_tentricks.Adam(weights, 0.01, 20)
    errors = [train_tentricks.survival(adam.now, board) - left]
    for _ in range(20):
        adam.learn(train_tentricks.survival_gradients(adam.now, board, errors[-1]))
        errors.append(train_tentricks.survival(adam.now, board) - left)
    assert (errors[-1] ** 2).sum() < (errors[0] ** 2).sum() / 2
    exact = train_tentricks.exact_survival(weights)
    assert exact["hidden"].shape == network.learnt().survival.hidden.shape
    assert exact["pairs"].shape == network.learnt().surface.pairs.shape


def test_the_network_of_duels_of_tentricks_learns_from_a_game() -> None:
    """Its first guess gives both seats like chances; steps against the gradients bring these close to the outcome. As
    whole numbers, the weights judge as they did."""
    weights = train_tentricks_duel.first_guess(np.random.default_rng(1))
    game = train_tentricks_duel.fought([BOTS["normal"], BOTS["easy"]], random.Random(1))
    assert len(game.ends) > 10
    board = train_tentricks_duel.seen(game.ends)
    wanted = np.array(train_tentricks_duel.targets(game, train_tentricks_duel.chances(weights, board), 1))
    assert set(wanted.tolist()) == {0, 1}
    adam = train_tentricks.Adam(weights, 0.01, 20)
    errors = [train_tentricks_duel.chances(adam.now, board) - wanted]
    for _ in range(20):
        adam.learn(train_tentricks_duel.gradients(adam.now, board, errors[-1]))
        errors.append(train_tentricks_duel.chances(adam.now, board) - wanted)
    assert (errors[-1] ** 2).sum() < (errors[0] ** 2).sum() / 2
    exact = {name: each.astype(np.int64) for name, each in train_tentricks_duel.exact(adam.now).items()}
    strengths = strengths_in([end.duel for end in game.ends], Weights.of(**exact)) / network.ODDS
    assert np.allclose(1 / (1 + np.exp(-strengths)), errors[-1] + wanted, atol=0.01)


def test_all_benchmarks_are_run_by_one_command() -> None:
    """Every module that runs by itself, except for those that take long or need the name of a game."""
    called = {name for name in NAMES if "\nif __name__" in (HERE / f"{name}.py").read_text("utf-8")}
    parts = {"memory_use", "peers", "echo"}
    assert called - parts - {
        "bound",
        "levels",
        "strength",
        "train",
        "train_tables",
        "train_te_trix",
        "train_ten",
        "train_tentricks",
        "train_tentricks_duel",
    } == set(ALL)


def test_the_page_of_results_says_where_and_when(tmp_path: Path) -> None:
    """Machine, versions, date and load; a failed benchmark is marked, and its output is there."""
    runs = [Run("link", "The cost of a link", 12.3, 0.5, 0, "a  b\n1  2"), Run("moves", "Moves", 1, 9, 1, "no network")]
    text = "\n".join(page(runs))
    for told in ("| date | 20", "| processors | ", "| Python | CPython 3.", "| p2pgame | ", "| numpy | 2"):
        assert told in text
    assert "| [link](#link) | The cost of a link | 12 s | 0.5 |  |" in text
    assert "| [moves](#moves) | Moves | 1 s | 9.0 | **failed**, exit code 1 |" in text
    assert "    a  b\n    1  2" in text


def test_an_unknown_benchmark_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Before any is run."""
    with pytest.raises(SystemExit):
        run_all(["engine", "moon"])
    assert "no benchmark moon" in capsys.readouterr().err


def test_levels_are_rated_timed_and_plotted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A few games of the quickest."""
    plot = tmp_path / "plot.svg"
    strength.main(["tink", "random", "normal", "--games", "4", "--write", str(plot)])
    told = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in told] == ["level", "random", "normal"]
    assert plot.read_text("utf-8").count("<circle") == 2
