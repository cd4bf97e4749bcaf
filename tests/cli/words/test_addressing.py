"""The reader of a sentence is `you` in it, and the verb agrees."""

from __future__ import annotations

import pytest
from p2pgame.cli.words.addressing import YOU, addressed, does, whom, whose


def test_only_the_reader_loses_the_name() -> None:
    """A spectator has no seat, so every name stays."""
    assert addressed(("Ann", "Bo"), 1) == ("Ann", YOU)
    assert addressed(("Ann", "Bo"), None) == ("Ann", "Bo")


@pytest.mark.parametrize(
    ("who", "verb", "sentence"),
    [
        ("Ann", "roll", "Ann rolls"),
        (YOU, "roll", "You roll"),
        ("Ann", "reach", "Ann reaches"),
        ("Ann", "pass", "Ann passes"),
        (["Ann"], "are", "Ann is"),
        ([YOU], "are", "You are"),
        (["Ann", YOU], "have", "You and Ann have"),
        (["Ann", "Bo", YOU], "are", "You, Ann and Bo are"),
        (["Ann", "Bo"], "are", "Ann and Bo are"),
    ],
)
def test_the_verb_agrees_with_its_subjects(who: str | list[str], verb: str, sentence: str) -> None:
    """And the reader comes first."""
    assert does(who, verb) == sentence


def test_inside_of_a_sentence_the_reader_is_small() -> None:
    """As an object, and as an owner."""
    assert (whom("Ann"), whom(YOU)) == ("Ann", "you")
    assert (whose("Ann"), whose(YOU)) == ("Ann's", "your")
