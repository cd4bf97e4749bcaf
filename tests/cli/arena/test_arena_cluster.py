"""A match on a cluster: a Dask scheduler and two workers on this machine, one of which is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from p2pgame.cli.system.exits import ExitCode

from ..running import CODE, call

pytest.importorskip("distributed")

SECONDS = 120
WORDS = ("arena", "te-trix", "random", "easy", "normal", "--seats", "2", "-n", "30", "--json")


@contextmanager
def running(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program of Dask, ended at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def appeared(path: Path) -> Path:
    """The file, once it is there."""
    ends = monotonic() + SECONDS
    while not path.exists():
        assert monotonic() < ends, f"{path} never came"
        sleep(0.1)
    return path


@dataclass(frozen=True, slots=True)
class Cluster:
    """A scheduler with two workers."""

    address: str
    workers: list[subprocess.Popen[bytes]]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """One on this machine, for one test."""
    file = tmp_path / "scheduler.json"
    scheduler = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
    worker = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory")
    with ExitStack() as opened:
        opened.enter_context(running("distributed.cli.dask_scheduler", *scheduler))
        address = json.loads(appeared(file).read_text("utf-8"))["address"]
        workers = [
            opened.enter_context(running("distributed.cli.dask_worker", address, *worker, str(tmp_path / name)))
            for name in ("one", "two")
        ]
        yield Cluster(address, workers)


@pytest.mark.long
def test_a_cluster_plays_the_same_games_though_a_worker_is_killed(cluster: Cluster, tmp_path: Path) -> None:
    """Its games are begun again on the other one."""
    kept = tmp_path / "match.jsonl"
    match = subprocess.Popen(
        [sys.executable, "-c", CODE, *WORDS, "--cluster", cluster.address, "--save", str(kept)],
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    while len(appeared(kept).read_bytes().splitlines()) < 10:
        assert match.poll() is None
        sleep(0.01)
    os.killpg(cluster.workers[0].pid, signal.SIGKILL)
    printed, _ = match.communicate(timeout=SECONDS)
    assert match.returncode == ExitCode.OK
    here: dict[str, Any] = json.loads(call(*WORDS).stdout)
    assert here["games"] == 90
    assert json.loads(printed) == here
