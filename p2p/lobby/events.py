"""What happens in a lobby, as a screen tells it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from p2pgame.protocol.lobby.messages import Lobby, Offer
from p2pgame.protocol.wire.errors import RemoteError


@dataclass(frozen=True, slots=True)
class Turned:
    """Somebody did not come in, or what came from them was refused."""

    error: RemoteError


@dataclass(frozen=True, slots=True)
class LobbyChat:
    """Somebody said something. The host puts the name into the text that it passes on."""

    name: str
    text: str


LobbyNews: TypeAlias = Offer | Lobby | Turned | LobbyChat
"""`Offer` once, for a guest; `Lobby` whenever somebody came or went."""
