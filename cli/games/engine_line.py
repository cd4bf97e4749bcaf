"""The engine line protocol (like GTP or UCI): one command a line in, one JSON object a line out.

Bad input is answered, never fatal, and leaves everything as it was. Specified in `spec/engine-line.md`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import islice
from typing import Any

from p2pgame.engine import positions
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.random import Random
from p2pgame.engine.errors import BadOption, BadPosition, IllegalMove, NotAMove, WrongEvent, quoted
from p2pgame.engine.events import Answered, Drawn, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import parse_options
from p2pgame.engine.pending import Chance, Over, Pending, Result, Secret, Turn, Window, asked
from p2pgame.engine.play import step

from .session import NothingToUndo, Session

Answer = dict[str, Any]

LINE_LIMIT = 1 << 20
"""Characters in a command; the longest position of any game takes some ten thousand."""


_LEVEL = "normal"
"""The default bot of `choose`."""


class BadCommand(Exception):
    """The line is not a command, or its arguments have the wrong form."""


_CODES: dict[type[Exception], str] = {
    NotAMove: "illegal-move",
    IllegalMove: "illegal-move",
    WrongEvent: "illegal-move",
    BadOption: "illegal-move",
    BadPosition: "bad-position",
    BadCommand: "bad-command",
    NothingToUndo: "nothing-to-undo",
}


class Interpreter:
    """One conversation about one game; begins with no table until `new` or `position JSON`."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.done = False
        self._session: Session[Any, Any] | None = None

    def answer(self, line: str) -> str:
        """The answer to a command: one line of JSON without its newline."""
        try:
            return json.dumps({"ok": True} | self._execute(line.strip()))
        except tuple(_CODES) as refusal:
            return json.dumps({"ok": False, "code": _CODES[type(refusal)], "message": str(refusal)})

    def _execute(self, line: str) -> Answer:
        if len(line) > LINE_LIMIT:
            raise BadCommand(f"a command has at most {LINE_LIMIT} characters")
        name, _, rest = line.partition(" ")
        command = _COMMANDS.get(name)
        if command is None:
            raise BadCommand(f"unknown command {quoted(name)}; the commands are {', '.join(_COMMANDS)}")
        return command(self, rest.strip())

    @property
    def session(self) -> Session[Any, Any]:
        """The table; a refusal before the first `new` or `position`."""
        if self._session is None:
            raise BadCommand("no table yet: send `new SEATS` or `position JSON` first")
        return self._session

    def new(self, text: str) -> Answer:
        """A new table."""
        words = text.split()
        if not words:
            raise BadCommand("the number of seats is missing: new SEATS [option=value ...]")
        seats = _integer(words[0], "SEATS")
        options = parse_options(self.game.options, words[1:])
        self._session = Session(self.game, self.game.begin(seats, options))
        return {}

    def position(self, text: str) -> Answer:
        """The position, or a new one set."""
        if not text:
            return {"position": self.game.position(self.session.state)}
        self._session = Session(self.game, self.game.from_position(positions.parse(text)))
        return {}

    def pending(self, text: str) -> Answer:
        """The pending step."""
        _no_arguments(text)
        answer = describe(self.session.pending)
        if "seats" in answer:
            answer["seats"] = list(self.session.waiting)
        return {"pending": answer}

    def legal(self, text: str) -> Answer:
        """The moves of a seat."""
        words = text.split()
        if len(words) not in (1, 2):
            raise BadCommand("legal SEAT [LIMIT]")
        seat = self._seat(words[0])
        limit = _integer(words[1], "LIMIT") if len(words) == 2 else None
        session = self.session
        if seat not in session.waiting:
            return {"moves": []}
        moves = islice(self.game.legal(session.state, seat), limit)
        return {"moves": [self.game.format(move) for move in moves]}

    def play(self, text: str) -> Answer:
        """A move made."""
        seat, _, move = text.partition(" ")
        if not move:
            raise BadCommand("play SEAT MOVE")
        self.session.play(self._seat(seat), self.game.parse(move))
        return {}

    def draw(self, text: str) -> Answer:
        """A chance step answered."""
        if text.startswith("="):
            self.session.draw_label(text[1:])
        else:
            self.session.draw(_integer(text, "N"))
        return {}

    def show(self, text: str) -> Answer:
        """The text board."""
        _no_arguments(text)
        return {"text": self.game.text(self.session.state)}

    def hash(self, text: str) -> Answer:
        """The state hash."""
        _no_arguments(text)
        return {"hash": self.game.hash(self.session.state).hex()}

    def undo(self, text: str) -> Answer:
        """One step back."""
        _no_arguments(text)
        self.session.undo()
        return {}

    def drop(self, text: str) -> Answer:
        """A seat has left for good."""
        self.session.drop(self._seat(text))
        return {}

    def perft(self, text: str) -> Answer:
        """The number of sequences of that many steps."""
        return {"count": perft(self.game, self.session.state, _integer(text, "DEPTH"))}

    def random(self, text: str) -> Answer:
        """The game played on at random."""
        words = text.split()
        if len(words) not in (1, 2):
            raise BadCommand("random SEED [STEPS]")
        rng = random.Random(_integer(words[0], "SEED"))  # noqa: S311 - reproducible, not secret
        steps = _integer(words[1], "STEPS") if len(words) == 2 else None
        play_on(self.session, rng, steps)
        return {}

    def choose(self, text: str) -> Answer:
        """The move of a bot."""
        words = text.split()
        if len(words) not in (1, 2, 3):
            raise BadCommand("choose SEAT [LEVEL [SEED]]")
        seat, level = self._seat(words[0]), words[1] if len(words) > 1 else _LEVEL
        if level not in BOTS:
            raise BadCommand(f"there is no bot {quoted(level)}; the levels are {', '.join(BOTS)}")
        rng = random.Random(_integer(words[2], "SEED") if len(words) == 3 else 0)  # noqa: S311 - reproducible
        session = self.session
        if seat not in session.waiting:
            raise IllegalMove(f"seat {seat} cannot move now", "engine 1.1")
        return {"move": self.game.format(BOTS[level].choose(self.game, session.state, seat, rng))}

    def quit(self, text: str) -> Answer:
        """The end."""
        _no_arguments(text)
        self.done = True
        return {}

    def help(self, text: str) -> Answer:
        """The commands, and the form of a move."""
        _no_arguments(text)
        return {"commands": list(_COMMANDS), "moves": self.game.move_help}

    def _seat(self, word: str) -> int:
        seat = _integer(word, "SEAT")
        seats = self.session.seats
        if seat >= seats:
            raise BadCommand(f"there is no seat {seat}: seats are 0 to {seats - 1}")
        return seat


_COMMANDS: dict[str, Callable[[Interpreter, str], Answer]] = {
    "new": Interpreter.new,
    "position": Interpreter.position,
    "pending": Interpreter.pending,
    "legal": Interpreter.legal,
    "play": Interpreter.play,
    "draw": Interpreter.draw,
    "show": Interpreter.show,
    "hash": Interpreter.hash,
    "undo": Interpreter.undo,
    "drop": Interpreter.drop,
    "perft": Interpreter.perft,
    "random": Interpreter.random,
    "choose": Interpreter.choose,
    "help": Interpreter.help,
    "quit": Interpreter.quit,
}


def describe(pending: Pending) -> Answer:
    """A pending step as JSON-able data."""
    match pending:
        case Turn(seat):
            return {"kind": "turn", "seats": [seat]}
        case Secret(seats):
            return {"kind": "secret", "seats": list(seats)}
        case Window(seats):
            return {"kind": "window", "seats": list(seats)}
        case Chance(outcomes):
            return {
                "kind": "chance",
                "bound": pending.bound,
                "outcomes": [[label, weight] for label, weight in outcomes],
            }
        case Over(result):
            return {"kind": "over", "result": result_data(result)}


def result_data(result: Result) -> Answer:
    """A result as JSON-able data."""
    return {
        "winners": list(result.winners),
        "scores": list(result.scores),
        "detail": [[[name, points] for name, points in lines] for lines in result.detail],
        "reason": result.reason,
    }


def perft(game: AnyGame, state: Any, depth: int, answers: tuple[Any, ...] = ()) -> int:
    """The number of sequences of `depth` applied steps; each seat's answer to one step counts separately.

    `answers` are those already given to the waiting step, in seat order. A finished game has the empty sequence only.
    """
    if depth == 0:
        return 1
    pending = game.pending(state)
    match pending:
        case Chance():
            return sum(perft(game, step(game, state, Drawn(value)), depth - 1) for value in range(pending.bound))
        case Turn(seat):
            return sum(
                perft(game, step(game, state, Played(seat, move)), depth - 1) for move in game.legal(state, seat)
            )
        case Over():
            return 0
    seats = asked(pending)
    total = 0
    for move in game.legal(state, seats[len(answers)]):
        given = (*answers, move)
        if len(given) == len(seats):
            total += perft(game, step(game, state, Answered(given)), depth - 1)
        else:
            total += perft(game, state, depth - 1, given)
    return total


def play_on(session: Session[Any, Any], rng: random.Random, steps: int | None) -> None:
    """Answer that many steps at random, or all to the end; a seat's answer counts as a step."""
    bot = Random()
    while steps is None or steps > 0:
        pending = session.pending
        if isinstance(pending, Over):
            return
        if isinstance(pending, Chance):
            session.draw(rng.randrange(pending.bound))
        else:
            seat = session.waiting[0]
            session.play(seat, bot.choose(session.game, session.state, seat, rng))
        steps = None if steps is None else steps - 1


def _integer(word: str, what: str) -> int:
    if not word.isascii() or not word.isdigit() or len(word) > 18:
        raise BadCommand(f"{what} must be a whole number, not {quoted(word)}")
    return int(word)


def _no_arguments(text: str) -> None:
    if text:
        raise BadCommand(f"this command takes no arguments: {quoted(text)}")
