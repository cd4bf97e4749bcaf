"""Errors: the table of `spec/errors.md` is the one in the code, and every text names its number."""

from __future__ import annotations

import re
from pathlib import Path

from p2pgame.protocol.wire.errors import Code, RefusedByPeer, RemoteError

SPEC = Path(__file__).parents[2] / "spec"


def test_the_specification_lists_every_code() -> None:
    """With its name, in order, and no others."""
    rows = re.findall(r"^\| E(\d+) ([a-z0-9-]+) \|", (SPEC / "errors.md").read_text("utf-8"), re.MULTILINE)
    assert rows == [(str(code.value), code.label) for code in Code]


def test_other_pages_name_codes_rightly() -> None:
    """In each place with a number and a name."""
    labels = {str(code.value): code.label for code in Code}
    for page in SPEC.rglob("*.md"):
        for number, label in re.findall(r"\bE(\d{3}) ([a-z]+(?:-[a-z0-9]+)+|[a-z]+ ?\|)", page.read_text("utf-8")):
            assert labels[number] == label.rstrip(" |"), (page.name, number, label)


def test_an_error_has_a_sentence_and_its_number() -> None:
    """In one line, for people."""
    assert str(RemoteError(Code.TOO_DEEP, "arrays are nested too deep")) == "arrays are nested too deep (E108 too-deep)"


def test_a_peers_refusal_keeps_its_number() -> None:
    """Even one that we do not know; it is not taken for a fault of the peer's."""
    error = RefusedByPeer(777, "the moon is full")
    assert (error.code, error.reason) == (Code.REFUSED, 777)
    assert "the other side says: the moon is full" in str(error)
