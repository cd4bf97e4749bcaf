"""`python -m tests.fuzz.coverage TARGET`: let atheris look for bytes that break a target, guided by the code that they
reach.

atheris is not among the usual dependencies, as not every system has it: `uv sync --group fuzz`. A finding is written
to the corpus folder, where the default tests try it from then on.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from .names import NAMES

CORPUS = Path(__file__).parent / "corpus"
_SHORTEST_LIMIT = 8192
"""The fuzzer may make inputs of this many bytes, and longer ones if a seed is longer."""


def main(words: list[str] | None = None) -> int:
    """Fuzz one target until the time is up; the exit code is 77 if that has found something."""
    asked = _parser().parse_args(words)
    try:
        import atheris  # noqa: PLC0415 - optional
    except ImportError:
        print("atheris is not installed: `uv sync --group fuzz`, on a system that it supports", file=sys.stderr)
        return 2
    with atheris.instrument_imports(include=["p2pgame"]):
        from .targets import TARGETS  # noqa: PLC0415 - what is to be guided must be imported here
    target = TARGETS[asked.target]
    seeds = list(target.seeds())
    with TemporaryDirectory() as folder:
        for number, seed in enumerate(seeds):
            (Path(folder) / str(number)).write_bytes(seed)
        findings = CORPUS / asked.target
        findings.mkdir(parents=True, exist_ok=True)
        longest = max(_SHORTEST_LIMIT, *map(len, seeds))
        limits = [f"-max_total_time={asked.seconds}", "-timeout=20", "-rss_limit_mb=1024", f"-max_len={longest}"]
        words = [sys.argv[0], *limits, f"-artifact_prefix={findings}/", folder, str(findings)]
        return _in_a_child(lambda: (atheris.Setup(words, target.take), atheris.Fuzz()))


def _in_a_child(fuzz: Callable[[], object]) -> int:
    """Run it in a child process, because atheris ends its process without cleaning up; the exit code."""
    child = get_context("fork").Process(target=fuzz)
    child.start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the child gets it as well, and ends
    child.join()
    assert child.exitcode is not None
    return child.exitcode


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.coverage", description=__doc__.split(":", 1)[1].strip())
    parser.add_argument("target", choices=NAMES)
    parser.add_argument("--seconds", type=int, default=60, help="how long to look (60)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
