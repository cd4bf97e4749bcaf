"""Source files, each parsed and walked once in a process, and their imports: lazy imports count too."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]


@cache
def source(path: Path) -> str:
    """The source file's text."""
    return path.read_text("utf-8")


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of the source file's tree, those nearest to the root first: to walk a tree takes longer than to parse
    it."""
    return tuple(ast.walk(ast.parse(source(path))))


def package_of(path: Path) -> tuple[str, ...]:
    """The package that a source file's module stands in, such as ("engine", "games", "tink")."""
    return path.relative_to(ROOT).parent.parts


@cache
def imported(path: Path) -> tuple[str, ...]:
    """Dotted names of all modules that a file imports; ours begin with the top-level folder."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name.removeprefix("p2pgame.") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            assert node.module is not None
            yield node.module.removeprefix("p2pgame.")
        elif isinstance(node, ast.ImportFrom):
            parent = package_of(path)[: len(package_of(path)) - node.level + 1]
            module = ".".join([*parent, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)
