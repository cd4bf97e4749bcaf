"""Options of a game: small named choices fixed before the first step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .errors import BadOption, quoted

Value = bool | int
Options = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its name, its choices, its default, and its meaning in words."""

    name: str
    choices: tuple[Value, ...]
    default: Value
    meaning: str

    def parse(self, text: str) -> Value:
        """The value spelled by `text`.

        Raises:
            BadOption: it is not one of the choices.
        """
        for choice in self.choices:
            if spell(choice) == text:
                return choice
        allowed = ", ".join(spell(choice) for choice in self.choices)
        raise BadOption(f"option {self.name} can be {allowed}, not {quoted(text)}")


def spell(value: Value) -> str:
    """A value as it is written on a command line: `true`, `false` or a decimal number."""
    return str(value).lower()


def flag(name: str, meaning: str) -> Option:
    """An option that is off unless switched on."""
    return Option(name, (False, True), False, meaning)


def parse_options(known: Iterable[Option], words: Iterable[str]) -> dict[str, Value]:
    """Read `name=value` words; missing options get their defaults.

    Raises:
        BadOption: a word is no `name=value`, or names no option, or one twice, or has a value that is not allowed.
    """
    table = {option.name: option for option in known}
    given: dict[str, Value] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise BadOption(f"{quoted(word)} is not an option: write name=value")
        if name in given:
            raise BadOption(f"option {quoted(name)} is given twice")
        given[name] = _find(table, name).parse(text)
    return {name: given.get(name, option.default) for name, option in table.items()}


def complete(known: Iterable[Option], given: Options) -> dict[str, Value]:
    """The given options checked, and the defaults of the others, in the order of the game's table.

    Raises:
        BadOption: an unknown name or a value that is not allowed. True is not the number 1 here.
    """
    table = {option.name: option for option in known}
    for name, value in given.items():
        option = _find(table, name)
        if not any(type(value) is type(choice) and value == choice for choice in option.choices):
            allowed = ", ".join(map(spell, option.choices))
            raise BadOption(f"option {name} can be {allowed}, not {quoted(value)}")
    return {name: given.get(name, option.default) for name, option in table.items()}


def _find(table: Mapping[str, Option], name: str) -> Option:
    if name not in table:
        known = ", ".join(table) or "none"
        raise BadOption(f"this game has no option {quoted(name)}; its options: {known}")
    return table[name]
