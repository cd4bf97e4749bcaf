"""Names and chat before they reach a terminal (`spec/identity-and-link.md`, "What is shown")."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from p2pgame.cli.games.names import seat_names
from p2pgame.engine.games import load
from p2pgame.protocol.identity.fingerprint import short
from p2pgame.protocol.table.effects import Said, Send
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.ledger import Ledger
from p2pgame.protocol.table.messages import Chat
from p2pgame.protocol.table.signing import Input
from p2pgame.protocol.wire.errors import RemoteError
from p2pgame.protocol.wire.sanitize import (
    CHAT_BYTES,
    CHAT_CHARACTERS,
    MARKS,
    NAME_BYTES,
    NAME_CHARACTERS,
    clean_chat,
    clean_name,
)

from . import people
from .table.room import Room

ODD = st.sampled_from(
    "\x1b\n\t\x07\u202e\u2066\u200b\u200d\ufeff\u0301\u0344\u0327\u20dd\u3164\U000e0041\ud800\u00a0a\u212b "
)
anything = st.text(st.characters() | ODD, max_size=200)
cleaners = pytest.mark.parametrize("clean", [clean_name, clean_chat])

CLEANED = {
    "a name stays": ("Ann", "Ann"),
    "every script stays": ("Łukasz Ωμέγα 王小明", "Łukasz Ωμέγα 王小明"),
    "the accents that a script stacks stay": ("Việt ที่ שָּׁ", unicodedata.normalize("NFC", "Việt ที่ שָּׁ")),
    "a long name is cut": ("Maximilian-Alexander von und zu", "Maximilian-Alexander von"),
    "escape": ("\x1b[2JAnn", "[2JAnn"),
    "the one-byte escape": ("\x9b31mAnn", "31mAnn"),
    "bell, backspace, delete": ("A\x07n\x08n\x7f", "Ann"),
    "a line break is a space": ("Ann\r\nBob", "Ann Bob"),
    "the line separator too": ("Ann\u2028Bob", "Ann Bob"),
    "direction override": ("Ann\u202ebob", "Annbob"),
    "direction isolate": ("\u2067Ann\u2069", "Ann"),
    "zero width": ("A\u200bn\u200dn\ufeff", "Ann"),
    "soft hyphen": ("An\u00adn", "Ann"),
    "tag characters": ("Ann\U000e0041\U000e007f", "Ann"),
    "letters that draw nothing": ("\u3164\u115fAnn\u2800", "Ann"),
    "private use": ("Ann\ue000", "Ann"),
    "lone surrogates": ("Ann\ud800", "Ann"),
    "not yet a character": ("Ann\U0003fffe", "Ann"),
    "composed": ("e\u0301", "\u00e9"),
    "a flood of accents": ("e" + "\u0302" * 50 + "n", "\u00ea\u0302\u0302n"),
    "an accent on nothing": ("\u0301Ann \u0301", "Ann"),
    "odd spaces": ("\u00a0Ann\u3000\u2003Bob ", "Ann Bob"),
    "nothing left": ("\u200b\x1b\u202e", ""),
}


@pytest.mark.parametrize(("text", "clean"), CLEANED.values(), ids=CLEANED)
def test_texts_that_may_be_shown(text: str, clean: str) -> None:
    """Removed and kept characters."""
    assert clean_name(text) == clean


@cleaners
@given(text=anything)
def test_clean_text_is_safe(clean: Callable[[str], str], text: str) -> None:
    """For any text: no control, format or invisible character, no tower of accents, one line, composed."""
    shown = clean(text)
    categories = [unicodedata.category(character) for character in shown]
    assert not {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} & set(categories)
    marks = "".join("m" if category.startswith("M") else "-" for category in categories)
    assert "m" * (MARKS + 1) not in marks
    assert not marks.startswith("m")
    assert shown == shown.strip()
    assert "  " not in shown
    assert unicodedata.is_normalized("NFC", shown)
    shown.encode()


@cleaners
@given(text=anything)
def test_clean_text_stays_as_it_is(clean: Callable[[str], str], text: str) -> None:
    """Cleaning twice is cleaning once."""
    assert clean(clean(text)) == clean(text)


def test_lengths_are_limited_in_characters_and_in_bytes() -> None:
    """And never in the middle of a character."""
    assert clean_name("x" * 1000) == "x" * NAME_CHARACTERS
    assert clean_chat("x" * 10_000) == "x" * CHAT_CHARACTERS
    assert clean_name("\U0001f3b2" * 1000) == "\U0001f3b2" * NAME_CHARACTERS
    assert len(clean_name("\U0001f3b2" * 1000).encode()) == NAME_BYTES
    assert clean_chat("\U0001f3b2" * 1000) == "\U0001f3b2" * (CHAT_BYTES // 4)


HOSTILE = "\x1b[2J\u202e\x9b31m\u200bA\u2066da\x07"
"""Texts that would clear a screen, turn its letters round and ring its bell."""


def test_texts_of_a_peer_are_cleaned_before_they_are_shown() -> None:
    """Of a seat as of a spectator; a line of which nothing is left is not shown. Our own lines go out clean."""
    room = Room(load("tink"), people.genesis(load("tink"), 2), spectators=1)
    room.connect()
    table = room.peers[0].table
    for source, seat in ((1, 1), (2, None)):
        peer = room.peers[source].public
        heard = table.receive(peer, Chat(HOSTILE))
        assert [said for said in heard if isinstance(said, Said)] == [Said(peer, seat, "[2J31mAda")]
        assert not [said for said in table.receive(peer, Chat("\x1b\u202e")) if isinstance(said, Said)]
    assert table.say(HOSTILE) == [Send(Chat("[2J31mAda"))]


def test_names_of_a_contract_are_always_cleaned_before_they_are_shown() -> None:
    """By the seat's label, in a refusal and on screens, where two equal-looking names get fingerprints."""
    whole = people.genesis(load("tink"), 2)
    hostile = replace(whole.contract, seats=tuple(replace(seat, name=HOSTILE) for seat in whole.contract.seats))
    assert [seat.label for seat in hostile.seats] == ["[2J31mAda"] * 2
    assert seat_names(hostile) == tuple(f"[2J31mAda ({short(seat.public)})" for seat in hostile.seats)
    ledger = Ledger(replace(whole, contract=hostile), load("tink"))
    with pytest.raises(RemoteError, match=r"in the name of \[2J31mAda is") as refusal:
        ledger.now.admit(Input(1, InputKind.ACCEPT, b"", bytes(64)))
    assert refusal.value.sentence.isprintable()
    empty = replace(whole.contract.seats[0], name="\x1b\u202e")
    assert empty.label == short(empty.public)
