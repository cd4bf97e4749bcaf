"""A drawing in SVG as a PNG, alike on every machine: by resvg, with letters that come along in `fonts/`."""

from __future__ import annotations

from importlib.resources import as_file, files

import resvg_py

ZOOM = 2
"""Pixels of the picture for one of the drawing: sharp on screens that show two for one."""

_FONT = "DejaVu Sans Mono"


def png_of(drawing: str) -> bytes:
    """The picture. Signs that our letters lack, as in somebody's name, are taken from the machine's own fonts."""
    with as_file(files(__package__).joinpath("fonts")) as folder:
        return resvg_py.svg_to_bytes(
            svg_string=drawing, zoom=ZOOM, font_dirs=[str(folder)], monospace_family=_FONT, font_family=_FONT
        )
