"""The workers of a match: this process, one process per processor, or a cluster of machines.

The number of a game decides everything in it, so it may be played anywhere, and again. Finished games come in any
order.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from multiprocessing import active_children, get_context, resource_tracker

from .match import Finished, Match
from .play import play

_AHEAD = 4
"""Games queued per process, so that none is idle, and a long match takes no more memory than a short one."""

_FEW = 25
"""A match with this few games is over before other processes have started."""

_TRIES = 5
"""Attempts of a cluster to play a game whose worker was lost."""


Games = Generator[Finished, None, None]


class NoCluster(Exception):
    """The cluster is unusable; the text says why."""


def processors() -> int:
    """The number of games that this machine can play at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def here(match: Match, numbers: Iterable[int]) -> Games:
    """The games, one after the other, in this process."""
    return (play(match, number) for number in numbers)


def on_processors(match: Match, numbers: Iterable[int], processes: int) -> Games:
    """The games, `processes` at once on this machine. Closing the iterator drops games that have not begun."""
    others = active_children()
    # Not forked: the calling process may have threads.
    with ProcessPoolExecutor(processes, get_context("spawn"), _hear_interrupts) as pool:
        running: set[Future[Finished]] = set()
        try:
            for number in numbers:
                with _interrupts_held():  # this may start a process
                    running.add(pool.submit(_play_unless_interrupted, match, number))
                if len(running) >= _AHEAD * processes:
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():
                if process not in others and process.pid is not None:
                    os.kill(process.pid, signal.SIGINT)  # a game may take long, and so may a program that hangs
            raise


def on_cluster(match: Match, numbers: Iterable[int], address: str) -> Games:
    """The games, on the workers of a Dask scheduler at that address, which need p2pgame as well.

    A game is played again elsewhere when its worker is lost.

    Raises:
        NoCluster: Dask is not installed here, or nothing answers at the address.
    """
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        raise NoCluster("Dask is not installed: run `pip install p2pgame[cluster]`") from error
    try:
        client = distributed.Client(address)
    except (OSError, ValueError) as error:
        raise NoCluster(f"no scheduler answers at {address}") from error
    with client:
        futures = client.map(partial(play, match), list(numbers), pure=False, retries=_TRIES)
        for future in distributed.as_completed(futures):
            yield future.result()


def play_games(match: Match, numbers: Iterable[int], processes: int, address: str | None) -> Games:
    """The games, on the best workers for them."""
    wanted = list(numbers)
    if address is not None:
        return on_cluster(match, wanted, address)
    if processes == 1 or len(wanted) <= _FEW:
        return here(match, wanted)
    return on_processors(match, wanted, processes)


class _Interrupt:
    """Ctrl-C in a process that plays: it gives up its game, and begins no other."""

    came = False
    playing = False


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold interrupts back in this block, and in each process that it starts until that can hear them."""
    resource_tracker.ensure_running()  # starting it would end the hold
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _hear_interrupts() -> None:
    """Let an interrupt end the game in progress, as it would in the calling process; an idle process continues."""

    def hear(*_: object) -> None:
        first, _Interrupt.came = not _Interrupt.came, True
        if first and _Interrupt.playing:  # a second one would stop the cleaning up after the first
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, hear)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _play_unless_interrupted(match: Match, number: int) -> Finished:
    _Interrupt.playing = True
    try:
        if _Interrupt.came:
            raise KeyboardInterrupt
        return play(match, number)
    finally:
        _Interrupt.playing = False
