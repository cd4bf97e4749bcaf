"""The games of a profile and their records, in words."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from p2pgame.p2p.store.home import HomeError

from ..games import presentation_of
from ..games.find import find_game
from ..profile import person
from ..system.exits import Failed, Misused
from ..words.grammar import and_list, count
from ..words.moment import format_moment
from ..words.widths import bare_name
from .catalogue import Game, games_in
from .records import GameRecord
from .summary import Player, State, Summary

_DIGITS = 6
"""Digits of the number of a game, at most."""


def my_games(progress: Callable[[int, int], None] = lambda _done, _all: None, profile: str | None = None) -> list[Game]:
    """The games of a profile that have at least one move, the one played last first; by default of the profile in use.

    `progress` is called as in `games_in`.

    Raises:
        Failed: they cannot be listed.
    """
    home = person.home(profile)
    try:
        me = home.identity().public if home.key_file.exists() else b""
    except HomeError as error:
        raise Failed(f"{error}.") from error
    return [game for game in games_in(home.logs, me, progress) if game.summary.steps or game.summary.fault]


def numbered(log: Path, profile: str | None = None) -> Path:
    """The log that a person means: a file, or the game of that number in the list, if no file has that name.

    The list is that of a profile; by default of the profile in use.

    Raises:
        Misused: the list has no such number.
        Failed: as `my_games`.
    """
    if not log.name.isdecimal() or len(log.name) > _DIGITS or str(log) != log.name or os.path.lexists(log):
        return log
    games, number = my_games(profile=profile), int(log.name)
    if not 0 < number <= len(games):
        raise Misused(f"There is no game {number}: `p2pgame history` lists {count(len(games), 'game')}.")
    return games[number - 1].log


def title_of(game_id: str) -> str:
    """The game's title; its id where this program does not have the game."""
    game = find_game(game_id)
    return game_id if game is None else game.title


def players_told(summary: Summary) -> str:
    """The players, the profile's owner first: `you, Ben and Max (normal bot)`."""
    if summary.mine is None:
        return and_list([_called(player) for player in summary.players]) if summary.players else ""
    others = [_called(player) for seat, player in enumerate(summary.players) if seat != summary.mine]
    return and_list(["you", *others]) if others else "you alone"


def outcome_told(summary: Summary) -> str:
    """The result: `you won, 54 : 40`, `unfinished`, or the fault of the log."""
    if summary.state is State.BROKEN:
        return f"the log is broken: {summary.fault}"
    if summary.state is State.UNFINISHED:
        return "unfinished"
    unsigned = "" if summary.is_signed else "; not everybody has signed the end"
    return f"{_winners(summary)}{_points(summary)}{unsigned}"


def length_told(summary: Summary) -> str:
    """The length of the game."""
    return count(summary.steps, "step")


def about(game: Game) -> str:
    """The players, the result, the length and the day, on one line."""
    parts = (players_told(game.summary), outcome_told(game.summary), length_told(game.summary))
    return "; ".join(filter(None, (*parts, format_moment(game.written))))


def describe_record(record: GameRecord) -> Iterator[str]:
    """The record in one game, in parts: with others, against each opponent, and alone."""
    if record.together.played:
        played, won = record.together.played, record.together.won
        yield f"{played} played, {won} won ({record.together.percent}%)"
        for name, tally in sorted(record.opponents.items(), key=lambda each: (-each[1].played, each[0])):
            yield f"against {name}: {tally.won} of {tally.played} ({tally.percent}%)"
    if record.alone.played:
        best = record.best
        day = "" if best is None else format_moment(best.written).partition(" ")[0]
        score = "" if best is None else f", best {best.score}{f' ({day})' if day else ''}"
        yield f"alone: {record.alone.played} played, {record.alone.won} won{score}"


def _called(player: Player) -> str:
    return f"{bare_name(player.name)} ({player.level} bot)" if player.level else player.name


def _winners(summary: Summary) -> str:
    names = ["you" if seat == summary.mine else bare_name(summary.players[seat].name) for seat in summary.winners]
    if names:
        return f"{and_list(sorted(names, key=lambda name: name != 'you'))} won"
    game = find_game(summary.game)
    unwon = {} if game is None else presentation_of(game).phrases.unwon
    return unwon.get(summary.reason, "nobody won").partition(".")[0]


def _points(summary: Summary) -> str:
    """The scores, one's own first, and the others from the highest."""
    scores = [score for score in summary.scores if score is not None]
    if len(scores) < len(summary.scores) or not scores:
        return ""
    if len(scores) == 1:
        return f", {count(scores[0], 'point')}"
    return f", {' : '.join(map(str, _mine_first(scores, summary.mine)))}"


def _mine_first(scores: Sequence[int], mine: int | None) -> list[int]:
    others = sorted((score for seat, score in enumerate(scores) if seat != mine), reverse=True)
    return others if mine is None else [scores[mine], *others]
