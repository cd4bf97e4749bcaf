"""Rules for every source file: its imports (`CONTRIBUTING.md`, "Where things are"), its floats, locale and errors."""

from __future__ import annotations

import ast
import re
import sys

import pytest

from docs.architecture import PICTURE, picture

from .imports import ROOT, imported, nodes, package_of, source

ROOMS = {
    "protocol": (
        ("wire",),
        ("identity",),
        ("contract",),
        ("link",),
        ("table",),
        ("log",),
        ("lobby",),
    ),
    "p2p": (("store",), ("lan",), ("link",), ("table",), ("lobby",)),
    "cli": (
        ("words",),
        ("system",),
        ("profile",),
        ("terminal",),
        ("games",),
        ("thinking",),
        ("saves",),
        ("table",),
        ("net", "learn"),
        ("export",),
        ("lines", "screen"),
        ("arena", "doctor"),
        ("commands",),
    ),
}
"""Package to its folders by floors, the lowest first: a folder imports itself and lower ones."""

ROOFS = {"protocol": {"__init__.py"}, "p2p": {"__init__.py"}, "cli": {"__init__.py", "__main__.py", "main.py"}}
"""Package to its files outside all rooms: they may import every room, and no room imports them."""

IMPURE = {
    "random",
    "secrets",
    "time",
    "datetime",
    "os",
    "io",
    "socket",
    "ssl",
    "threading",
    "logging",
    "pathlib",
    "uuid",
}

OURS = {
    "engine": set[str](),
    "protocol": {"engine"},
    "p2p": {"engine", "protocol"},
    "cli": {"engine", "protocol", "p2p"},
}
"""Package to those of our packages that it may import, beside itself."""

FOREIGN = {
    "engine": {"msgpack", "numpy"},
    "protocol": {"msgpack", "cryptography", "spake2"},
    "p2p": {"trio", "zeroconf", "cryptography", "platformdirs", "ifaddr"},
}
"""Package to the only third-party packages that it may import; `cli` may import any but the network's."""

FORBIDDEN = {
    "engine": IMPURE,
    "protocol": IMPURE,
    "p2p": {"argparse", "click", "rich", "textual"},
    "cli": {"socket", "ssl", "msgpack", "spake2", "zeroconf"},
}

ADAPTERS = ROOT / "engine" / "adapters"
"""The edge of the engine: it may import the libraries that it speaks to, draw chance and use floats."""

ADAPTED = {"numpy", "gymnasium", "pettingzoo", "pyspiel", "random"}

FILES = {package: sorted((ROOT / package).rglob("*.py")) for package in OURS}

packages = pytest.mark.parametrize("package", list(OURS))


@packages
def test_imports_point_downwards(package: str) -> None:
    """A module imports only the floors below its own, and no third-party package that is not its floor's."""
    for path in FILES[package]:
        for module in imported(path):
            top = module.split(".")[0]
            if ADAPTERS in path.parents and top in ADAPTED:
                continue
            if top in OURS:
                assert top == package or top in OURS[package], f"{path} may not import {module}"
            elif top in FORBIDDEN[package]:
                raise AssertionError(f"{path} may not import {module}")
            elif package in FOREIGN and not _is_standard(top):
                assert top in FOREIGN[package], f"{path} may not import {module}"


@pytest.mark.parametrize("package", list(ROOMS))
def test_rooms_import_downwards(package: str) -> None:
    """A folder inside a package imports only itself and the floors below it; no folder imports the roof."""
    floor_of = {room: floor for floor, rooms in enumerate(ROOMS[package]) for room in rooms}
    floor_of |= {name.removesuffix(".py"): len(ROOMS[package]) for name in ROOFS[package]}
    for path in FILES[package]:
        own = package_of(path)[1:]
        for module in imported(path):
            parts = module.split(".")
            if own and parts[0] == package and len(parts) > 1 and parts[1] != own[0] and parts[1] in floor_of:
                assert floor_of[parts[1]] < floor_of[own[0]], f"{path} may not import {module}"


def test_the_parts_of_the_screen_import_downwards() -> None:
    """Flows show screens, screens have tables, tables have widgets; the files beside them know of none of these."""
    floor_of = {part: floor for floor, part in enumerate(("widgets", "table", "screens", "flows"))}
    screen = ROOT / "cli" / "screen"
    folders = {path.name for path in screen.iterdir() if any(path.glob("*.py"))}
    assert folders == set(floor_of)
    for path in sorted(screen.rglob("*.py")):
        own = floor_of.get(path.parent.name, -1) if path.parent != screen else -1
        for module in imported(path):
            parts = module.split(".")
            if parts[:2] == ["cli", "screen"] and len(parts) > 2:
                assert floor_of.get(parts[2], -1) <= own, f"{path} may not import {module}"


ANCESTORS = {"Answering"}
"""Classes of `cli/screen` that others of it inherit from. `Answering` is Textual's screen, left with its first answer:
Textual itself calls the methods that it changes."""


def _called(base: ast.expr) -> str:
    """The name of a base class, without its module and its parameters."""
    return ast.unparse(base).partition("[")[0].rpartition(".")[2]


def test_classes_of_the_screen_are_composed_and_inherit_from_none_of_theirs() -> None:
    """Textual's classes excepted, and protocols, which have no behaviour."""
    paths = sorted((ROOT / "cli" / "screen").rglob("*.py"))
    classes = [node for path in paths for node in nodes(path) if isinstance(node, ast.ClassDef)]
    bases = [(each.name, {_called(base) for base in each.bases}) for each in classes]
    concrete = {name for name, its in bases if "Protocol" not in its}
    assert [name for name, its in bases if its & concrete - ANCESTORS] == []
    assert {base for _, its in bases for base in its & concrete} == ANCESTORS, "an exception without need"


@pytest.mark.parametrize("package", list(ROOMS))
def test_each_room_has_its_floor(package: str) -> None:
    """No source file stands outside the rooms, and every room has a floor."""
    rooms = {room for floor in ROOMS[package] for room in floor}
    assert {package_of(path)[1] for path in FILES[package] if path.parent != ROOT / package} == rooms
    assert {path.name for path in FILES[package] if path.parent == ROOT / package} == ROOFS[package]


def test_nothing_imports_the_adapters() -> None:
    """They are the engine's edge: the rules need none of the libraries that they speak to."""
    for path in [path for package in FILES for path in FILES[package] if ADAPTERS not in path.parents]:
        assert not any(module.startswith("engine.adapters") for module in imported(path)), path


def test_no_game_imports_another() -> None:
    """A game may import the engine's shared vocabulary and itself."""
    for path in FILES["engine"]:
        package = package_of(path)
        for module in imported(path):
            parts = tuple(module.split("."))
            if parts[:2] == package[:2] == ("engine", "games") and len(parts) > 2 and len(package) > 2:
                assert parts[2] == package[2], f"{path} may not import {module}"


def test_one_file_of_cli_writes_whole_files() -> None:
    """So there is one sentence about a full disk, and no file is half written."""
    writers = [path for path in FILES["cli"] if "atomic_write" in source(path)]
    assert [path.relative_to(ROOT).as_posix() for path in writers] == ["cli/system/whole_file.py"]
    for path in FILES["cli"]:
        assert not re.search(r"\.write_(text|bytes)\(|\bos\.replace\(", source(path)), path


def test_the_picture_of_the_imports_is_current() -> None:
    """`docs/architecture.svg` shows the folders and imports that there are."""
    assert PICTURE.read_text("utf-8") == picture(), "run `uv run python -m docs.architecture`"


def test_the_road_of_a_move_names_files_that_there_are_and_each_once() -> None:
    """In ARCHITECTURE.md; so no step of the road goes back to a file."""
    page = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    road = page.split("## The road of a move")[1].split("\n## ")[0]
    steps = re.findall(r"^\d+\. .*(?:\n   .*)*", road, re.MULTILINE)
    named = re.findall(r"`([\w/]+\.py)`", "\n".join(steps))
    assert len(steps) == 15
    assert [name for name in named if not (ROOT / name).is_file()] == []
    assert len(named) == len(set(named)) > 20


@pytest.mark.parametrize("package", ["engine", "protocol"])
def test_nothing_pure_uses_floats(package: str) -> None:
    """No float literal, no true division, no `float` in engine and protocol; adapters speak to libraries of floats."""
    for path in FILES[package]:
        if ADAPTERS in path.parents:
            continue
        for node in nodes(path):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), f"{path}:{node.lineno}"
            assert not (isinstance(node, ast.Name) and node.id == "float"), f"{path}:{node.lineno}"
            if isinstance(node, ast.BinOp):
                assert not isinstance(node.op, ast.Div), f"{path}:{node.lineno}"


TEXT_CALLS = {"read_text": 1, "write_text": 2}
"""Calls that read or write text by the locale's encoding, with as many positional arguments as name another one."""

_MAY_ASK = re.compile("|".join([*TEXT_CALLS, r"\btext\b"]))
"""A file without any of these words has no such call."""


def _asks_the_locale(call: ast.Call) -> bool:
    """Whether a call turns bytes into text without naming an encoding."""
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    as_text = isinstance(value := named.get("text"), ast.Constant) and value.value is True
    return "encoding" not in named and (as_text or len(call.args) < TEXT_CALLS.get(name, 0))


def test_text_is_utf_8_in_every_locale() -> None:
    """No call leaves the encoding to `LANG`; ruff looks for plain `open` (PLW1514)."""
    folders = [*OURS, "benchmarks", "docs", "tests"]
    paths = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    for path in (path for path in paths if _MAY_ASK.search(source(path))):
        for node in nodes(path):
            assert not (isinstance(node, ast.Call) and _asks_the_locale(node)), f"{path}:{node.lineno}"


def test_no_test_unfolds_a_screen_by_itself() -> None:
    """`unwrapped` does, and knows of the sides of boxes: else a sentence is lost where a path beside it is longer."""
    for path in (ROOT / "tests" / "cli").rglob("*.py"):
        assert ".text().split())" not in path.read_text("utf-8"), f"{path}: use tests/cli/unwrapped.py"


def _is_frozen(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and any(
        word.arg == "frozen" and ast.literal_eval(word.value) for word in decorator.keywords
    )


@packages
def test_no_error_is_frozen(package: str) -> None:
    """A `with` block sets the traceback of each error that passes it."""
    for path in FILES[package]:
        for node in nodes(path):
            if isinstance(node, ast.ClassDef) and any(map(_is_frozen, node.decorator_list)):
                assert not [base for base in node.bases if _called(base).endswith(("Error", "Exception"))], node.name


def _is_standard(module: str) -> bool:
    return module in sys.stdlib_module_names
