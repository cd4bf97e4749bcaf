"""A game as a moving picture: one drawing a step, in a GIF that any browser or chat shows."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from PIL import Image

from .png import png_of

MOST = 160
"""Drawings in one film. Of a longer game only every second or third step is shown, and the last."""

_COLOURS = 64
"""Of each drawing: the inks of a game, and the shades at the edges of letters."""

_STEP, _LAST = 900, 5000
"""Milliseconds for which a step and the last step are shown."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One drawing of a film."""

    drawing: str
    """In SVG."""
    milliseconds: int


def shots_of(drawings: Sequence[str]) -> list[Shot]:
    """The drawings as a film: equal ones that follow each other are shown once, for as long as all of them."""
    runs = [(drawing, len(list(run))) for drawing, run in groupby(drawings)]
    every = -(-len(runs) // MOST)
    chosen = [run for place, run in enumerate(runs) if place % every == 0 or place == len(runs) - 1]
    shots = [Shot(drawing, min(times, 2) * _STEP) for drawing, times in chosen]
    return [*shots[:-1], Shot(shots[-1].drawing, _LAST)]


def gif_of(
    shots: Sequence[Shot], ground: str, progress: Callable[[int, int], None] = lambda _done, _all: None
) -> bytes:
    """The film. Drawings of different sizes are at the upper left corner of one sheet of the colour `ground`.

    `progress` is called before each drawing, with the numbers of finished and of all drawings.
    """
    images = list(_images(shots, progress))
    size = max(image.width for image in images), max(image.height for image in images)
    sheets = [_sheet(image, size, ground) for image in images]
    written = io.BytesIO()
    sheets[0].save(
        written,
        "GIF",
        save_all=True,
        append_images=sheets[1:],
        duration=[shot.milliseconds for shot in shots],
        loop=0,
        optimize=True,
    )
    return written.getvalue()


def _images(shots: Sequence[Shot], progress: Callable[[int, int], None]) -> Iterator[Image.Image]:
    for done, shot in enumerate(shots):
        progress(done, len(shots))
        with Image.open(io.BytesIO(png_of(shot.drawing, zoom=1))) as image:
            yield image.convert("RGB")


def _sheet(image: Image.Image, size: tuple[int, int], ground: str) -> Image.Image:
    sheet = Image.new("RGB", size, ground)
    sheet.paste(image)
    return sheet.quantize(_COLOURS, dither=Image.Dither.NONE)
