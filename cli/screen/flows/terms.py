"""The terms of a table: seats, bots, and the options of the game, each in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from p2pgame.engine.bots import BOTS
from p2pgame.engine.errors import BadOption
from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import Option, Options, Value, spell
from p2pgame.protocol.wire.sanitize import NAME_CHARACTERS, clean_name

from ...games import rules
from ...profile import person
from ...saves.saved import Players
from ...saves.unfinished_games import UnfinishedGame, describe
from ...thinking.bots import USUAL_LEVEL
from ..app import Full
from ..widgets.form import Field, Form, Values

_TURN_TIMES = (0, 30, 60, 120, 300)
"""Seconds for a decision that a form offers; `host --turn-time` takes any."""

_TURN_TIMES_CALLED = ("no limit", "30 seconds", "a minute", "2 minutes", "5 minutes")

_LEVELS: Mapping[str, str] = {
    "random": "plays any legal move",
    "easy": "plays like a beginner and overlooks a lot",
    "normal": "takes the best-looking move",
    "hard": "thinks ahead for up to a second",
    "expert": "thinks ahead for up to three seconds",
}
"""Descriptions of the levels."""


async def play_terms(app: Full, game: AnyGame, left: Sequence[UnfinishedGame] = ()) -> Values | None:
    """The terms of a local game: `seats`, `people`, their names, `level` and the options; None for back.

    `game` is the unfinished game among `left` that is resumed; None for a new one. Its seats and options are fixed, and
    its players too if its file names them.
    """
    begin = {
        "game": left[0] if left else None,
        "left": tuple(left),
        "seats": 2 if 2 in game.seats else game.seats[0],
        "people": 1,
        "level": USUAL_LEVEL,
        **dict.fromkeys(map(_name_word, range(game.seats[-1])), ""),
        **_usual(game),
    }
    return await app.push_screen_wait(
        Form(f"Play {game.title}", begin, lambda values: play_fields(game, values), "play", rules.summary(game))
    )


def names_in(values: Values) -> tuple[str, ...]:
    """The names of several people among the values of a form, if each has one of their own."""
    names = tuple(clean_name(values[_name_word(number)]) for number in range(people_in(values)))
    return names if len(names) > 1 and all(names) and len(set(names)) == len(names) else ()


def players_in(values: Values) -> Players:
    """The players of the saved game, or those of the form."""
    left: UnfinishedGame | None = values.get("game")
    if left is not None:
        return left.players
    return Players(people_in(values), names_in(values) or person.called(), values["level"])


def people_in(values: Values) -> int:
    """The number of people at the keyboard."""
    people: int = min(values["people"], seats_in(values))
    return people


def seats_in(values: Values) -> int:
    """The number of players."""
    left: UnfinishedGame | None = values.get("game")
    seats: int = values["seats"] if left is None else left.seats
    return seats


def _name_word(number: int) -> str:
    return f"name {number}"


async def host_terms(app: Full, game: AnyGame) -> Values | None:
    """The terms of a hosted table: `seats`, `bots`, `level`, `open`, `turn time`, `takebacks` and the options.

    None for back.
    """
    begin = {
        "seats": 2,
        "bots": 0,
        "level": USUAL_LEVEL,
        "open": False,
        "turn time": 0,
        "takebacks": False,
        **_usual(game),
    }
    return await app.push_screen_wait(
        Form(
            f"Host {game.title}", begin, lambda values: host_fields(game, values), "open the table", rules.summary(game)
        )
    )


def options_in(game: AnyGame, values: Values) -> Options:
    """The options of a game among the values of a form."""
    return {option.name: values.get(option.name, option.default) for option in game.options}


def _usual(game: AnyGame) -> dict[str, Value]:
    return {option.name: option.default for option in game.options}


def play_fields(game: AnyGame, values: Values) -> list[Field]:
    """The lines of the form before a game on this machine."""
    left: UnfinishedGame | None = values.get("game")
    which = [_which_game(values)] if values.get("left") else []
    if left is not None:
        return which
    seats, people = seats_in(values), people_in(values)
    numbers = tuple(range(1, seats + 1))
    several = [
        Field(
            "people", "Human players", "They share this keyboard. The other seats are bots.", numbers, _named(numbers)
        )
    ]
    return [
        *which,
        Field("seats", "Players", _about_seats(game), tuple(game.seats), _named(game.seats)),
        *(several if seats > 1 else []),
        *(map(_name_field, range(people)) if people > 1 else []),
        *([_level()] if people < seats else []),
        *_option_fields(game, seats, values),
    ]


def _which_game(values: Values) -> Field:
    left: tuple[UnfinishedGame, ...] = values["left"]
    chosen: UnfinishedGame | None = values["game"]
    about = "The unfinished game is kept." if len(left) == 1 else f"The {len(left)} unfinished games are kept."
    if chosen is not None:
        about = f"An unfinished game of {describe(chosen)}"
    older = tuple(f"resume an older game ({number})" for number in range(1, len(left)))
    return Field("game", "Game", about, (*left, None), ("resume the last game", *older, "new game"))


def _about_seats(game: AnyGame) -> str:
    alone = " One player: a solo variant." if 1 in game.seats else ""
    return f"You, others at this keyboard, and bots.{alone}"


def _name_field(number: int) -> Field:
    about = "This player's name. Empty and equal names become numbers."
    return Field(_name_word(number), f"Player {number + 1}", about, characters=NAME_CHARACTERS)


def _named(numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(map(str, numbers))


def host_fields(game: AnyGame, values: Values) -> list[Field]:
    """The lines of the form before a table is hosted."""
    seats = tuple(number for number in game.seats if number > 1)
    bots = tuple(range(values["seats"]))
    door = Field(
        "open",
        "Joining",
        "With a code: only people who know it. Without a code: anyone on the LAN.",
        (False, True),
        ("anyone with the code", "anyone"),
    )
    return [
        Field("seats", "Players", "You, your friends and the bots.", seats, _named(seats)),
        Field("bots", "Bots", "Bots take their seats at once; the other seats are for people.", bots, _none_or(bots)),
        *([_level()] if values["bots"] else []),
        door,
        _turn_time(),
        _takebacks(),
        *_option_fields(game, values["seats"], values),
    ]


def _turn_time() -> Field:
    about = "After that time, the others vote for the game's default move."
    return Field("turn time", "Time for a decision", about, _TURN_TIMES, _TURN_TIMES_CALLED)


def _takebacks() -> Field:
    about = "Whether a move can be taken back: everyone must agree, before anything is drawn or revealed."
    return Field("takebacks", "Takebacks", about, (False, True), ("no", "if everyone agrees"))


def _none_or(numbers: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(str(number) if number else "none" for number in numbers)


def _level() -> Field:
    levels = tuple(BOTS)
    about = "; ".join(f"{level}: {_LEVELS[level]}" for level in levels if level in _LEVELS)
    return Field("level", "Level of the bots", f"{about}." if about else "", levels, levels)


def _option_fields(game: AnyGame, seats: int, values: Values) -> list[Field]:
    """A line for each option that leaves a choice at that many seats."""
    fields = []
    for option in game.options:
        allowed = _allowed(game, seats, option)
        if len(allowed) > 1:
            fields.append(_option_field(option, allowed))
    return fields


def _allowed(game: AnyGame, seats: int, option: Option) -> tuple[Value, ...]:
    """The choices of an option with which the engine begins a game."""
    return tuple(choice for choice in option.choices if _begins(game, seats, {**_usual(game), option.name: choice}))


def _begins(game: AnyGame, seats: int, options: Options) -> bool:
    try:
        game.begin(seats, options)
    except BadOption:
        return False
    return True


def _option_field(option: Option, allowed: tuple[Value, ...]) -> Field:
    meaning = f"{option.meaning[0].upper()}{option.meaning[1:]}"
    usual = f"{meaning}. Default: {_called(option.default)}."
    return Field(option.name, option.name.replace("_", " ").capitalize(), usual, allowed, tuple(map(_called, allowed)))


def _called(value: Any) -> str:
    """The label of a value: `yes`, `no`, or its number."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else spell(value)
