"""The meaning of a typed line: a move, a command, or neither."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from p2pgame.engine.errors import IllegalMove, NotAMove, quoted
from p2pgame.engine.pending import Over

from ..games import presentation_of, rules
from ..words.addressing import addressed
from ..words.sentences import sentence
from ..words.suggest import hint
from .description import describe_table
from .hints import describe_hint, hint_for
from .replies import Further, Make, Quit, Read, Reply, Resign, Save, Say, Undo
from .score import describe_deed, describe_result, describe_standing
from .spelling import is_move, normalize, read_move
from .view import View, describe_things, question

LINE_LIMIT = 1_000
"""Characters of a line; the longest move has some eighty."""

_LISTED = 120
"""Moves that `legal` prints; longer lists need a prefix."""


def answer(view: View, line: str) -> Reply:
    """The reply to the line. An error in it comes back as a text."""
    text = line.strip().removeprefix(":")  # which opens the line on the screen
    if len(text) > LINE_LIMIT:
        return Say(f"That line is too long: {LINE_LIMIT} characters at most.")
    if not text:
        return _only_move(view)
    typed, *more = text.split(maxsplit=1)
    name, rest = ALIASES.get(typed.lower(), typed.lower()), "".join(more)
    if name in view.refused:
        return Say(view.refused[name])
    if name in COMMANDS:
        return COMMANDS[name].run(view, rest)
    if name in (words.split()[0] for words in view.more):
        return Further(name, rest)
    return _move(view, text)


def is_of_use_now(view: View, line: str) -> bool:
    """Whether a line can be carried out while the seat is not asked: it is not a move, and not about moves."""
    name = _command_in(line)
    known = name in COMMANDS or name in view.refused or name in (words.split()[0] for words in view.more)
    return known and name not in _ABOUT_MOVES


def title_of(line: str) -> str:
    """The title of the answer to a line; empty where it is no command."""
    name = _command_in(line)
    return name.capitalize() if name in COMMANDS or name in _OF_NETWORK else ""


def takes_time(line: str) -> bool:
    """Whether the answer to a line may take a second, so that it needs a thread of its own."""
    return _command_in(line) == "hint"


def _command_in(line: str) -> str:
    """The first word of a line, an alias replaced by its command."""
    typed = line.strip().removeprefix(":").split(maxsplit=1)
    return ALIASES.get(typed[0].lower(), typed[0].lower()) if typed else ""


@dataclass(frozen=True, slots=True)
class Command:
    """A command of line mode."""

    run: Callable[[View, str], Reply]
    usage: str
    meaning: str


def _only_move(view: View) -> Reply:
    """The only legal move, for an empty line; otherwise the question again."""
    moves = list(islice(view.legal(), 2))
    if len(moves) == 1:
        return Make(moves[0], view.game.format(moves[0]))
    return Say(question(view))


def _move(view: View, text: str) -> Reply:
    if view.asked is None:
        return Say(question(view) if is_move(view, text) else f"{_not_understood(view, text)} {question(view)}")
    try:
        move = read_move(view, view.asked, text)
    except IllegalMove as refusal:
        return Say(f"Not allowed: {refusal}.")
    except NotAMove:
        return Say(f"{_not_understood(view, text)} In {view.game.title} {view.game.move_help}.")
    return Make(move, view.game.format(move))


def _not_understood(view: View, text: str) -> str:
    shown = text if len(text) <= 40 else text[:40] + "..."
    commands = [*COMMANDS, *(words.split()[0] for words in view.more)]
    return f"{shown!r} is neither a move nor a command.{hint(text.split(maxsplit=1)[0], commands)}"


def _legal(view: View, rest: str) -> Reply:
    if view.asked is None:
        return Say(question(view))
    beginning = normalize(rest)
    spelled = map(view.game.format, view.legal())
    found = list(islice((move for move in spelled if normalize(move).startswith(beginning)), _LISTED + 1))
    if not found:
        return Say(f"No legal move begins with {quoted(rest)}; `legal` lists all.")
    more = f"\n... and more. Narrow it down, such as `legal {found[-1][:2]}`." if len(found) > _LISTED else ""
    return Say("\n".join(_listed(view, view.asked, found[:_LISTED])) + more)


def _listed(view: View, seat: int, moves: list[str]) -> Iterator[str]:
    """Moves side by side; those whose spelling does not show the effect one a line, with the effect."""
    names = addressed(view.names, seat)
    deeds = {move: does for move in moves if (does := describe_deed(view.game, view.state, seat, move, names))}
    if plain := [move for move in moves if move not in deeds]:
        yield from _columns(plain)
    yield from (line.removeprefix("  ") for line in _table(deeds.items()))


def _columns(words: list[str], width: int = 78) -> Iterator[str]:
    """The words side by side, read line by line."""
    cell = max(map(len, words)) + 2
    count = max(1, width // cell)
    for start in range(0, len(words), count):
        yield "".join(word.ljust(cell) for word in words[start : start + count]).rstrip()


def _show(view: View, _rest: str) -> Reply:
    described = describe_table(view.game, view.state, view.names, view.seat)
    held = [] if view.seat is None else describe_things(view.game, view.state, view.seat)
    return Say("\n".join([described, *held, "", question(view)]))


def _picture(view: View, _rest: str) -> Reply:
    return Say(f"{view.table}\n\n{question(view)}")


def _score(view: View, _rest: str) -> Reply:
    pending = view.game.pending(view.state)
    if isinstance(pending, Over):
        return Say(describe_result(view.game, pending.result, view.names, view.seat))
    return Say(describe_standing(view.game, view.state, addressed(view.names, view.seat)))


def _hint(view: View, _rest: str) -> Reply:
    spelled = hint_for(view)
    return Say(question(view) if spelled is None else describe_hint(view, spelled))


def _rules(view: View, number: str) -> Reply:
    if not number:
        return Read(rules.text(view.game))
    found = rules.clause(view.game, number)
    if found is None:
        return Say(f"{view.game.title} has no clause {quoted(number)}. A refused move names its clause.")
    return Say(found)


def commands_of(view: View) -> Mapping[str, str]:
    """The commands at a table and their meanings; moves are not among them."""
    known = {each.usage: each.meaning for name, each in COMMANDS.items() if name not in view.refused}
    return {**known, **{usage: meaning for usage, meaning in view.more.items() if meaning}}


def _help(view: View, _rest: str) -> Reply:
    legend = _table(presentation_of(view.game).phrases.things.items())
    moves = [] if view.seat is None else [sentence(view.game.move_help)]
    parts = [moves, legend, _table(commands_of(view).items())]
    return Say("\n\n".join("\n".join(part) for part in parts if part))


def _table(rows: Iterable[tuple[str, str]]) -> list[str]:
    rows = list(rows)
    left = max((len(name) for name, _ in rows), default=0) + 2
    return [f"  {name:<{left}}{meaning}" for name, meaning in rows]


def _undo(view: View, _rest: str) -> Reply:
    return Undo() if view.seat is not None else Say("You are only watching this table.")


def _resign(view: View, rest: str) -> Reply:
    if view.seat is None:
        return Say("You are only watching this table.")
    if rest.lower() == "yes":
        return Resign()
    return Say("Resigning is final. Type `resign yes` to confirm.")


def _save(_view: View, rest: str) -> Reply:
    return Save(rest) if rest else Say("Give a file name: `save FILE`.")


def _quit(_view: View, _rest: str) -> Reply:
    return Quit()


COMMANDS: Mapping[str, Command] = {
    "legal": Command(_legal, "legal [BEGINNING]", "all your legal moves, or those with this beginning"),
    "hint": Command(_hint, "hint", "the move of the hard bot, and why"),
    "show": Command(_show, "show", "the table in words, and the question"),
    "picture": Command(_picture, "picture", "the table drawn with letters and dots"),
    "score": Command(_score, "score", "the score so far"),
    "rules": Command(_rules, "rules [3.1]", "the rules, or one clause of them"),
    "undo": Command(_undo, "undo", "take your last move back"),
    "save": Command(_save, "save FILE", "save the game in a file"),
    "resign": Command(_resign, "resign", "leave the game for good; the others play on"),
    "quit": Command(_quit, "quit", "quit p2pgame"),
    "help": Command(_help, "help", "this list"),
}
"""Commands by name. No game spells a move like one of them (`tests/cli/table/test_answer.py`)."""

_ABOUT_MOVES = frozenset({"legal", "hint"})

_OF_NETWORK = frozenset({"who", "drop", "wait"})
"""Commands of network tables whose answers have titles."""

ALIASES = {
    "takeback": "undo",
    "?": "help",
    "h": "help",
    "i": "hint",
    "moves": "legal",
    "board": "picture",
    "q": "quit",
    "exit": "quit",
}
