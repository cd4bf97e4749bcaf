"""Code that strangers' bytes reach, each as a function of bytes that must return for any bytes, with first inputs.

A target fails by any exception.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from .announcements import announcement, announcement_seeds
from .codecs import codec, codec_seeds
from .dialogue_seeds import handshake_seeds, pairing_seeds
from .dialogues import handshake, pairing
from .lobbies import lobby_message, lobby_seeds
from .logs import log, log_seeds
from .names import POSITIONS
from .positions import position, position_seeds
from .tables import table_message, table_seeds


@dataclass(frozen=True, slots=True)
class Target:
    """One thing that must withstand all bytes."""

    take: Callable[[bytes], None]
    seeds: Callable[[], Iterator[bytes]]
    """Inputs that reach far, made by the program itself: good ones, and such as fail by one check alone."""


def _position(name: str) -> Target:
    game_id = name.removeprefix("position-")
    return Target(partial(position, game_id), partial(position_seeds, game_id))


TARGETS: Mapping[str, Target] = {
    "codec": Target(codec, codec_seeds),
    "announcement": Target(announcement, announcement_seeds),
    "table-messages": Target(table_message, table_seeds),
    "lobby": Target(lobby_message, lobby_seeds),
    "handshake": Target(handshake, handshake_seeds),
    "pairing": Target(pairing, pairing_seeds),
    "log": Target(log, log_seeds),
    **{name: _position(name) for name in POSITIONS},
}
