"""A drawing in SVG as a PNG, the same on every machine: by resvg, with the fonts in `fonts/`."""

from __future__ import annotations

import re
import unicodedata
from importlib.resources import as_file, files

import resvg_py

ZOOM = 2
"""Pixels of the image per pixel of the drawing: sharp on screens with a double resolution."""

_FONT = "DejaVu Sans Mono"


_PICTURE = re.compile("[\U0001f000-\U0001faff][\ufe0f\u200d\U0001f3fb-\U0001f3ff]*")
"""A small picture, such as an emoji, with its modifiers."""

_FLAG = "REGIONAL INDICATOR SYMBOL LETTER "


def png_of(drawing: str, zoom: int = ZOOM) -> bytes:
    """The picture, with `zoom` pixels for each pixel of the drawing. Letters that our fonts lack, such as those of a
    name, are taken from the machine's fonts.
    """
    with as_file(files(__package__).joinpath("fonts")) as folder:
        return resvg_py.svg_to_bytes(
            svg_string=drawing, zoom=zoom, font_dirs=[str(folder)], monospace_family=_FONT, font_family=_FONT
        )


def spelled_out(text: str) -> str:
    """A text whose emoji are spelled out, because few machines have them in a font that can be drawn here."""
    return _PICTURE.sub(lambda found: _spelled(found[0][0]), text)


def _spelled(sign: str) -> str:
    """`:fox face:`, or a letter of a flag."""
    name = unicodedata.name(sign, "sign")
    return name.removeprefix(_FLAG) if name.startswith(_FLAG) else f":{name.lower()}:"
