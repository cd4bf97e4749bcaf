"""Positions of TEN, written and read (`spec/games/ten.md`, section 14).

Each part is read here; `position_cards` and `position_sale` help. `consistency` checks that the parts fit together.
"""

from __future__ import annotations

from ... import positions
from ...errors import BadOption, BadPosition
from ...game import AnyGame, Position
from ...options import Options
from .components import DRAW_NAMES, deck
from .consistency import check_whole
from .jen import grade_of
from .position_cards import ALL, NO_CURRENCY, NO_WILDS, NUMBERS, names, read_cards, read_sorted
from .position_sale import read_sale, write_sale
from .state import COIN_LIMIT, Phase, Player, State

KEYS = ("unseen", "row", "market", "active", "turn", "players", "auction", "phase", "discarded")

_PHASES: dict[str, Phase] = {
    "start": "start",
    "draw": "draw",
    "choose": "choose",
    "auction": "auction",
    "pay": "pay",
    "buy": "buy",
    "bust": "bust",
    "final": "final",
    "over": "over",
}


def write(game: AnyGame, state: State) -> Position:
    """The state as JSON-able data."""
    options: Options = {"bust_buy": state.bust_buy} | ({} if state.grade is None else {"jen": state.grade})
    position = positions.header(game, state.seats, options) | {
        "unseen": dict(zip(DRAW_NAMES, state.unseen, strict=True)),
        "row": names(state.row),
        "market": names(state.market),
        "active": state.active,
        "turn": state.turn,
        "players": [
            {"coins": player.coins, "bust": player.bust, "cards": names(player.cards)} for player in state.players
        ],
        "auction": None if state.sale is None else write_sale(state, state.sale),
        "phase": state.phase,
        "discarded": names(state.discarded),
    }
    return position | ({"dropped": list(state.dropped)} if state.dropped else {})


def read(game: AnyGame, position: object) -> State:
    """The state that a position describes.

    Raises:
        BadPosition: no table could look like that.
    """
    found, seats, options = positions.read_header(game, position, KEYS)
    box = deck(seats)
    players = positions.items(found["players"], "players", max(2, seats))
    phase = _PHASES[positions.choice(found["phase"], "phase", tuple(_PHASES))]
    active, turn = (_read_index(found[key], key, len(players)) for key in ("active", "turn"))
    state = State(
        players=tuple(_read_player(value, f"players[{index}]", sum(box)) for index, value in enumerate(players)),
        unseen=_read_unseen(found["unseen"], box),
        phase=phase,
        active=active,
        turn=active if turn is None and phase in ("draw", "over") else turn,  # nobody is asked there
        row=read_cards(found["row"], "row", NO_WILDS),
        market=read_sorted(found["market"], "market", NUMBERS),
        discarded=read_sorted(found["discarded"], "discarded", ALL),
        sale=None if found["auction"] is None else read_sale(found["auction"], active, len(players)),
        bust_buy=options["bust_buy"] is True,
        grade=_read_grade(seats, options),
        dropped=positions.dropped_seats(found, seats),
    )
    check_whole(state, box)
    return state


def _read_player(value: object, where: str, cards: int) -> Player:
    player = positions.record(value, where, ("coins", "bust", "cards"))
    return Player(
        coins=positions.integer(player["coins"], f"{where}.coins", 0, COIN_LIMIT),
        bust=positions.integer(player["bust"], f"{where}.bust", 0, cards // 2),  # a bust takes two cards at least
        cards=read_sorted(player["cards"], f"{where}.cards", NO_CURRENCY),
    )


def _read_unseen(value: object, box: bytes) -> bytes:
    counts = positions.record(value, "unseen", DRAW_NAMES)
    return bytes(
        positions.integer(counts[name], f"unseen.{name}", 0, most) for name, most in zip(DRAW_NAMES, box, strict=True)
    )


def _read_index(value: object, where: str, players: int) -> int | None:
    return None if value is None else positions.integer(value, where, 0, players - 1)


def _read_grade(seats: int, options: Options) -> int | None:
    try:
        return grade_of(seats, options)
    except BadOption as refusal:
        raise BadPosition(f"options: {refusal}") from refusal
