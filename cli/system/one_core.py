"""One core for the arithmetic of a bot: its matrices are so small that more cores only wait for each other."""

from __future__ import annotations

import os


def keep_arrays_on_one_core() -> None:
    """Let numpy start no threads in this process and those that it starts, unless the user asked for some.

    To be called before numpy is loaded. OpenBLAS, which numpy's packages contain, starts a thread for each core. They
    wait in busy loops: an expert of Tentricks took four times as much of the processor by that.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
