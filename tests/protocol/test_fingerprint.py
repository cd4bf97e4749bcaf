"""Fingerprints (`spec/identity-and-link.md`): what people compare and type."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from p2pgame.protocol.identity.fingerprint import ALPHABET, fingerprint, parse, short
from p2pgame.protocol.identity.keys import peer_id
from p2pgame.protocol.wire.errors import LocalError

publics = st.binary(min_size=32, max_size=32)
PRINT = fingerprint(bytes(range(32)))


@given(public=publics)
def test_a_fingerprint_reads_back(public: bytes) -> None:
    """Five groups of five, all of them parsed."""
    text = fingerprint(public)
    assert re.fullmatch(rf"[{ALPHABET}]{{5}}(-[{ALPHABET}]{{5}}){{4}}", text)
    assert parse(text) == text
    assert short(public) == text[:5]


@given(public=publics)
def test_it_is_the_first_120_bits_of_the_peer_id(public: bytes) -> None:
    """Read as a number in base 32, without the check character."""
    number = 0
    for letter in fingerprint(public).replace("-", "")[:24]:
        number = number * 32 + ALPHABET.index(letter)
    assert number == int.from_bytes(peer_id(public)[:15], "big")


def test_typing_is_forgiven() -> None:
    """Small letters, spaces or nothing between groups, and letters that look like digits."""
    assert parse(PRINT.lower().replace("-", " ")) == PRINT
    assert parse(PRINT.replace("-", "").replace("0", "o").replace("1", "l")) == PRINT


def test_every_wrong_character_is_noticed() -> None:
    """At every place, every other character."""
    for place, right in enumerate(PRINT):
        for wrong in ALPHABET if right != "-" else "":
            if wrong != right:
                with pytest.raises(LocalError, match="wrong"):
                    parse(PRINT[:place] + wrong + PRINT[place + 1 :])


def test_every_swap_of_two_characters_is_noticed() -> None:
    """Next to each other or apart."""
    letters = list(PRINT.replace("-", ""))
    for one, other in combinations(range(25), 2):
        if letters[one] != letters[other]:
            swapped = letters.copy()
            swapped[one], swapped[other] = letters[other], letters[one]
            with pytest.raises(LocalError, match="swapped"):
                parse("".join(swapped))


@pytest.mark.parametrize(
    ("text", "words"), [("", "not 0"), (PRINT[:-1], "not 24"), (PRINT + "0", "not 26"), ("U" * 25, "no character 'U'")]
)
def test_an_invalid_fingerprint_is_explained(text: str, words: str) -> None:
    """Too short, too long, or with a character that none has."""
    with pytest.raises(LocalError, match=words):
        parse(text)
