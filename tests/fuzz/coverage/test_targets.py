"""The fuzzer's targets: their seeds reach what they are for, and each target fails where a check is missing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, get_args

import pytest
from p2pgame.protocol.identity import keys
from p2pgame.protocol.link import handshake
from p2pgame.protocol.link.pairing import CodeKeeper
from p2pgame.protocol.link.pake import Exchange
from p2pgame.protocol.lobby.messages import LobbyMessage, decode_lobby_message
from p2pgame.protocol.log.verify import Report, Verdict, verify
from p2pgame.protocol.table.messages import Message, decode_message
from p2pgame.protocol.wire.errors import Code

from ...protocol.log.logs import finished
from . import dialogues, logs
from .__main__ import main
from .names import NAMES
from .targets import TARGETS


def start(target: str) -> None:
    """Let a target take all its seeds."""
    for seed in TARGETS[target].seeds():
        TARGETS[target].take(seed)


def test_the_seeds_of_the_table_have_every_type() -> None:
    """Else the fuzzer would have to guess it."""
    assert {type(decode_message(seed)) for seed in TARGETS["table-messages"].seeds()} == set(get_args(Message))


def test_the_seeds_of_the_lobby_have_every_type() -> None:
    """And are no records of a log."""
    assert {type(decode_lobby_message(seed)) for seed in TARGETS["lobby"].seeds()} == set(get_args(LobbyMessage))


ENDS = {
    "handshake": {
        *(None, Code.REFUSED, Code.HUNG_UP, Code.NO_COMMON_VERSION, Code.OWN_KEY, Code.BAD_KEY, Code.BAD_SIGNATURE),
        *(Code.WRONG_ROLE, Code.REPLAYED, Code.RELAYED),
    },
    "pairing": {None, Code.REFUSED, Code.HUNG_UP, Code.OUT_OF_TURN, Code.WRONG_CODE, Code.BAD_PAIRING_ELEMENT},
}
"""How conversations with strangers end; None is for those that get in."""


@pytest.mark.parametrize("target", ENDS)
def test_the_seeds_of_a_conversation_reach_every_end_of_it(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On both sides."""
    hear = dialogues.hear
    ends: dict[tuple[type, Any], set[Code | None]] = {}

    def spying(side: Any, *rest: Any) -> Any:
        heard = hear(side, *rest)
        if heard.stream is not None or heard.ended is not None:
            ends.setdefault((type(side), getattr(side, "role", None)), set()).add(heard.ended)
        return heard

    monkeypatch.setattr(dialogues, "hear", spying)
    start(target)
    assert list(ends.values()) == [ENDS[target]] * 2


def nothing(*_: Any) -> None:
    """A check that is not made."""


def right(*_: Any) -> bool:
    """A comparison that always comes out well."""
    return True


def no_point_is_small(patch: pytest.MonkeyPatch) -> None:
    """Keys that anybody can sign for are taken."""
    patch.setattr(keys, "SMALL_ORDER", frozenset())
    patch.setattr(keys, "parsed", keys.parsed.__wrapped__)  # which remembers none that it must not take later


MISSING: dict[str, tuple[str, Callable[[pytest.MonkeyPatch], None]]] = {
    "nobody checks the signature of a proof": ("handshake", lambda patch: patch.setattr(handshake, "verify", nothing)),
    "nobody checks what a proof says": ("handshake", lambda patch: patch.setattr(handshake, "check_seen", nothing)),
    "any key is taken": ("handshake", no_point_is_small),
    "any word for the code is taken": ("pairing", lambda patch: patch.setattr(Exchange, "confirms", right)),
    "the host counts no guess": ("pairing", lambda patch: patch.setattr(CodeKeeper, "count_wrong", nothing)),
    "inputs are signed by anybody": ("log", lambda patch: patch.setattr(keys, "verify", nothing)),
    "messages are signed by anybody": ("table-messages", lambda patch: patch.setattr(keys, "verify", nothing)),
    "entries are signed by anybody": ("lobby", lambda patch: patch.setattr(keys, "verify", nothing)),
}


@pytest.mark.parametrize("what", MISSING)
def test_a_target_fails_where_a_check_is_missing(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its seeds alone; so what it asserts can be broken."""
    target, remove = MISSING[what]
    start(target)
    remove(monkeypatch)
    with pytest.raises(AssertionError):
        start(target)


CHECKSUM = 12
"""The place of the first checksum in a log."""


@pytest.mark.parametrize(
    ("how", "place", "verdict"),
    [
        (0, 0, Verdict.UNREADABLE),
        (1, 0, Verdict.FAIR),
        (0, CHECKSUM, Verdict.FALSE),
        (1, CHECKSUM, Verdict.FALSE),
        (2, CHECKSUM, Verdict.FAIR),
    ],
)
def test_a_log_is_verified_with_and_without_mended_checksums(
    how: int, place: int, verdict: Verdict, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that what refuses them is reached as well."""
    verdicts = []

    def spying(*given: Any) -> Report:
        report = verify(*given)
        verdicts.append(report.verdict)
        return report

    monkeypatch.setattr(logs, "verify", spying)
    good = bytearray(finished())
    assert b"\0" + good in TARGETS["log"].seeds()
    good[place] ^= 1
    TARGETS["log"].take(bytes([how]) + good)
    assert verdicts == [verdict]


def test_help_needs_no_atheris(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It names all targets; to fuzz one needs it, and a sentence says so."""
    monkeypatch.setitem(sys.modules, "atheris", None)
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    shown = capsys.readouterr().out
    assert all(name in shown for name in NAMES)
    assert main(["codec"]) == 2
    assert "uv sync --group fuzz" in capsys.readouterr().err
