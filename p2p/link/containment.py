"""Containment of bad input: bytes from a peer may end its link and nothing else, even if they expose a fault of this
program."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import trio
from p2pgame.protocol.wire.errors import Code, RemoteError

from ..store.log_file import LogFileError
from .showing import ShowingFailed

LOGGER = logging.getLogger("p2pgame")
"""Faults of this program are reported here, with their tracebacks. The program that starts us says where that is
kept."""


_EXPECTED = (
    RemoteError,
    LogFileError,
    ShowingFailed,
    OSError,
    trio.BrokenResourceError,
    trio.ClosedResourceError,
)
"""Errors that handling a peer may raise: the peer's fault, a full disk, a lost screen, or a connection that ends."""


@contextmanager
def contain_faults() -> Iterator[None]:
    """Handle a peer's message while the block runs.

    Raises:
        RemoteError: the peer's fault; or OUR_FAULT for any unexpected error, which has been reported.
        LogFileError, ShowingFailed, OSError, trio.BrokenResourceError, trio.ClosedResourceError: as the block
        raises them.
    """
    try:
        yield
    except _EXPECTED:
        raise
    except Exception as fault:
        LOGGER.exception("a link is cut, because this program failed on a message")
        sentence = "this program failed on a message; bug-report.txt in its profile has the details"
        raise RemoteError(Code.OUR_FAULT, sentence) from fault
