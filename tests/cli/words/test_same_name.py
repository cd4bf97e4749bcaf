"""Names that a person types, and those that others have announced."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from p2pgame.cli.net.choosing import meant_by
from p2pgame.cli.words.same_name import name_key
from p2pgame.p2p.lan.browser import FoundTable
from p2pgame.protocol.lobby.messages import Address

from ...protocol.test_announcement import ANNS

ZOE = "Zo\u00eb"


def apart(name: str) -> str:
    """The name with each accent as a character of its own."""
    return unicodedata.normalize("NFD", name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (ZOE, apart(ZOE)),
        (f"{ZOE}'s tink", f"{apart(ZOE).upper()}\u2019S  TINK"),
        ("Stra\u00dfe", "STRASSE"),
        ("\uff21da", "ada"),
        ("\u1e9b\u0323", "\u1e69"),
    ],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    """A keyboard of macOS types accents apart, a phone's has other quotation marks."""
    assert name_key(one) == name_key(other)


def test_names_that_look_different_are_two() -> None:
    """Accents count."""
    assert name_key(ZOE) != name_key("Zoe")


@pytest.mark.parametrize("announced", [ZOE, apart(ZOE)])
@pytest.mark.parametrize("typed", [f"{ZOE}'s tink", f"{apart(ZOE)}'s tink", f"{ZOE}\u2019s tink", ZOE, apart(ZOE)])
def test_a_table_is_found_by_a_name_in_another_spelling(
    monkeypatch: pytest.MonkeyPatch, announced: str, typed: str
) -> None:
    """In both directions."""
    said = replace(ANNS, host=announced, table=f"{announced}'s tink")
    table = FoundTable("instance", said, (Address("192.168.1.20", 27510),))

    async def look() -> tuple[tuple[FoundTable, ...], None]:
        return (table,), None

    monkeypatch.setattr("p2pgame.cli.net.choosing.look", look)
    assert meant_by(typed).addresses == table.addresses
