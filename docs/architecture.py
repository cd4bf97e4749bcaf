"""Makes `architecture.svg`: the four floors, the rooms in each, and which room imports which.

uv run python -m docs.architecture

Each floor is one row. In a row a room stands left of those that it imports, if possible: then an arrow goes
over the row. An import against that order is a red arrow under it. An arrow is left out where other arrows lead to the
same room by a detour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from tests.imports import ROOT, imported, package_of

PICTURE = Path(__file__).with_name("architecture.svg")

FLOORS = {
    "cli": "commands, screens, lines",
    "p2p": "trio: links, discovery, disk, clock, entropy",
    "protocol": "bytes and events in, bytes and effects out",
    "engine": "rules: pure and deterministic",
}
"""Floors from the top, each with its subject."""

Room = str
Arrow = tuple[Room, Room]

WIDTH = 1360
LEFT, RIGHT = 20, 1200
ROW, BOX = 170, 30
"""Pixels: the height of a floor, and of a room."""
LETTER = 7.3
"""Pixels that a letter takes, about."""

STYLE = """
text { font: 12px system-ui, sans-serif; fill: #222 }
.floor { fill: #f4f4f0; stroke: #bbb }
.name { font-weight: bold; font-size: 15px }
.about { fill: #666 }
.room { fill: #fff; stroke: #444 }
.down { fill: none; stroke: #47a; marker-end: url(#down) }
.back { fill: none; stroke: #c33; marker-end: url(#back) }
.stair { fill: none; stroke: #444; stroke-width: 2; marker-end: url(#stair) }
"""


def room_of(module: Sequence[str]) -> Room:
    """The room that a module stands in: a folder of its floor, or the floor's own files."""
    floor, *rest = module
    return f"{floor}/{rest[0]}" if rest and (ROOT / floor / rest[0]).is_dir() else floor


def arrows() -> list[Arrow]:
    """The imports among rooms, each pair once, in order."""
    found: set[Arrow] = set()
    for path in (path for floor in FLOORS for path in (ROOT / floor).rglob("*.py")):
        package = package_of(path)
        for module in (module.split(".") for module in imported(path)):
            within = module[0] == package[0]
            if module[0] in FLOORS and not (within and len(module) == 1):  # `from .. import x` names x besides
                found.add((room_of(package), room_of(module)))
    return sorted((one, other) for one, other in found if one != other)


def rooms(floor: str) -> list[Room]:
    """The rooms of a floor, in order: its own files, and each folder that has source files."""
    folders = sorted(folder for folder in (ROOT / floor).iterdir() if any(folder.rglob("*.py")))
    own = [path for path in (ROOT / floor).glob("*.py") if path.name != "__init__.py"]
    return [*([floor] if own else []), *(f"{floor}/{folder.name}" for folder in folders)]


def in_order(those: Sequence[Room], between: Sequence[Arrow]) -> list[Room]:
    """Each room before those that it imports, where no circle forbids it."""
    left, ordered = list(those), list[Room]()
    while left:
        first = min(left, key=lambda room: (sum(1 for one, other in between if other == room and one in left), room))
        left.remove(first)
        ordered.append(first)
    return ordered


def direct(between: Sequence[Arrow]) -> list[Arrow]:
    """The arrows without those that a detour over other arrows makes plain."""
    following = {one: {other for room, other in between if room == one} for one, _ in between}

    def leads(one: Room, goal: Room, seen: set[Room]) -> bool:
        """Whether a way leads from a room to another one."""
        seen.add(one)
        further = following.get(one, set())
        return goal in further or any(leads(each, goal, seen) for each in further - seen)

    return [(one, other) for one, other in between if not any(leads(each, other, {one}) for each in following[one])]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a room stands."""

    x: float
    y: float
    width: float

    @property
    def middle(self) -> float:
        """The x of its middle."""
        return self.x + self.width / 2


def places(ordered: Sequence[Room], y: float) -> dict[Room, Place]:
    """A place for each room of a row, as far from one another as the row has space."""
    widths = [len(_title(room)) * LETTER + 16 for room in ordered]
    gap = (RIGHT - LEFT - sum(widths)) / (len(ordered) + 1)
    found, x = dict[Room, Place](), LEFT + gap
    for room, width in zip(ordered, widths, strict=True):
        found[room] = Place(x, y, width)
        x += width + gap
    return found


def picture() -> str:
    """The whole drawing."""
    between = arrows()
    return "\n".join([*_head(), *_floors(between), *_stairs(between), "</svg>", ""])


def _title(room: Room) -> str:
    return room.split("/")[-1] if "/" in room else "*.py"


def _head() -> Iterator[str]:
    height = ROW * len(FLOORS) + 20
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">'
    yield "<title>The floors of p2pgame, their rooms, and their imports</title>"
    yield f"<style>{STYLE}</style>"
    yield f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>'
    for name, colour in (("down", "#47a"), ("back", "#c33"), ("stair", "#444")):
        yield (
            f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
            f'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 8 4 0 8z" fill="{colour}"/></marker>'
        )


def _floors(between: Sequence[Arrow]) -> Iterator[str]:
    for number, (floor, about) in enumerate(FLOORS.items()):
        top = 10 + number * ROW
        yield f'<rect class="floor" x="10" y="{top}" width="{RIGHT}" height="{ROW - 14}" rx="6"/>'
        yield f'<text class="name" x="22" y="{top + 20}">{floor}</text>'
        yield f'<text class="about" x="{22 + 11 * len(floor)}" y="{top + 20}">{escape(about)}</text>'
        those = rooms(floor)
        within = [(one, other) for one, other in between if one in those and other in those]
        placed = places(in_order(those, within), top + 92)
        for room, place in placed.items():
            yield _box(room, place)
        for one, other in direct(within):
            yield _arc(placed[one], placed[other])


def _box(room: Room, place: Place) -> str:
    return (
        f'<rect class="room" x="{place.x:.0f}" y="{place.y:.0f}" width="{place.width:.0f}" height="{BOX}" rx="4"/>'
        f'<text x="{place.middle:.0f}" y="{place.y + 19:.0f}" text-anchor="middle">{escape(_title(room))}</text>'
    )


def _arc(one: Place, other: Place) -> str:
    """Over the row if it goes to the right, under it if it goes back."""
    goes_on = one.x < other.x
    edge = one.y if goes_on else one.y + BOX
    reach = min(22 + abs(other.middle - one.middle) / 13, 88) * (-1 if goes_on else 0.5)
    start, end = (one.middle + 6, other.middle - 6) if goes_on else (one.middle - 6, other.middle + 6)
    kind = "down" if goes_on else "back"
    return (
        f'<path class="{kind}" d="M{start:.0f} {edge:.0f}C{start:.0f} {edge + reach:.0f} '
        f'{end:.0f} {edge + reach:.0f} {end:.0f} {edge:.0f}"/>'
    )


def _stairs(between: Sequence[Arrow]) -> Iterator[str]:
    """One arrow for each floor that imports another one, at the right."""
    order = list(FLOORS)
    pairs = sorted({(one.split("/")[0], other.split("/")[0]) for one, other in between})
    for one, other in pairs:
        if one != other:
            start, end = (10 + order.index(floor) * ROW + ROW / 2 for floor in (one, other))
            bend = RIGHT + 10 + 42 * abs(order.index(one) - order.index(other))
            shift = 6 * order.index(one) - 9
            yield (
                f'<path class="stair" d="M{RIGHT + 10} {start + shift:.0f}C{bend:.0f} {start + shift:.0f} '
                f'{bend:.0f} {end + shift:.0f} {RIGHT + 12} {end + shift:.0f}"/>'
            )


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")
