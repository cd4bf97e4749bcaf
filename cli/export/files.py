"""A log written for others to look at: a page that plays it back, or one position as a drawing or a picture.

Each file is written aside and then renamed, so a full disk leaves the older one. `-` means standard output.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p2pgame.engine.pending import Over
from p2pgame.p2p.store import atomic_write, small_file
from p2pgame.protocol.identity.labels import labels
from p2pgame.protocol.log.recording import Recording

from ..games import presentation_of
from ..system.exits import Failed, Misused
from ..system.streams import write_bytes
from ..table.replay import Frame, frames_of
from ..table.score import describe_result, describe_winners
from ..terminal.output import colours
from ..words.moment import day_of
from ..words.paths import STANDARD_OUTPUT, path_told


@dataclass(frozen=True, slots=True)
class Files:
    """The files to write; None for each that is not wanted."""

    html: Path | None = None
    svg: Path | None = None
    png: Path | None = None

    @property
    def any(self) -> bool:
        """Whether anything is wanted."""
        return any(path is not None for path in (self.html, self.svg, self.png))


def export(replay: Recording, log: Path, at: int | None, wanted: Files) -> None:
    """Write what is wanted of a log, in the colours of the settings; positions as after step `at`, or the last.

    Raises:
        Misused: the log has no such step, or a file cannot be written there without harm to another.
        Failed: a file cannot be written.
        DamagedRecord, RemoteError: a step of the log does not hold; nothing is written.
    """
    _check_targets(wanted)
    game, names = replay.game, labels(replay.people)
    frames = frames_of(replay, names)
    if at is not None and at > replay.step - 1:
        raise Misused(f"The log has no step {at}: the last step is {replay.step - 1}.")
    if wanted.html is not None:
        _write(wanted.html, _page(replay, frames, names, day_of(log)).encode())
    if wanted.svg is not None or wanted.png is not None:
        frame = next((frame for frame in reversed(frames) if at is None or frame.number <= at), frames[0])
        _draw(game, frame, names, wanted)


def _page(replay: Recording, frames: list[Frame], names: tuple[str, ...], played: str) -> str:
    from .page import Ending, page  # noqa: PLC0415 - of use here alone

    game, result = replay.game, replay.result
    ending = None
    if result is not None:
        winners = describe_winners(presentation_of(game).phrases, result, names)
        ending = Ending(describe_result(game, result, names), winners)
    steps = [(frame.number, frame.state, frame.text, frame.fairness) for frame in frames]
    return page(game, names, steps, ending, played, colours())


def _draw(game: Any, frame: Frame, names: tuple[str, ...], wanted: Files) -> None:
    if wanted.svg is not None:
        _write(wanted.svg, _drawing(game, frame, names).encode())
    if wanted.png is not None:
        from .png import png_of, spelled_out  # noqa: PLC0415 - brings a renderer

        _write(wanted.png, png_of(_drawing(game, frame, tuple(map(spelled_out, names)))))


def _drawing(game: Any, frame: Frame, names: tuple[str, ...]) -> str:
    from .svg import drawing  # noqa: PLC0415 - of use here alone

    pending = game.pending(frame.state)
    ending = describe_winners(presentation_of(game).phrases, pending.result, names) if isinstance(pending, Over) else ""
    return drawing(game.picture(frame.state), names, f"{game.title}, step {frame.number}", colours(), ending)


def _check_targets(wanted: Files) -> None:
    """Return if what is written takes the place of nothing but what was written so before.

    Raises:
        Misused: it would take the place of something else, such as the log or another of the files.
        Failed: it cannot be told what stands there.
    """
    asked = list(_asked(wanted))
    if len({_place(path) for path, _ in asked}) < len(asked):
        raise Misused("Two of the files to be written have one name. Choose another name.")
    for path, (begin, name) in asked:
        if path != STANDARD_OUTPUT and not _may_be_replaced(path, begin):
            told = f"{path_told(path)} exists and is not a {name}"
            raise Misused(f"{told}; nothing was overwritten. Choose another name.")


_KINDS = ((b"<!doctype html", "page"), (b"<svg", "drawing"), (b"\x89png", "picture"))
"""How each file that is written begins, in lower case, and what it is."""


def _asked(wanted: Files) -> Iterator[tuple[Path, tuple[bytes, str]]]:
    for path, kind in zip((wanted.html, wanted.svg, wanted.png), _KINDS, strict=True):
        if path is not None:
            yield path, kind


def _place(path: Path) -> str:
    """Where a file stands, spelled in one way: `d/../x` is `x`, unless `d` is a link.

    Raises:
        Failed: nowhere, as where the working folder has been removed.
    """
    if path == STANDARD_OUTPUT:
        return str(path)
    try:
        return os.path.join(os.path.realpath(path.parent), path.name)
    except (OSError, ValueError) as error:
        raise Failed(_unwritten(path, error)) from error


def _unwritten(path: Path, error: OSError | ValueError) -> str:
    return f"{path_told(path)} cannot be written: {small_file.reason(error)}."


def _may_be_replaced(path: Path, begin: bytes) -> bool:
    """Whether nothing stands there, or an ordinary file that is empty or begins so.

    Raises:
        Failed: that cannot be told.
    """
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return False
        with small_file.opened(path, follow=False) as file:
            return file.read(len(begin)).lower() in (b"", begin)
    except (FileNotFoundError, small_file.MissingFile):
        return True
    except small_file.UnusableFile as error:
        raise Failed(f"{path_told(path)} {error}.") from error
    except (OSError, ValueError) as error:
        raise Failed(_unwritten(path, error)) from error


def _write(path: Path, data: bytes) -> None:
    if path == STANDARD_OUTPUT:
        write_bytes(data)
        return
    try:
        atomic_write.replace(path, data, mode=0o644)
    except OSError as error:
        raise Failed(_unwritten(path, error)) from error
