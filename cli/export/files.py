"""Files of a log: a page that replays it, or one position as a drawing or an image.

Each file is written under a temporary name and then renamed, so a full disk leaves the older one. `-` means standard
output.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Over
from p2pgame.p2p.store import small_file
from p2pgame.protocol.identity.labels import labels
from p2pgame.protocol.log.recording import Recording

from ..games import presentation_of
from ..games.palette import ground_of
from ..system.exits import Failed, Misused
from ..system.streams import write_bytes
from ..system.whole_file import unwritten, write_shared
from ..table.replay import Frame, Frames, frame_at
from ..table.score import describe_end, describe_remarks, describe_winners, sheet_tables
from ..terminal.output import colours
from ..words.moment import day_of
from ..words.paths import STANDARD_OUTPUT, display_path


@dataclass(frozen=True, slots=True)
class Files:
    """The files to write; None for each one not wanted."""

    html: Path | None = None
    svg: Path | None = None
    png: Path | None = None
    gif: Path | None = None

    @property
    def any(self) -> bool:
        """Whether any file is wanted."""
        return any(path is not None for path in (self.html, self.svg, self.png, self.gif))


def export(replay: Recording, log: Path, at: int | None, wanted: Files) -> None:
    """Write the wanted files of a log, in the colours of the settings; positions as after step `at`, or the last.

    Raises:
        Misused: the log has no such step, or a file cannot be written there without harm to another.
        Failed: a file cannot be written.
        DamagedRecord, RemoteError: a step of the log is invalid; nothing is written.
    """
    _check_targets(wanted)
    game, names = replay.game, labels(replay.people)
    frames = list(Frames(replay, names).all())
    frame = frames[-1] if at is None else frame_at(frames, at)
    if wanted.html is not None:
        _write(wanted.html, page_of(replay, frames, names, day_of(log)))
    if wanted.svg is not None:
        _write(wanted.svg, drawing_of(game, frame, names).encode())
    if wanted.png is not None:
        _write(wanted.png, picture_of(game, frame, names))
    if wanted.gif is not None:
        _write(wanted.gif, film_of(game, frames, names))


def page_of(replay: Recording, frames: Sequence[Frame], names: tuple[str, ...], played: str) -> bytes:
    """The page that replays a log. All frames must have been read; `played` is the day of the game."""
    from .page import Ending, page  # noqa: PLC0415 - of use here alone

    game, result = replay.game, replay.result
    ending = None
    if result is not None:
        words = presentation_of(game).phrases
        winners = describe_winners(words, result, names)
        tables = tuple(sheet_tables(words, result, names))
        ending = Ending(describe_end(words, result), tables, tuple(describe_remarks(words, result)), winners)
    steps = [(frame.number, frame.state, frame.text, frame.fairness) for frame in frames]
    return page(game, names, steps, ending, played, colours()).encode()


def picture_of(game: AnyGame, frame: Frame, names: tuple[str, ...]) -> bytes:
    """The table after a step as a PNG."""
    from .png import png_of, spelled_out  # noqa: PLC0415 - brings a renderer

    return png_of(drawing_of(game, frame, tuple(map(spelled_out, names))))


def film_of(
    game: AnyGame,
    frames: Sequence[Frame],
    names: tuple[str, ...],
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> bytes:
    """The whole game as a GIF that moves. `progress` is called before each drawing, as in `gif_of`."""
    from .gif import gif_of, shots_of  # noqa: PLC0415 - brings a renderer
    from .png import spelled_out  # noqa: PLC0415 - as above

    called = tuple(map(spelled_out, names))
    return gif_of(
        shots_of([drawing_of(game, frame, called, narrated=True) for frame in frames]), ground_of(colours()), progress
    )


def drawing_of(game: AnyGame, frame: Frame, names: tuple[str, ...], narrated: bool = False) -> str:
    """The table after a step as a drawing in SVG; with the step in words if it is `narrated`."""
    from .svg import drawing  # noqa: PLC0415 - only needed here

    pending = game.pending(frame.state)
    line = _shortened(frame.text) or "Before the first step." if narrated else ""
    if isinstance(pending, Over):
        line = describe_winners(presentation_of(game).phrases, pending.result, names)
    return drawing(game.picture(frame.state), names, f"{game.title}, step {frame.number}", colours(), line)


_LINE = 60
"""Characters of a step's words in a film: a longer line would make the drawing wider."""


def _shortened(text: str) -> str:
    line = text.replace("\n", "; ")
    return line if len(line) <= _LINE else f"{line[: _LINE - 4].rstrip()} ..."


def _check_targets(wanted: Files) -> None:
    """Return if the files replace only earlier exports.

    Raises:
        Misused: one would replace something else, such as the log or another of the files.
        Failed: the system does not say.
    """
    asked = list(_asked(wanted))
    if len({_place(path) for path, _ in asked}) < len(asked):
        raise Misused("Two of the files have the same name. Choose another name.")
    for path, (begin, name) in asked:
        if path != STANDARD_OUTPUT and not _may_be_replaced(path, begin):
            sentence = f"{display_path(path)} exists and is not a {name}"
            raise Misused(f"{sentence}; nothing was overwritten. Choose another name.")


_KINDS = ((b"<!doctype html", "page"), (b"<svg", "drawing"), (b"\x89png", "picture"), (b"gif8", "film"))
"""The first bytes of each kind of file, in lower case, and its name."""


def _asked(wanted: Files) -> Iterator[tuple[Path, tuple[bytes, str]]]:
    for path, kind in zip((wanted.html, wanted.svg, wanted.png, wanted.gif), _KINDS, strict=True):
        if path is not None:
            yield path, kind


def _place(path: Path) -> str:
    """The path in one spelling: `d/../x` is `x`, unless `d` is a link.

    Raises:
        Failed: it has none, for example if the working folder was removed.
    """
    if path == STANDARD_OUTPUT:
        return str(path)
    try:
        return os.path.join(os.path.realpath(path.parent), path.name)
    except (OSError, ValueError) as error:
        raise unwritten(path, error) from error


def _may_be_replaced(path: Path, begin: bytes) -> bool:
    """Whether the path is free, or has an ordinary file that is empty or has that beginning.

    Raises:
        Failed: the system does not say.
    """
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return False
        with small_file.open_file(path, follow=False) as file:
            return file.read(len(begin)).lower() in (b"", begin)
    except (FileNotFoundError, small_file.MissingFile):
        return True
    except small_file.UnusableFile as error:
        raise Failed(f"{display_path(path)} {error}.") from error
    except (OSError, ValueError) as error:
        raise unwritten(path, error) from error


def _write(path: Path, data: bytes) -> None:
    if path == STANDARD_OUTPUT:
        write_bytes(data)
        return
    write_shared(path, data)
