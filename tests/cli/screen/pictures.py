"""Whole screens as files: the text of each, and below it the colours, so that a change of a layout is a readable diff.

    python -m tests.cli.screen.pictures                     writes the pictures again
    python -m tests.cli.screen.pictures --show tink 100x30  shows one in the terminal, in its colours

pytest-textual-snapshot does not serve here: it holds pytest below 9, keeps some 50 kB of SVG for each picture, and
says that a picture has changed, but not where.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from string import ascii_letters
from tempfile import TemporaryDirectory

import textual
from p2pgame.cli.screen.app import Full
from rich.console import Console
from rich.text import Text
from textual.strip import Strip

from .piloting import Playing, at_once, run_loop
from .scenes import Scene, scenes, standing_clock

FOLDER = Path(__file__).parent / "pictures"

SIZES = ((80, 24), (100, 30), (160, 48))
"""Columns and rows."""

WRITE = "`python -m tests.cli.screen.pictures` writes the pictures again"

_TITLE, _COLOURS = "== ", "-- colours"
_SHOWN = 12
"""Differences in a message, at most."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A screen of one size: rows of text, and the colours in them."""

    size: str
    rows: tuple[str, ...]
    colours: tuple[tuple[tuple[int, str], ...], ...]
    """Of each row: how many characters have which colours."""


def taken(scene: Scene) -> list[Picture]:
    """The pictures of a scene, one of each size."""

    async def run() -> list[Picture]:
        app, pictures = Full(scene.story, at_once()), []
        async with app.run_test(size=SIZES[0]) as pilot:
            playing = Playing(app, pilot)
            await scene.arrive(playing)
            for size in SIZES:
                await pilot.resize_terminal(*size)
                await playing.until(lambda size=size: _is_laid_out(playing, size))  # type: ignore[misc]
                await pilot.pause()
                pictures.append(_picture(size, playing.strips))
        return pictures

    with standing_clock():
        return run_loop(run())


def _is_laid_out(playing: Playing, size: tuple[int, int]) -> bool:
    """Whether the screen has a new size, and its rows as well."""
    return tuple(playing.app.screen.size) == size and {strip.cell_length for strip in playing.strips} == {size[0]}


def _picture(size: tuple[int, int], strips: Sequence[Strip]) -> Picture:
    runs = []
    for strip in strips:
        coloured = [(str(segment.style or ""), segment.text) for segment in strip]
        grouped = groupby(coloured, lambda run: run[0])
        runs.append(tuple((sum(len(text) for _, text in group), style) for style, group in grouped))
    rows = ("".join(segment.text for segment in strip).rstrip() for strip in strips)
    return Picture(f"{size[0]}x{size[1]}", tuple(rows), tuple(runs))


def path_of(scene: Scene) -> Path:
    """The file with the pictures of a scene."""
    return FOLDER / f"{scene.name.replace(' ', '-')}.txt"


def spell(pictures: Sequence[Picture]) -> str:
    """The text of a file: each style has a letter, and a row like the one above it is a `=`."""
    return "\n".join([f"Textual {_version()}", *(line for picture in pictures for line in _spelled(picture))]) + "\n"


def _version() -> str:
    """Its theme gives some colours, which another version may change."""
    return textual.__version__.rpartition(".")[0]


def _spelled(picture: Picture) -> Iterator[str]:
    yield f"{_TITLE}{picture.size}"
    yield from picture.rows
    yield _COLOURS
    styles = list(dict.fromkeys(style for runs in picture.colours for _, style in runs))
    letters = {style: _letter(number) for number, style in enumerate(styles)}
    above: tuple[tuple[int, str], ...] = ()
    for runs in picture.colours:
        yield "=" if runs == above else " ".join(f"{letters[style]}{length}" for length, style in runs)
        above = runs
    yield from (f"{letter} {style}" for style, letter in letters.items())


def _letter(number: int) -> str:
    again, place = divmod(number, len(ascii_letters))
    return ascii_letters[place] * (again + 1)


def read(text: str) -> tuple[str, list[Picture]]:
    """The version of Textual, and the pictures of a file."""
    version, *lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith(_TITLE)]
    parts = [lines[start:end] for start, end in zip(starts, [*starts[1:], len(lines) - 1], strict=True)]
    return version.removeprefix("Textual "), list(map(_read, parts))


def _read(lines: Sequence[str]) -> Picture:
    height = int(lines[0].rpartition("x")[2])
    rows, told, legend = lines[1 : 1 + height], lines[2 + height : 2 + 2 * height], lines[2 + 2 * height :]
    styles = {letter: style for letter, _, style in (line.partition(" ") for line in legend)}
    colours: list[tuple[tuple[int, str], ...]] = []
    for line in told:
        colours.append(colours[-1] if line == "=" else tuple(_run(word, styles) for word in line.split(" ")))
    return Picture(lines[0].removeprefix(_TITLE), tuple(rows), tuple(colours))


def _run(word: str, styles: dict[str, str]) -> tuple[int, str]:
    letter = word.rstrip("0123456789")
    return int(word.removeprefix(letter)), styles[letter]


def differences(scene: Scene) -> list[str]:
    """How a scene looks other than its file, in words; empty if it does not.

    With another version of Textual than that of the file, only texts are compared.
    """
    version, known = read(path_of(scene).read_text("utf-8"))
    found = []
    for before, now in zip(known, taken(scene), strict=True):
        found += list(_compared(before, now, with_colours=version == _version()))
    more = [f"... and {len(found) - _SHOWN} more"] if len(found) > _SHOWN else []
    return found[:_SHOWN] + more


def _compared(before: Picture, now: Picture, with_colours: bool) -> Iterator[str]:
    pairs = zip(before.rows, now.rows, before.colours, now.colours, strict=True)
    for number, (old, new, old_runs, new_runs) in enumerate(pairs, 1):
        if old != new:
            yield f"{now.size}, row {number}\n  was {old}\n  is  {new}"
        elif with_colours and old_runs != new_runs:
            yield f"{now.size}, row {number}, other colours: {_first_change(new, old_runs, new_runs)}\n  {new}"


def _first_change(row: str, before: Sequence[tuple[int, str]], now: Sequence[tuple[int, str]]) -> str:
    old, new = _by_column(before), _by_column(now)
    column = next(column for column, (was, is_) in enumerate(zip(old, new, strict=True)) if was != is_)
    return f"from column {column + 1} ({row[column : column + 8]!r}) {new[column]!r}, was {old[column]!r}"


def _by_column(runs: Sequence[tuple[int, str]]) -> list[str]:
    return [style for length, style in runs for _ in range(length)]


def write() -> None:
    """Write all pictures again; those of scenes that are gone are removed."""
    FOLDER.mkdir(exist_ok=True)
    made = {path_of(scene): spell(taken(scene)) for scene in scenes()}
    for path in set(FOLDER.iterdir()) - set(made):
        path.unlink()
    for path, text in made.items():
        path.write_text(text, "utf-8")


def show(name: str, size: str) -> None:
    """Print a picture in its colours."""
    _, known = read((FOLDER / f"{name}.txt").read_text("utf-8"))
    picture = next(each for each in known if each.size == size)
    console = Console(color_system="truecolor", force_terminal=True, width=int(size.partition("x")[0]) + 1)
    for row, runs in zip(picture.rows, picture.colours, strict=True):
        text, start = Text(row.ljust(sum(length for length, _ in runs))), 0
        for length, style in runs:
            text.stylize(style, start, start + length)
            start += length
        console.print(text, soft_wrap=True)


def main() -> None:
    """Write, or show one."""
    if sys.argv[1:2] == ["--show"]:
        show(*sys.argv[2:])
        return
    with TemporaryDirectory(prefix="p2pgame-pictures-") as home:
        os.environ["P2PGAME_HOME"] = home
        write()


if __name__ == "__main__":
    main()
