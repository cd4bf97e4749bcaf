"""`p2pgame arena`: bots against bots."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from p2pgame.cli.arena.match import Match, seating
from p2pgame.cli.arena.record import Entrant, likely_range
from p2pgame.cli.system.exits import ExitCode
from p2pgame.engine.games import load

from ..at_terminal import Terminal
from ..running import call


def played(*words: str) -> dict[str, Any]:
    """A match as JSON."""
    done = call("arena", *words, "--json")
    assert done.returncode == ExitCode.OK
    assert done.stdout.count("\n") == 1
    described: dict[str, Any] = json.loads(done.stdout)
    return described


def test_a_table_of_wins() -> None:
    """One line a bot, then seats, reasons and lengths in a sentence each; no bar without a terminal."""
    done = call("arena", "tink", "normal", "random", "-n", "10")
    lines = done.stdout.splitlines()
    assert lines[0] == "Tink: 10 games, seed 0"
    assert lines[2].split() == [
        "bot",
        "games",
        "won",
        "shared",
        "rate",
        "95%",
        "range",
        "Elo",
        "95%",
        "range",
        "points",
        "from..to",
    ]
    assert lines[3].split()[:2] == ["1", "normal"]
    assert lines[4].split()[:2] == ["2", "random"]
    assert lines[6].startswith("Won alone: seat 1 ")
    assert done.stderr == ""


def test_numbers_add_up() -> None:
    """Every game has one winner, a shared win or none; each bot has a score for each game."""
    match = played("te-trix", "random", "random", "-n", "12")
    first, second = match["bots"]
    assert sum(match["reasons"].values()) == len(match["steps"]) == match["games"] == 12
    assert first["shared"] == second["shared"]
    assert first["won"] + second["won"] == sum(match["won_by_seat"])
    assert first["won"] + second["won"] + first["shared"] == 12
    assert first["share"] == first["won"] + first["shared"] / 2
    assert len(first["points"]) == len(second["points"]) == 12


def test_a_normal_bot_wins_in_each_seat() -> None:
    """Wins go to the bot, not to its seat: both seats win."""
    match = played("tink", "random", "normal", "-n", "10")
    assert [bot["bot"] for bot in match["bots"]] == ["random", "normal"]
    assert match["bots"][1]["won"] >= 9
    assert min(match["won_by_seat"]) >= 4


def test_the_same_seed_gives_the_same_games() -> None:
    """And another one gives others."""
    first, again, other = (played("te-trix", "random", "-n", "4", "--seed", seed) for seed in ("7", "7", "8"))
    assert first == again
    assert first["bots"] != other["bots"]


def test_the_first_games_of_a_longer_match_are_those_of_a_shorter_one() -> None:
    """A game is decided by the seed and its number."""
    short, long = (played("te-trix", "random", "random", "-n", games) for games in ("2", "5"))
    assert long["steps"][:2] == short["steps"]


def test_options_are_those_of_the_game() -> None:
    """A missing option has its default."""
    assert played("ten", "random", "-n", "1", "-o", "jen=7")["options"]["jen"] == 7


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("tink", "normal"), "Tink is for 2 to 4 seats, not 1."),
        (
            ("tink", "normal", "norml"),
            "There is no bot 'norml'. Did you mean normal? The levels are random, easy, normal",
        ),
        (("tink",), "Missing argument"),
        (("tinc", "normal", "normal"), "Did you mean tink?"),
        (("tink", "normal", "random", "-n", "0"), "--games takes a number of games, 1 or more, not '0'."),
        (("tink", "normal", "random", "-o", "size=9"), "This game has no option 'size'"),
    ],
)
def test_games_that_cannot_be_played_are_explained(words: tuple[str, ...], says: str) -> None:
    """One sentence, exit code 2."""
    done = call("arena", *words)
    assert done.returncode == ExitCode.USAGE
    assert says in done.stderr


@pytest.mark.parametrize("entrants", [1, 2, 3, 4])
def test_everybody_sits_everywhere_beside_everybody(entrants: int) -> None:
    """Each round of games has each bot on each seat once; in the end every order has been played once."""
    orders = list(permutations(range(entrants)))
    played = [seating(entrants, number) for number in range(len(orders))]
    assert sorted(played) == orders
    for start in range(0, len(played), entrants):
        for seat in range(entrants):
            assert sorted(order[seat] for order in played[start : start + entrants]) == list(range(entrants))
    assert seating(entrants, len(orders)) == seating(entrants, 0)


def test_in_a_round_robin_each_group_meets_equally_often() -> None:
    """Three at a table, of four; and each entrant sits everywhere equally often."""
    match = Match(load("tink"), 1, {}, ("a", "b", "c", "d"), seed=0, seats=3)
    seated = [match.seated(number) for number in range(4 * 6)]
    assert Counter(frozenset(seats) for seats in seated).most_common()[-1][1] == 6
    assert {Counter(seats[seat] for seats in seated)[entrant] for seat in range(3) for entrant in range(4)} == {6}


def test_a_shared_win_counts_in_part() -> None:
    """Two of three share; then one wins alone; then nobody."""
    entrant = Entrant("normal")
    for winners in ((0, 2), (2,), ()):
        entrant.add(2, winners, 3)
    assert (entrant.games, entrant.won, entrant.shared, entrant.share) == (3, 1, 1, 1.5)
    assert entrant.points == [3, 3, 3]


def test_the_range_is_wilsons() -> None:
    """Values worked out apart from the program; never beyond 0 and 1."""
    low, high = likely_range(0, 10)
    assert low == 0
    assert high == pytest.approx(0.2775, abs=5e-5)
    assert likely_range(5, 10) == pytest.approx((0.2366, 0.7634), abs=5e-5)
    low, high = likely_range(10, 10)
    assert low == pytest.approx(0.7225, abs=5e-5)
    assert high == 1


def test_a_bar_on_a_terminal_and_a_match_cut_short() -> None:
    """Ctrl-C shows the games so far and leaves with 130."""
    with Terminal("arena", "tink", "random", "random", "-n", "100000") as terminal:
        terminal.until("/100000")
        terminal.type("\x03")
        printed, code = terminal.rest()
    assert code == ExitCode.INTERRUPTED
    assert "seed 0" in printed


INTERRUPTED = """
import os, signal
from multiprocessing import popen_spawn_posix
from p2pgame.cli.arena.match import Match
from p2pgame.cli.arena.workers import play_games
from p2pgame.engine.games import load

launch = popen_spawn_posix.Popen._launch

def launch_and_interrupt(popen, process):
    launch(popen, process)
    os.kill(popen.pid, signal.SIGINT)

popen_spawn_posix.Popen._launch = launch_and_interrupt
try:
    for _ in play_games(Match(load("tink"), 1, {}, ("random", "random"), seed=0, seats=2), range(1000), 2, None):
        pass
except KeyboardInterrupt:
    print("stopped")
"""
"""A match of two processes, each of which is interrupted as soon as it exists."""


def test_an_interrupt_while_workers_start_leaves_no_traceback() -> None:
    """It is held back until they can act on it. Then it ends the match."""
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, encoding="utf-8", check=False)
    assert (done.stdout, done.stderr) == ("stopped\n", "")


def test_no_bar_when_plain_text_is_asked_for() -> None:
    """Only the table."""
    with Terminal("arena", "tink", "random", "random", "-n", "3", "--plain") as terminal:
        printed, code = terminal.rest()
    assert code == ExitCode.OK
    assert "3/3" not in printed
    assert "Tink: 3 games, seed 0" in printed
    assert Counter(printed)["\x1b"] == 0
