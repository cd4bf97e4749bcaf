"""Where the fuzzer starts: a few good inputs for each target, made by the program itself."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache

from p2pgame.engine.games import GAMES, load
from p2pgame.engine.pending import Over
from p2pgame.engine.play import step
from p2pgame.protocol.log import MAGIC

from ...engine.playing import random_event
from ...protocol.conversing import dialer, listener, talk
from ...protocol.people import genesis
from ...protocol.room import Room

GAME = {game_id: load(game_id) for game_id in GAMES}
"""All games, loaded at once: what is imported later is not watched by the fuzzer."""

_HEADER = 8
_LONGEST = 4096
"""Bytes of a log that the fuzzer starts from: it tries short ones more often."""


def seeds(target: str) -> Iterator[bytes]:
    """Good inputs for a target."""
    match target.split("-", 1):
        case ["position", game_id]:
            yield from (bytes([number, 0, number, 1]) for number in range(len(positions(game_id))))
        case ["log"]:
            yield bytes(_room().logs()[0][:_LONGEST])
        case ["handshake"]:
            yield from _handshakes()
        case _:
            yield from _payloads(_room().logs()[0])


def _room() -> Room:
    room = Room(load("tink"), genesis(load("tink"), 2), seed=5)
    room.connect()
    room.begin()
    room.run()
    return room


def _payloads(log: bytes) -> Iterator[bytes]:
    offset = len(MAGIC)
    while offset < min(len(log), _LONGEST):
        end = offset + _HEADER + int.from_bytes(log[offset : offset + 4], "big")
        yield log[offset + _HEADER : end]
        offset = end


def _handshakes() -> Iterator[bytes]:
    """What each side of a handshake hears from the other."""
    for which, (hearer, speaker) in enumerate([(dialer(), listener()), (listener(), dialer())]):
        hearer.begin()
        speaker.begin()
        said = speaker.bytes_to_send()
        yield bytes([which, min(len(said) - 4, 255)]) + said[4:]
        if said:
            hearer.receive(said)
        talk(hearer, speaker)


@cache
def positions(game_id: str) -> tuple[str, ...]:
    """Good positions of a game, as JSON: some of a random game for each number of seats."""
    game, rng, found = GAME[game_id], random.Random(1), []
    for seats in game.seats:
        state = game.begin(seats)
        for number in range(60):
            if isinstance(game.pending(state), Over):
                break
            if number % 12 == 0:
                found.append(json.dumps(game.position(state)))
            event = random_event(game, state, rng)
            assert event is not None
            state = step(game, state, event)
    return tuple(found)
