"""The logs of `spec/vectors/` verify as published."""

from __future__ import annotations

import json

import pytest
from p2pgame.protocol.log.verify import verify

from ..log_vector import LOG_VECTORS, found
from ..people import find_game
from ..vectors import FOLDER


@pytest.mark.parametrize("name", list(LOG_VECTORS))
def test_a_published_log_verifies_as_published(name: str) -> None:
    """Its findings agree with the published ones."""
    published = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert (
        json.loads(json.dumps(found(verify(bytes.fromhex(published["log"]), find_game)))).items() <= published.items()
    )
