"""Events of a lobby, for a screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from p2pgame.protocol.lobby.messages import Lobby, Offer
from p2pgame.protocol.wire.errors import RemoteError


@dataclass(frozen=True, slots=True)
class GuestRefused:
    """A guest did not come in, or a message from one was refused."""

    error: RemoteError


@dataclass(frozen=True, slots=True)
class LobbyChat:
    """A line of chat. The host puts the name into the text that it passes on."""

    name: str
    text: str


LobbyNews: TypeAlias = Offer | Lobby | GuestRefused | LobbyChat
"""`Offer` once, for a guest; `Lobby` each time a guest came or left."""
