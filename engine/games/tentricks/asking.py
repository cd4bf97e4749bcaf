"""Questions to a judge, many at a time.

A bot's foresight is written as if it asked one question after another. It is a generator, which yields questions and is
sent their answers. So many generators can go on side by side (`together`), and a judge answers what all of them ask at
once (`answered`). One large batch costs it much less than many small ones.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from itertools import islice
from typing import Any, TypeVar

from .features import Ints
from .judges import Judge, View, best_places
from .moves import Place
from .prospects import Due, Open

T = TypeVar("T")

Question = View | Due | Open
"""How likely does a seat win? Where does a piece lie best? How good is each of its places? (`judges`)"""
Thought = Generator[list[Question], list[Any], T]
"""Yields questions, is sent an answer to each, and returns a result."""


class Stopped(Exception):
    """A thought was stopped before it had its result."""


def answered(judge: Judge, thought: Thought[T], may_ask: Callable[[int], bool] = lambda _: True) -> T:
    """The result if that judge answers all questions. `may_ask` gets the number of those that come now.

    Raises:
        Stopped: they may not be asked.
    """
    try:
        questions = next(thought)
        while may_ask(len(questions)):
            questions = thought.send(_answers(judge, questions))
        raise Stopped
    except StopIteration as end:
        result: T = end.value
        return result


def together(thoughts: Iterable[Thought[T]]) -> Thought[list[T]]:
    """The results of all thoughts, which ask their questions at the same time."""
    going = list(enumerate(thoughts))
    results: dict[int, T] = {}
    answers: dict[int, list[Any]] = {}
    while going:
        asked: list[tuple[int, Thought[T], list[Question]]] = []
        for place, thought in going:
            try:
                asked.append((place, thought, thought.send(answers.get(place))))  # type: ignore[arg-type]  # first None
            except StopIteration as end:
                results[place] = end.value
        if asked:
            every = iter((yield [question for _, _, questions in asked for question in questions]))
            answers = {place: list(islice(every, len(questions))) for place, _, questions in asked}
        going = [(place, thought) for place, thought, _ in asked]
    return [results[place] for place in sorted(results)]


def chances(views: Sequence[View]) -> Thought[list[int]]:
    """The chance to win in each view, in parts of `WON`."""
    found: list[int] = (yield [*views]) if views else []
    return found


def best_place(due: Due) -> Thought[Place | None]:
    """The best place of a piece, in the view of the seat that decides; None if it can lie nowhere."""
    (found,) = yield [due]
    place: Place | None = found
    return place


def worths(piece: Open) -> Thought[Ints]:
    """A number for each of its places: higher is better for the owner of the board."""
    (found,) = yield [piece]
    numbers: Ints = found
    return numbers


def _answers(judge: Judge, questions: Sequence[Question]) -> list[Any]:
    views = [each for each in questions if isinstance(each, View)]
    due = [each for each in questions if isinstance(each, Due)]
    pieces = [each for each in questions if isinstance(each, Open)]
    found = {
        View: iter(judge.chances(views) if views else ()),
        Due: iter(best_places(judge, due) if due else ()),
        Open: iter(judge.worths(pieces) if pieces else ()),
    }
    return [next(found[type(each)]) for each in questions]
