"""What a peer sends may end its link, and nothing else: a fault of this program in dealing with it stays in here."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import trio
from p2pgame.protocol.wire.errors import Code, RemoteError

from ..store.log_file import LogFileError
from .showing import ShowingFailed

LOGGER = logging.getLogger("p2pgame")
"""Where faults of this program are reported, with their tracebacks. Whoever starts it says where that is kept."""


_EXPECTED = (
    RemoteError,
    LogFileError,
    ShowingFailed,
    OSError,
    trio.BrokenResourceError,
    trio.ClosedResourceError,
)
"""What dealing with a peer may raise: the peer's fault, a full disk, a lost screen, or a connection that ends."""


@contextmanager
def contained() -> Iterator[None]:
    """Deal with what a peer sent while the block runs.

    Raises:
        RemoteError: the peer's fault; or OUR_FAULT for any error that should not be. That one has been reported.
        LogFileError, ShowingFailed, OSError, trio.BrokenResourceError, trio.ClosedResourceError: as the block raises
            them.
    """
    try:
        yield
    except _EXPECTED:
        raise
    except Exception as fault:
        LOGGER.exception("a link is cut, because this program failed to deal with what came over it")
        sentence = "this program failed to deal with what was sent; its profile's bug-report.txt says more"
        raise RemoteError(Code.OUR_FAULT, sentence) from fault
