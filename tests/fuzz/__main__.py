"""`python -m tests.fuzz [GAME ...]`: play games at random over all seats and options, and print what happened.

Game number n of a run has the seed SEED + n, which decides its table, its play and the seats that leave, so that
`--games 1 --seed N` replays it. The exit code is 1 if a game failed.
"""

from __future__ import annotations

import argparse
import sys

from p2pgame.cli.games.find import load_game
from p2pgame.engine.bots import BOTS
from p2pgame.engine.games import GAMES

from .play import Failure, Plan, play, tables
from .report import Tally, line_of, print_table


def main(words: list[str] | None = None) -> int:
    """Play, print, and return the exit code."""
    asked = _parser().parse_args(words)
    plan = Plan(bot=asked.bot, deep=asked.deep, listing=asked.list, leavers=asked.leavers)
    failures = 0
    rows: dict[tuple[str, int], Tally] = {}
    for game_id in asked.games or GAMES:
        game = load_game(game_id)
        choices = tables(game, asked.seats, asked.option)
        if not choices:
            print(f"{game_id}: no table has these seats and options")
            continue
        for seed in range(asked.seed, asked.seed + asked.number):
            outcome = play(game, choices, seed, plan)
            if isinstance(outcome, Failure):
                failures += 1
                print(f"{outcome}\n  {_replay(game_id, seed, asked)}", flush=True)
            else:
                rows.setdefault((game_id, outcome.seats), Tally(outcome.seats)).add(outcome)
    print_table([line_of(game_id, tally) for (game_id, _), tally in sorted(rows.items())])
    print(f"{failures} failed")
    return 1 if failures else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument(
        "games",
        nargs="*",
        metavar="GAME",
        help=f"of {', '.join(GAMES)}, or of another package; all of ours when none is named",
    )
    parser.add_argument("--games", dest="number", type=int, default=100, metavar="N", help="games to play (100)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the first game (0)")
    parser.add_argument("--bot", choices=tuple(BOTS), default="random", help="who plays all seats (random)")
    parser.add_argument("--seats", type=int, metavar="N", help="only tables of N seats")
    parser.add_argument("-o", dest="option", action="append", default=[], metavar="NAME=VALUE", help="only such tables")
    parser.add_argument(
        "--leavers", type=int, default=4, metavar="N", help="seats leave in every N-th game (4; 0 none)"
    )
    parser.add_argument("--list", action="store_true", help="list each asked seat's legal moves at every step")
    parser.add_argument("--deep", action="store_true", help="check positions, text and moves at every step")
    return parser


def _replay(game_id: str, seed: int, asked: argparse.Namespace) -> str:
    words = [f"python -m tests.fuzz {game_id} --games 1 --seed {seed} --bot {asked.bot} --leavers {asked.leavers}"]
    words += [f"--seats {asked.seats}"] if asked.seats else []
    words += [f"-o {option}" for option in asked.option]
    words += ["--list"] if asked.list else []
    words += ["--deep"] if asked.deep else []
    return " ".join(words)


if __name__ == "__main__":
    sys.exit(main())
