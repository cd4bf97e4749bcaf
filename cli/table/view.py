"""A table as one person sees it, and the text that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from p2pgame.engine.game import AnyGame, Rng
from p2pgame.engine.plain_text import plain_text

from ..games import presentation_of
from ..terminal.output import columns
from ..words.addressing import addressed
from ..words.grammar import and_list
from ..words.widths import cell_len


@dataclass(frozen=True, slots=True)
class View:
    """One person's view of a table, and their commands there."""

    game: AnyGame
    state: Any
    seat: int | None
    """The person's seat; None for a spectator."""
    waiting: tuple[int, ...]
    """The seats whose answer is still due (`Session.waiting`)."""
    names: tuple[str, ...]
    """The name of each seat."""
    rng: Rng
    """Decides between hints that look equally good."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Refused commands by name, with the reason."""
    more: Mapping[str, str] = field(default_factory=dict)
    """Further commands of this table, with their meanings."""
    seconds: int | None = None
    """Seconds left for the pending decision; None without a limit."""
    wait: str = ""
    """The pending step in a sentence, where no seat's answer is due."""

    @property
    def table(self) -> str:
        """The table as text, with the meaning of one's own tokens."""
        board = table_text(self.game, self.state, self.names, self.seat)
        held = [] if self.seat is None else describe_things(self.game, self.state, self.seat)
        return "\n".join([board, *([""] if held else []), *held])

    @property
    def asked(self) -> int | None:
        """The seat, if its answer is due."""
        return self.seat if self.seat in self.waiting else None

    def legal(self) -> Iterator[Any]:
        """The legal moves of the seat; none if it is not asked."""
        return iter(()) if self.asked is None else self.game.legal(self.state, self.asked)


def describe_things(game: AnyGame, state: Any, seat: int) -> list[str]:
    """Things of a seat that the legend of its game explains, one a line; each kind once."""
    phrases = presentation_of(game).phrases
    return [f"{thing}: {phrases.things[thing]}" for thing in dict.fromkeys(phrases.things_of(state, seat))]


def table_text(game: AnyGame, state: Any, names: Sequence[str], me: int | None = None) -> str:
    """The table as plain text, as wide as the terminal; one's own name is marked."""
    called = [f"{name} (you)" if seat == me and name != "you" else name for seat, name in enumerate(names)]
    return plain_text(game.picture(state), called, columns(), cell_len)


def question(view: View, building: bool = False, picked: Sequence[str] | None = None) -> str:
    """The question to this seat in a few sentences; for a seat that is not asked, the names of the thinking players.

    With `building`, the move is built on the board; with `picked`, from words. Then no example of the notation is
    given.
    """
    if view.asked is not None:
        asked = _asked(view, view.asked, building, picked)
        return f"{asked} {limit}" if (limit := describe_time_left(view)) else asked
    if view.waiting:
        limit = "" if view.seconds is None else f" ({_seconds(view.seconds)} left)"
        who = and_list([view.names[seat] for seat in view.waiting])
        return f"{who} {'is' if len(view.waiting) == 1 else 'are'} thinking{limit} ..."
    return view.wait or "The game is over."


def describe_confirming(names: Sequence[str], unacked: Sequence[int]) -> str:
    """That a table waits until others have confirmed a complete answer."""
    return f"Waiting for {and_list([names[seat] for seat in unacked])} to confirm."


def _asked(view: View, seat: int, building: bool, picked: Sequence[str] | None) -> str:
    """The question to a seat, by the phrases of the game."""
    phrases, state, names = presentation_of(view.game).phrases, view.state, addressed(view.names, seat)
    moves = [view.game.format(move) for move in islice(view.legal(), phrases.looked_at)]
    built = phrases.ask_building(state, seat, moves, names) if building else None
    chosen = None if picked is None else phrases.ask_picking(state, seat, moves, picked, names)
    return built or chosen or phrases.ask(state, seat, moves, names)


def describe_time_left(view: View) -> str:
    """The time left for this seat, and the default move afterwards; empty without a limit."""
    if view.asked is None or view.seconds is None:
        return ""
    phrases, seat = presentation_of(view.game).phrases, view.asked
    default = view.game.format(view.game.default(view.state, seat))
    words = phrases.describe(view.state, seat, default, addressed(view.names, seat))
    return f"You have {_seconds(view.seconds)}; then this is played: {words}."


def _seconds(number: int) -> str:
    return f"{number} {'second' if number == 1 else 'seconds'}"
