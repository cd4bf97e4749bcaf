"""Spoken codes (`spec/identity-and-link.md`, "The code"): easily said, easily typed, hard to guess."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from p2pgame.protocol.link.pairing_code import CODES, parse, spell
from p2pgame.protocol.link.wordlist import ADJECTIVES, NOUNS
from p2pgame.protocol.wire.errors import LocalError

WORDS = [*ADJECTIVES, *NOUNS]


def test_a_code_is_a_digit_and_two_words() -> None:
    """The first, the last, and one between."""
    assert spell(bytes(3)) == f"2-{ADJECTIVES[0]}-{NOUNS[0]}"
    assert spell(b"\xff\xff\xff") == f"9-{ADJECTIVES[-1]}-{NOUNS[-1]}"
    assert spell(b"\x05\x01\x02") == f"7-{ADJECTIVES[1]}-{NOUNS[2]}"


def test_there_are_2_to_the_19_codes() -> None:
    """So any three random bytes give each with equal chance."""
    assert CODES == 2**19
    assert len(set(ADJECTIVES)) == len(set(NOUNS)) == 256


@given(fresh=st.binary(min_size=3, max_size=3))
def test_a_code_is_parsed(fresh: bytes) -> None:
    """Every code reads back."""
    assert parse(spell(fresh)) == spell(fresh)


@pytest.mark.parametrize(
    "typed",
    ["7-amber-otter", " 7 Amber Otter\n", "7amber otter", "AMBER-OTTER-7", "7_amber_otter", "7. amber, otter!"],
)
def test_typing_is_forgiven(typed: str) -> None:
    """Case, order, and what stands between."""
    assert parse(typed) == "7-amber-otter"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "a code is a digit and two words"),
        ("7-amber", "not 2 parts"),
        ("7-amber-otter-otter", "not 4 parts"),
        ("7-ambr-otter", "no code has 'ambr' in it: is it 'amber'?"),
        ("7-amber-oter", "is it 'otter'?"),
        ("1-amber-otter", "no code has '1' in it"),
        ("77-amber-otter", "no code has '77' in it"),
        ("7-amber-azure", "a second word, such as otter is missing"),
        ("amber-azure-otter", "a digit from 2 to 9 is missing"),
        ("7-owl-otter", "a first word, such as amber is missing"),
        ("7-кот-otter", "no code has 'кот' in it"),
        ("x" * 10_000, "a code is a digit and two words"),
    ],
)
def test_what_no_code_can_be_is_said(typed: str, words: str) -> None:
    """And costs no guess."""
    with pytest.raises(LocalError) as caught:
        parse(typed)
    assert words in str(caught.value)


def test_no_slip_makes_another_word() -> None:
    """A letter wrong, missing, added, or swapped with its neighbour."""
    with_a_gap = Counter(word[:at] + "?" + word[at + 1 :] for word in WORDS for at in range(len(word)))
    assert [gap for gap, words in with_a_gap.items() if words > 1] == []
    for word in WORDS:
        missing = {word[:at] + word[at + 1 :] for at in range(len(word))}
        swapped = {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)} - {word}
        assert not (missing | swapped) & set(WORDS), word


def test_words_are_short_and_plain() -> None:
    """Small letters of ASCII, three to nine."""
    for word in WORDS:
        assert word.isascii()
        assert word.isalpha()
        assert word.islower()
        assert 3 <= len(word) <= 9


def test_a_code_takes_three_random_bytes() -> None:
    """Fewer would leave codes out."""
    with pytest.raises(LocalError, match="3 random bytes"):
        spell(b"\x00\x00")
