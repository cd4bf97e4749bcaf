"""Whether draws are spread evenly: `python -m benchmarks.fairness` makes a million of them and writes
`docs/fairness.svg` and the table in `docs/fairness.md`.

Every value comes from the protocol's own code: chains of shares and draws. The people and the tables are the same in
each run, so the figures are, too. In a third of the draws one seat is honest, and the other chooses its shares: only
zeros, the number of the draw, or the honest seat's last share. In the others both are honest.

Each test asks how often an even spread is at least as uneven as what came. As there are many tests, the least of these
chances is expected to be small; it is held against the number of tests (Bonferroni).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, repeat
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from p2pgame.engine import bag
from p2pgame.protocol.contract import fairness
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.wire.limits import CHAIN_LENGTH

DOCS = Path(__file__).parents[1] / "docs"

Values = NDArray[np.int64]
Shares = list[tuple[int, bytes]]

BOUNDS = range(2, 130)
A_BOUND = 4_000
"""Draws below each bound."""
DICE = 120_000
"""Throws of a die, one after the other, for each way to give shares."""
DECK = 28
DECKS = 300
"""Decks dealt to their last card; the cards of Tetris, taken to be different ones."""
LAGS = range(1, 51)
"""How many throws apart two throws are compared."""

_APART = 1_000
"""Tables from the first of one series of throws to that of the next."""

_MARK = "<!-- figures -->\n"
"""Before and after the table in the page."""

FALSE_ALARM = 0.001
"""How often even draws would be called uneven by all tests together."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One test, and the chance that an even spread is at least as uneven as what came."""

    name: str
    values: int
    chance: float


def honest(own: bytes, number: int, before: bytes) -> bytes | None:
    """The other seat is honest, too: it gives the share of its own chain."""
    return None


def zeros(own: bytes, number: int, before: bytes) -> bytes:
    """The other seat always gives the same."""
    return bytes(fairness.SHARE_SIZE)


def counted(own: bytes, number: int, before: bytes) -> bytes:
    """The other seat gives the number of the draw."""
    return number.to_bytes(fairness.SHARE_SIZE, "big")


def echoed(own: bytes, number: int, before: bytes) -> bytes:
    """The other seat gives the honest seat's share of the draw before, the most that it knows."""
    return before


Giving = Callable[[bytes, int, bytes], bytes | None]

WAYS: tuple[Giving, ...] = (honest, zeros, counted, echoed)


def main() -> None:
    """Draw, test, print, and write the figures of the page."""
    table, drawing = figures()
    print(table)
    page = DOCS / "fairness.md"
    before, _, after = page.read_text("utf-8").split(_MARK)
    page.write_text(f"{before}{_MARK}{table}\n{_MARK}{after}", "utf-8")
    DOCS.joinpath("fairness.svg").write_text(drawing, "utf-8")


def figures() -> tuple[str, str]:
    """The table and the plot."""
    bounds = [even(f"below {bound}", drawn(honest, repeat(bound, A_BOUND), bound), bound) for bound in BOUNDS]
    throws = {way.__name__: drawn(way, repeat(6, DICE), place * _APART) for place, way in enumerate(WAYS, 1)}
    others = [
        *(even(f"dice, {name}", values, 6) for name, values in throws.items()),
        *(even(f"pairs of throws, {name}", values[::2] * 6 + values[1::2], 36) for name, values in throws.items()),
        *(uncorrelated(f"throws up to {LAGS[-1]} apart, {name}", values) for name, values in throws.items()),
        by_place(drawn(honest, [*range(DECK, 0, -1)] * DECKS)),
    ]
    outcomes = [_together("all bounds from 2 to 129 together", bounds), *others]
    values = sum(outcome.values for outcome in bounds) + len(WAYS) * DICE + DECKS * DECK
    table = "\n".join(_lines(values, outcomes, len(bounds)))
    return table, picture(bounds, correlations(throws["echoed"]), DICE)


def drawn(way: Giving, bounds: Iterable[int], table: int = 0) -> Values:
    """A draw below each bound, at that table and those after it, with the other seat's shares given in that way.

    Draws at different tables know nothing of one another; at one table, two draws of one number have the same shares.
    """
    at_tables = ((table, *each) for table in count(table) for each in enumerate(_shares(way, table), 1))
    return np.array(
        [
            fairness.draw(table.to_bytes(32, "big"), number, number, shares, bound)
            for bound, (table, number, shares) in zip(bounds, at_tables, strict=False)
        ]
    )


@lru_cache(maxsize=1)
def _chains(place: int) -> Sequence[fairness.Chain]:
    """The chains of two seats at a table; making them takes a while."""
    table = place.to_bytes(32, "big")
    return [fairness.Chain(Identity(bytes([seat + 1]) * 32), table, table, seat) for seat in range(2)]


def _shares(way: Giving, place: int) -> Iterator[Shares]:
    mine, theirs = _chains(place)
    before = mine.anchor
    for number in range(1, CHAIN_LENGTH + 1):
        own = mine.share(number)
        given = way(own, number, before)
        yield [(0, own), (1, theirs.share(number) if given is None else given)]
        before = own


def by_place(values: Values) -> Outcome:
    """Whether each card comes equally often in each place of a deck, dealt from these draws as games deal."""
    counts = np.zeros((DECK, DECK), dtype=np.int64)
    for deck in values.reshape(-1, DECK):
        left = [1] * DECK
        for place, value in enumerate(deck):
            card = bag.locate(left, int(value))
            counts[place, card] += 1
            left[card] = 0
    expected = values.size / DECK**2
    statistic = float(((counts - expected) ** 2).sum() / expected) * (DECK - 1) / DECK
    return Outcome(f"decks of {DECK}, by place and card", values.size, chi_square(statistic, (DECK - 1) ** 2))


def chi_square(statistic: float, freedom: int) -> float:
    """How often a chi-square variable of that many degrees of freedom is that large (Wilson and Hilferty, 1931)."""
    spread = 2 / (9 * freedom)
    return _beyond(((statistic / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def _beyond(deviations: float) -> float:
    """How often a normal variable is that many standard deviations above its mean."""
    return math.erfc(deviations / math.sqrt(2)) / 2


def even(name: str, values: Values, kinds: int) -> Outcome:
    """Pearson's test that all kinds come equally often."""
    counts = np.bincount(values, minlength=kinds)
    expected = values.size / kinds
    return Outcome(name, values.size, chi_square(float(((counts - expected) ** 2).sum() / expected), kinds - 1))


def correlations(values: Values) -> NDArray[np.float64]:
    """The correlation of each two values that are so far apart, for each of `LAGS`."""
    centred = values - values.mean()
    power = float((centred * centred).sum())
    return np.array([float((centred[:-lag] * centred[lag:]).sum()) / power for lag in LAGS])


def uncorrelated(name: str, values: Values) -> Outcome:
    """Box and Pierce's test (1970) that no two values are correlated, at any distance."""
    return Outcome(name, values.size, chi_square(values.size * float((correlations(values) ** 2).sum()), len(LAGS)))


def _together(name: str, tests: Sequence[Outcome]) -> Outcome:
    """Fisher's test (1932) of tests that know nothing of one another."""
    statistic = -2 * sum(math.log(test.chance) for test in tests)
    return Outcome(name, sum(test.values for test in tests), chi_square(statistic, 2 * len(tests)))


def _lines(values: int, tests: Sequence[Outcome], bounds: int) -> Iterator[str]:
    least = FALSE_ALARM / (len(tests) + bounds)
    yield f"{values:,} draws. They are called uneven if a chance is below {least:.6f}."
    yield ""
    yield "| test | values | chance |"
    yield "|---|---|---|"
    for test in tests:
        yield f"| {test.name} | {test.values:,} | {test.chance:.3f} |"


# The plot

_SIDE, _MARGIN, _DOT = 300, 40, 2.2
_STYLE = (
    "text{font:12px sans-serif;fill:#222}.f{fill:none;stroke:#444}.d{fill:#47a}.b{fill:#eef}.l{stroke:#c33;fill:none}"
)


def picture(bounds: Sequence[Outcome], found: NDArray[np.float64], throws: int) -> str:
    """Left: the chances of all bounds, sorted, which lie along the diagonal. Right: correlations, most in the band."""
    chances = sorted(test.chance for test in bounds)
    dots = "".join(
        f'<circle class="d" r="{_DOT}" cx="{_MARGIN + _SIDE * (place + 0.5) / len(chances):.1f}" '
        f'cy="{_MARGIN + _SIDE * (1 - chance):.1f}"/>'
        for place, chance in enumerate(chances)
    )
    band = 1.96 / throws**0.5
    left, middle, scale = 2 * _MARGIN + _SIDE, _MARGIN + _SIDE / 2, _SIDE / 8 / band
    bars = "".join(
        f'<path class="f" d="M{left + _SIDE * (place + 0.5) / len(found):.1f} {middle:.1f}v{-value * scale:.1f}"/>'
        for place, value in enumerate(found)
    )
    frame = f'height="{_SIDE}" width="{_SIDE}" y="{_MARGIN}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{3 * _MARGIN + 2 * _SIDE}" height="{2 * _MARGIN + _SIDE}">'
        f'<style>{_STYLE}</style><rect fill="#fff" width="100%" height="100%"/>'
        f'<text x="{_MARGIN}" y="28">chances of the {len(chances)} bounds, sorted, from 0 to 1</text>'
        f'<rect class="f" x="{_MARGIN}" {frame}/>'
        f'<path class="l" d="M{_MARGIN} {_MARGIN + _SIDE}l{_SIDE} {-_SIDE}"/>{dots}'
        f'<text x="{left}" y="28">correlation of throws 1 to {LAGS[-1]} apart; 95% band</text>'
        f'<rect class="b" x="{left}" y="{middle - _SIDE / 8:.1f}" width="{_SIDE}" height="{_SIDE / 4:.1f}"/>'
        f'<rect class="f" x="{left}" {frame}/>{bars}</svg>\n'
    )


if __name__ == "__main__":
    main()
