"""How tests say which refusal they expect."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from p2pgame.protocol.wire.errors import Code, RemoteError


@contextmanager
def refused(code: Code, words: str | None = None) -> Iterator[pytest.ExceptionInfo[RemoteError]]:
    """The block must be refused with this code, by one sentence that holds these words (a regular expression)."""
    with pytest.raises(RemoteError, match=words) as caught:
        yield caught
    assert caught.value.code == code, caught.value
    assert len(caught.value.sentence.splitlines()) == 1
