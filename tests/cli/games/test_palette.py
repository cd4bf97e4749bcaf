"""The things of a game can be distinguished, also by people who see fewer colours."""

from __future__ import annotations

from itertools import combinations

import pytest
from p2pgame.cli.games.palette import TEXTURES, Ink, ground_of, inks
from p2pgame.cli.profile.settings import COLOURS

Matrix = tuple[tuple[float, float, float], ...]

# Machado, Oliveira and Fernandes (2009), severity 1: what linear red, green and blue become.
SIGHT: dict[str, Matrix] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
THINGS = {
    "tetris": tuple("IOTSZJLm"),
    "tentricks": ("I3", "V3", "I4", "O4", "T4", "S4", "L4", "P5", "U5", "L5"),
    "te-trix": ("circle", "square", "cross"),
    "tink": tuple(f"seat{seat}" for seat in range(5)),
    "ten": ("blue", "green", "orange", "pink", "wild", "coin"),
}
FAR = 25.0
"""A distance of CIE76. People distinguish two adjacent colours from 2.3 on, and ten hues allow no more than 30."""


def _linear(colour: str) -> list[float]:
    values = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values]


def _lab(linear: list[float]) -> tuple[float, float, float]:
    """CIE L*a*b* under D65 of linear sRGB."""
    red, green, blue = linear
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _seen(ink: Ink, matrix: Matrix) -> tuple[float, float, float]:
    assert ink.paper is not None
    linear = _linear(ink.paper)
    return _lab(
        [min(1.0, max(0.0, sum(part * value for part, value in zip(row, linear, strict=True)))) for row in matrix]
    )


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("game", THINGS)
def test_colours_for_the_colour_blind_are_far_apart(game: str, sight: str) -> None:
    """Each two things of a game, by every kind of sight."""
    seen = [_seen(inks("colour-blind")[name], SIGHT[sight]) for name in THINGS[game]]
    for one, other in combinations(seen, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > FAR


@pytest.mark.parametrize("colours", COLOURS)
def test_letters_are_read_on_their_paper(colours: str) -> None:
    """By the contrast that the Web Content Accessibility Guidelines ask of large or bold letters: 3 to 1."""
    for name in {name for names in THINGS.values() for name in names}:
        ink = inks(colours)[name]
        assert ink.paper is not None
        light, dark = sorted((_light(ink.ink), _light(ink.paper)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 3, name


def _light(colour: str) -> float:
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("game", ["tetris", "tentricks", "te-trix"])
def test_each_thing_has_a_texture_of_its_own(game: str) -> None:
    """For squares that show only paper."""
    assert len({TEXTURES[name] for name in THINGS[game]}) == len(THINGS[game])


def _contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2: 1 for one colour, 21 for black and white."""
    weights = (0.2126, 0.7152, 0.0722)
    bright = [sum(w * part for w, part in zip(weights, _linear(each), strict=True)) for each in (one, other)]
    return (max(bright) + 0.05) / (min(bright) + 0.05)


@pytest.mark.parametrize(("colours", "least"), [("default", 4.5), ("light", 4.5), ("high-contrast", 7)])
def test_texts_can_be_read(colours: str, least: float) -> None:
    """By the ratios that WCAG asks for; letters of pieces are bold and large, so that 3 is enough for them."""
    for name in ("plain", "faint", "strong"):
        assert _contrast(inks(colours)[name].ink, ground_of(colours)) >= least, name
    for things in THINGS.values():
        for name in things:
            ink = inks(colours)[name]
            assert ink.paper is not None
            assert _contrast(ink.ink, ink.paper) >= 3, name
