"""The lobby of a run: everybody who is to play, honest or not, on the way to the table."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

from p2pgame.protocol.contract.contract import Contract
from p2pgame.protocol.lobby.messages import LobbyMessage, decode_lobby_message, encode_lobby_message
from p2pgame.protocol.wire.errors import RemoteError

from .attacks import Attack
from .attacks.strangers import StrangerAttack
from .clock import SECOND
from .guest import Guest
from .host import Host
from .lobby_judge import HOST
from .network import End
from .plan import Plan
from .sitting import SitDown, Sitting
from .stranger import Stranger
from .world import World


class Plotting(Sitting):
    """Sends in the lobby the messages of its attack, and continues after any answer."""

    honest = False

    def __init__(self, *given: Any, attack: Attack) -> None:
        self.attack = attack
        super().__init__(*given)

    def send(self, end: End, message: LobbyMessage) -> None:
        for sent in self.attack.in_lobby(self, message, end.other):
            self._send_one(end, sent)

    def arrived(self, end: End, payload: bytes) -> None:
        with suppress(RemoteError):
            for to, sent in list(self.attack.heard_in_lobby(self, decode_lobby_message(payload), end.other)):
                self._send_one(self.links[to], sent)
        super().arrived(end, payload)

    def refuse(self, end: End, error: RemoteError) -> None:
        self.world.trace.add(f"{self.seat} is confused by its own attack")

    def _send_one(self, end: End, sent: LobbyMessage | bytes) -> None:
        end.send(sent if isinstance(sent, bytes) else encode_lobby_message(sent))


class PlottingHost(Plotting, Host):
    """A host that attacks."""


class PlottingGuest(Plotting, Guest):
    """A guest that attacks."""


def gather(world: World, agreed: Contract, plan: Plan, attacks: dict[int, Attack], sit_down: SitDown) -> None:
    """Let everybody come within a second, to a table like the one that is agreed."""
    for seat in range(world.count):
        rng = random.Random(f"sitting {seat} of {plan.seed}")
        attack = attacks.get(seat)
        given = world, agreed, plan.coded, seat, rng, sit_down
        if attack is None:
            world.sitting.append((Host if seat == HOST else Guest)(*given))
        else:
            world.sitting.append((PlottingHost if seat == HOST else PlottingGuest)(*given, attack=attack))
    for peer in world.sitting:
        world.clock.after(world.rng.randrange(SECOND), peer.start)
    for number, attack in attacks.items():
        if isinstance(attack, StrangerAttack):
            world.stranger = Stranger(world, number, random.Random(f"stranger of {plan.seed}"), attack)
            world.stranger.start()
