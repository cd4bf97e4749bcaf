"""Sentences about the people at a table, one of whom may be the reader: `Ada rolls`, `You roll`, `your board`."""

from __future__ import annotations

from collections.abc import Sequence

from .grammar import and_list

YOU = "You"
"""The reader, in the place of a name."""

_THIRD = {"are": "is", "have": "has"}
_HISSING = ("s", "x", "ch", "sh")


def addressed(names: Sequence[str], me: int | None) -> tuple[str, ...]:
    """The names of the seats, with `You` in the seat of the reader, if there is one reader with a seat."""
    return tuple(YOU if seat == me else name for seat, name in enumerate(names))


def does(who: str | Sequence[str], verb: str) -> str:
    """The beginning of a sentence: `Ada rolls`, `You roll`, `You and Ada roll`. The verb is in the form for `You`."""
    names = [who] if isinstance(who, str) else sorted(who, key=lambda name: name != YOU)
    single = len(names) == 1 and names[0] != YOU
    return f"{and_list(names)} {_third(verb) if single else verb}"


def whom(name: str) -> str:
    """A name inside of a sentence: `Ada`, `you`."""
    return name if name != YOU else "you"


def whose(name: str) -> str:
    """The owner of a thing inside of a sentence: `Ada's`, `your`."""
    return f"{name}'s" if name != YOU else "your"


def _third(verb: str) -> str:
    return _THIRD.get(verb) or verb + ("es" if verb.endswith(_HISSING) else "s")
