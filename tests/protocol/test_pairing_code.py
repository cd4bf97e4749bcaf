"""Spoken codes (`spec/identity-and-link.md`, "The code"): easily said, easily typed, hard to guess."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from p2pgame.protocol.link.pairing_code import FRESH_BYTES, LONG, SHORT, codes, parse, spell
from p2pgame.protocol.link.wordlist import ADJECTIVES, NOUNS
from p2pgame.protocol.wire.errors import LocalError

WORDS = [*ADJECTIVES, *NOUNS]


def test_a_code_is_a_digit_and_two_words() -> None:
    """The first, the last, and one between."""
    assert spell(bytes(4)) == f"2-{ADJECTIVES[0]}-{NOUNS[0]}"
    assert spell(b"\xff\xff\xff\xff") == f"9-{ADJECTIVES[-1]}-{NOUNS[-1]}"
    assert spell(b"\x00\x05\x01\x02") == f"7-{ADJECTIVES[1]}-{NOUNS[2]}"


def test_a_long_code_has_one_more_word() -> None:
    """It is used once somebody has guessed for a while."""
    assert spell(bytes(4), LONG) == f"2-{ADJECTIVES[0]}-{NOUNS[0]}-{NOUNS[0]}"
    assert spell(b"\x05\x01\x02\x03", LONG) == f"7-{ADJECTIVES[1]}-{NOUNS[2]}-{NOUNS[3]}"


def test_any_four_random_bytes_give_each_code_with_equal_chance() -> None:
    """There are 2^19 short codes and 2^27 long ones."""
    assert (codes(SHORT), codes(LONG)) == (2**19, 2**27)
    assert len(set(ADJECTIVES)) == len(set(NOUNS)) == 256


@given(fresh=st.binary(min_size=FRESH_BYTES, max_size=FRESH_BYTES), words=st.sampled_from([SHORT, LONG]))
def test_a_code_is_parsed(fresh: bytes, words: int) -> None:
    """Every code reads back."""
    assert parse(spell(fresh, words)) == spell(fresh, words)


def test_the_nouns_of_a_long_code_keep_their_order() -> None:
    """Everything else may be typed in any order."""
    assert parse("OTTER river 7 amber") == "7-amber-otter-river"
    assert parse("7-amber-river-otter") == "7-amber-river-otter"


@pytest.mark.parametrize(
    "typed",
    ["7-amber-otter", " 7 Amber Otter\n", "7amber otter", "AMBER-OTTER-7", "7_amber_otter", "7. amber, otter!"],
)
def test_typing_is_forgiven(typed: str) -> None:
    """Case, order and separators."""
    assert parse(typed) == "7-amber-otter"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "a code has three or four parts, such as 7-amber-otter, not 0 parts"),
        ("7-amber", "not 2 parts"),
        ("7-amber-otter-otter-otter", "not 5 parts"),
        ("7-amber-azure-otter", "a word such as otter is missing"),
        ("7-ambr-otter", "no code contains 'ambr': did you mean 'amber'?"),
        ("7-amber-oter", "did you mean 'otter'?"),
        ("1-amber-otter", "no code contains '1'"),
        ("77-amber-otter", "no code contains '77'"),
        ("7-amber-azure", "a word such as otter is missing"),
        ("amber-azure-otter", "a digit from 2 to 9 is missing"),
        ("7-owl-otter", "a first word, such as amber is missing"),
        ("7-кот-otter", "no code contains 'кот'"),
        ("x" * 10_000, "a code has three or four parts, such as 7-amber-otter, not 1 part"),
    ],
)
def test_an_impossible_code_is_explained(typed: str, words: str) -> None:
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


def test_a_code_takes_four_random_bytes() -> None:
    """Fewer would leave codes out."""
    with pytest.raises(LocalError, match="4 random bytes"):
        spell(b"\x00\x00")
