"""A game in a few facts: its players, its length, its end. Read from a log, every step checked once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any

from p2pgame.engine.bots import BOTS
from p2pgame.engine.pending import Over
from p2pgame.protocol.identity.labels import labels
from p2pgame.protocol.log.format import LogError
from p2pgame.protocol.log.framing import DamagedRecord
from p2pgame.protocol.log.local_replay import LocalReplay
from p2pgame.protocol.log.recording import open_recording
from p2pgame.protocol.log.replay import Replay
from p2pgame.protocol.wire.errors import RemoteError

from ..games.find import find_game

VERSION = 1
"""Raised when a summary of the same log would differ, so that saved ones are made again."""


class State(StrEnum):
    """The progress of a game."""

    OVER = "over"
    UNFINISHED = "unfinished"
    BROKEN = "broken"
    """The log does not hold, or this program cannot read it."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat of a game."""

    name: str
    level: str
    """The level of a bot; empty for a person."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The facts of a game."""

    state: State
    game: str = ""
    """The game's id."""
    options: tuple[tuple[str, bool | int], ...] = ()
    players: tuple[Player, ...] = ()
    mine: int | None = None
    """The seat of the profile's owner; None for a game that was watched, or played by several at one keyboard."""
    is_local: bool = False
    is_own: bool = False
    """Whether the profile's key signs the log: it is that of a seat, or of a game on this machine."""
    steps: int = 0
    winners: tuple[int, ...] = ()
    scores: tuple[int | None, ...] = ()
    reason: str = ""
    is_signed: bool = True
    """Whether all have signed the end of a finished table. The game is over without that."""
    fault: str = ""
    """The reason why the log is broken."""

    @property
    def won(self) -> bool:
        """Whether the profile's owner has won, alone or with others."""
        return self.mine is not None and self.mine in self.winners

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, in seat order."""
        return tuple(player.name for player in self.players)


def summarise(data: bytes, me: bytes) -> Summary:
    """The facts of a log; `me` is the public key of the profile."""
    try:
        recording = open_recording(data, find_game)
    except (LogError, DamagedRecord, RemoteError) as error:
        return Summary(State.BROKEN, fault=_sentence(error))
    fault = ""
    try:
        for _ in recording.steps():
            pass
    except DamagedRecord as damage:
        fault = "" if damage.torn else str(damage)
    except RemoteError as error:
        fault = error.sentence
    return _facts(recording, me, fault)


def _facts(recording: Replay | LocalReplay, me: bytes, fault: str) -> Summary:
    pending = recording.game.pending(recording.state)
    result = pending.result if isinstance(pending, Over) else None
    contract = recording.contract if isinstance(recording, LocalReplay) else recording.genesis.contract
    return Summary(
        State.BROKEN if fault else State.UNFINISHED if result is None else State.OVER,
        recording.game.id,
        contract.options,
        _players(recording),
        _my_seat(recording, me),
        isinstance(recording, LocalReplay),
        _is_own(recording, me),
        recording.step - 1,
        () if result is None else result.winners,
        () if result is None else result.scores,
        "" if result is None else result.reason,
        isinstance(recording, LocalReplay) or recording.closed,
        fault,
    )


def _players(recording: Replay | LocalReplay) -> tuple[Player, ...]:
    names = labels(recording.people)
    if isinstance(recording, LocalReplay):
        levels = [seat.level for seat in recording.contract.seats]
    else:
        levels = [_level_in(name) for name in names]
    return tuple(Player(name, level) for name, level in zip(names, levels, strict=True))


def _level_in(name: str) -> str:
    """The level that a hosted bot has in its name, such as `normal 1`; empty for any other name."""
    return next((word for word in re.findall(r"[a-z]+", name) if word in BOTS), "")


def _is_own(recording: Replay | LocalReplay, me: bytes) -> bool:
    if isinstance(recording, LocalReplay):
        return recording.contract.owner == me
    return recording.genesis.contract.seat_of(me) is not None


def _my_seat(recording: Replay | LocalReplay, me: bytes) -> int | None:
    if isinstance(recording, Replay):
        return recording.genesis.contract.seat_of(me)
    people = [seat for seat, each in enumerate(recording.contract.seats) if not each.level]
    return people[0] if recording.contract.owner == me and len(people) == 1 else None


def _sentence(error: LogError | DamagedRecord | RemoteError) -> str:
    return error.sentence if isinstance(error, RemoteError) else str(error)


def as_json(summary: Summary) -> dict[str, Any]:
    """The summary as JSON-able data."""
    return asdict(summary)


def from_json(found: Mapping[str, Any]) -> Summary:
    """The summary that was written as JSON.

    Raises:
        ValueError, TypeError, KeyError, OverflowError: the data is no summary.
    """
    values = {field.name: found[field.name] for field in fields(Summary)}
    seats = range(len(found["players"]))
    if not all(seat in seats for seat in values["winners"]):
        raise ValueError("no such seat")
    return Summary(
        **{
            **values,
            "state": State(values["state"]),
            **{name: _text(values[name]) for name in ("game", "reason", "fault")},
            "options": tuple((str(name), _number(value)) for name, value in values["options"]),
            "players": tuple(Player(str(each["name"]), str(each["level"])) for each in values["players"]),
            "mine": None if values["mine"] is None else seats[int(values["mine"])],
            "is_local": bool(values["is_local"]),
            "is_own": bool(values["is_own"]),
            "steps": int(values["steps"]),
            "winners": tuple(values["winners"]),
            "scores": _scores(values["scores"]),
            "is_signed": bool(values["is_signed"]),
        }
    )


def _scores(found: Sequence[Any]) -> tuple[int | None, ...]:
    return tuple(None if each is None else int(each) for each in found)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("not text")
    return value


def _number(value: Any) -> bool | int:
    if not isinstance(value, bool | int):
        raise TypeError("an option that is neither a number nor true or false")
    return value
