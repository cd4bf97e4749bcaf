"""Tests use public names only: what a test may not say, nobody else needs to know either."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from .imports import nodes

TESTS = Path(__file__).parent


def private(name: str) -> bool:
    """Whether a name is private: those with two underscores on both sides are Python's own."""
    return name.startswith("_") and not name.endswith("__")


def uses(module: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """The private names of others that the nodes of a module use, with their lines."""
    for node in module:
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                pass
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super"))):
                pass
            case ast.Attribute(attr=name) if private(name):
                yield node.lineno, name
            case ast.ImportFrom(names=names):
                yield from ((node.lineno, alias.name) for alias in names if private(alias.name.split(".")[-1]))
            case ast.Call(
                func=ast.Attribute(attr="setattr" | "delattr" | "object") | ast.Name(id="getattr" | "setattr")
            ):
                yield from ((node.lineno, name) for name in _texts(node) if private(name.rpartition(".")[2]))


def _texts(call: ast.Call) -> list[str]:
    texts = [each.value for each in call.args if isinstance(each, ast.Constant)]
    return [text for text in texts if isinstance(text, str) and text.replace(".", "").isidentifier()]


def own(module: Iterable[ast.AST]) -> set[str]:
    """The names that the nodes of a module define for itself: functions, classes, variables and attributes."""
    names = set()
    for node in module:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                names.add(name)
    return names


def _refused(path: Path) -> list[str]:
    """The private names that a module of tests may not use, each with its place."""
    allowed = own(nodes(path))
    found = [(line, name) for line, name in uses(nodes(path)) if name.rpartition(".")[2] not in allowed]
    return [f"{path.relative_to(TESTS)}:{line}: {name}" for line, name in found]


def test_a_test_uses_public_names_only() -> None:
    """It may use private names of its own."""
    assert [refused for path in sorted(TESTS.rglob("*.py")) for refused in _refused(path)] == []


@pytest.mark.parametrize(
    "source",
    [
        "x._y",
        "x()._y = 1",
        "from x import _y",
        "patch.setattr(x, '_y', 1)",
        "patch.setattr('x.y._z', 1)",
        "getattr(x, '_y')",
        "patch.object(x, '_y')",
    ],
)
def test_each_way_to_a_private_name_is_found(source: str) -> None:
    """So that the rule above can fail."""
    assert list(uses(ast.walk(ast.parse(source))))
