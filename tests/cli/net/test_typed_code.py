"""A code in the place of a table's name or address."""

from __future__ import annotations

import pytest
from p2pgame.cli.net.who_options import table_and_code


@pytest.mark.parametrize(
    "word", ["7-amber-otter", "7 amber otter", "7-amber-ottr", "2-amber-otter-wolf", " 7-Amber-Otter "]
)
def test_a_code_names_no_table(word: str) -> None:
    """The person types what the host read out; the table is chosen from the list."""
    assert table_and_code(word, None) == (None, word)


@pytest.mark.parametrize(
    "word", ["Ada's tink", "ada", "192.168.1.20", "192.168.1.20:27510", "localhost:1", "fe80::1", "7"]
)
def test_other_words_are_tables(word: str) -> None:
    """Names and addresses."""
    assert table_and_code(word, None) == (word, None)


def test_a_word_beside_a_code_is_a_table() -> None:
    """With `--code` the word cannot be the code as well; without a word there is nothing to split."""
    assert table_and_code("7-blue-cats", "7-amber-otter") == ("7-blue-cats", "7-amber-otter")
    assert table_and_code(None, "7-amber-otter") == (None, "7-amber-otter")
    assert table_and_code(None, None) == (None, None)
