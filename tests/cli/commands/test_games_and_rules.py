"""`p2pgame games` and `p2pgame rules`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from p2pgame.cli.games import presentation_of
from p2pgame.cli.main import app
from p2pgame.cli.system.exits import ExitCode
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.games.tetris.components import TOWER

GAMES_SOURCE = Path(__file__).parents[3] / "engine" / "games"

each_game = pytest.mark.parametrize("name", GAMES)


def invoke(*words: str) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(app, words, catch_exceptions=False)


def test_games_lists_every_game() -> None:
    """One line a game, and where to read on."""
    lines = invoke("games").output.splitlines()
    assert [line.split()[0] for line in lines[: len(GAMES)]] == list(GAMES)


@each_game
def test_a_game_shows_its_seats_options_and_moves(name: str) -> None:
    """Every option with its choices, default and meaning."""
    game = load(name)
    output = invoke("games", name).output
    assert re.search(rf"Seats: {game.seats[0]}\b.* to {game.seats[-1]}\.", output)
    assert game.move_help in output
    for option in game.options:
        assert f"  {option.name}=" in output
        assert option.meaning in output


@each_game
def test_a_game_as_json(name: str) -> None:
    """The same for programs, on one line."""
    game = load(name)
    output = invoke("games", name, "--json").output
    described = json.loads(output)
    assert output.count("\n") == 1
    assert (described["game"], described["rules"], described["seats"]) == (name, game.rules, list(game.seats))
    assert [option["name"] for option in described["options"]] == [option.name for option in game.options]


def test_all_games_as_json() -> None:
    """A list."""
    assert [each["game"] for each in json.loads(invoke("games", "--json").output)] == list(GAMES)


@each_game
def test_every_game_has_short_rules(name: str) -> None:
    """Title, summary, the end, and the moves to type; in ASCII, except for signs that its screen shows."""
    output = invoke("rules", name.upper()).output
    assert output.startswith(f"# {load(name).title}\n")
    assert "## At the keyboard" in output
    assert all(len(line) < 80 for line in output.splitlines())
    signs = "".join(presentation_of(load(name)).legend)
    assert [letter for letter in output if not letter.isascii() and letter not in signs] == []


@each_game
def test_rules_name_every_option(name: str) -> None:
    """A player can read what an option changes."""
    output = invoke("rules", name).output
    for option in load(name).options:
        assert f"`{option.name}=" in output


def test_the_rules_of_tetris_draw_its_tower_both_ways() -> None:
    """As the engine's table has it."""
    drawn = [line.split() for line in invoke("rules", "tetris").output.splitlines()]
    for number, row, turned in zip(range(15, 0, -1), TOWER, TOWER[::-1], strict=True):
        assert [str(number), *row, *turned[::-1]] in drawn


def test_rules_without_a_game_lists_the_games() -> None:
    """A usage error that lists the games."""
    result = CliRunner().invoke(app, ["rules"])
    assert result.exit_code == ExitCode.USAGE
    assert ", ".join(GAMES) in result.output


@each_game
def test_every_clause_that_a_refusal_names_can_be_read(name: str) -> None:
    """By its number, alone; its whole section by the section's."""
    sources = "".join(path.read_text("utf-8") for path in sorted((GAMES_SOURCE / name.replace("-", "_")).glob("*.py")))
    numbers = sorted(set(re.findall(rf'"(?:{name} )?([0-9]+\.[0-9]+)"', sources)))
    assert numbers
    for number in numbers:
        shown = invoke("rules", name, number, "--plain").output
        assert shown.startswith(f"{number} ")
        assert len(re.findall(r"(?m)^[0-9]+\.[0-9]+", shown)) == 1
        assert shown.strip() in invoke("rules", name, number.split(".", maxsplit=1)[0], "--plain").output
        assert shown.strip() in invoke("rules", name, "--exact", "--plain").output


def test_a_sentence_refuses_a_clause_that_does_not_exist() -> None:
    """With the command that shows all."""
    result = CliRunner().invoke(app, ["rules", "tink", "3.9"])
    assert result.exit_code == ExitCode.USAGE
    assert result.output.strip() == "Error: Tink has no clause '3.9'; `p2pgame rules tink --exact` shows all clauses."


@pytest.mark.parametrize(
    ("name", "clause"),
    [
        ("tentricks", "nobody at all can use one of these against the same player"),
        ("tentricks", "Tokens 1, 2, 3, 4, 5 and 9 are used against a player and lock that player"),
        ("tentricks", "A cancelled token locks nobody."),
        ("tentricks", "it does nothing; locks do not matter"),
        ("tentricks", "A **round** lasts until it is the turn of the starting player again."),
        ("tentricks", "With token 1 you may put a piece even beyond the other player's bar"),
        ("tentricks", "the colours on the screen have no meaning of their own"),
        ("tentricks", "Your **standby** holds one piece."),
        ("tentricks", "Tokens 2 and 10 need your standby free."),
        ("tentricks", "The second piece of token 8 may become free by lifting the first."),
        ("ten", "You may skip ahead in this order, but you cannot go back."),
        ("ten", "Bust tokens do not count toward these ten."),
        ("ten", "1 for a coin, 3 for a bust token, 1 for any card"),
        ("ten", "She never buys a card."),
        ("ten", "A tie is a loss."),
        ("te-trix", "Instead of entering a shape you may stop, which ends the game; you cannot stop while you arrange"),
        ("te-trix", "The first to roll is drawn by lot."),
        ("tetris", "none counts twice"),
        ("tetris", "Minos of the same round help to complete rows."),
        ("tetris", "If the piece fits nowhere and your hold is unused, you must hold it."),
        ("tink", "which moves it, also when your stash is empty"),
    ],
)
def test_a_question_that_players_asked_is_answered_in_the_short_rules(name: str, clause: str) -> None:
    """Sentences that people looked for and did not find."""
    assert clause in " ".join(invoke("rules", name).output.split())
