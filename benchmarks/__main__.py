"""All benchmarks, one after the other: `python -m benchmarks [NAME ...]`.

Prints the output of each, and writes a page with it. The machine, the versions, the date and the load come first,
because no figure means anything without them. The page is `benchmarks/results.md`, or the file that `--write` names.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import monotonic

HERE = Path(__file__).parent

ALL = ("engine", "fairness", "link", "moves", "verify", "startup", "memory", "absence", "screen")
"""Every benchmark that runs by itself; the other modules are parts of these."""

LIBRARIES = ("p2pgame", "cryptography", "msgpack", "numpy", "open-spiel", "textual", "trio")

_LINES = 40
"""Lines of a benchmark's errors that the page repeats at most."""


@dataclass(frozen=True, slots=True)
class Run:
    """One benchmark with its result."""

    name: str
    about: str
    seconds: float
    load: float
    """Processes that waited for a processor when it began: above the number of processors, times are too long."""
    code: int
    output: str


def main(words: Sequence[str] | None = None) -> int:
    """Run, print, write; the exit code is 1 if a benchmark failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(ALL)}; all when none is named")
    parser.add_argument("--write", type=Path, default=HERE / "results.md", metavar="FILE", help="the page to write")
    asked = parser.parse_args(words)
    unknown = [name for name in asked.names if name not in ALL]
    if unknown:
        parser.error(f"no benchmark {', '.join(unknown)}; there are {', '.join(ALL)}")
    runs = []
    for name in asked.names or ALL:
        print(f"== {name}", flush=True)
        runs.append(run(name))
        print(runs[-1].output, flush=True)
    asked.write.write_text("\n".join(page(runs)) + "\n", "utf-8")
    return int(any(run.code for run in runs))


def run(name: str) -> Run:
    """One benchmark in a process of its own, as if it were called by itself."""
    load, began = os.getloadavg()[0], monotonic()
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{name}"],
        cwd=HERE.parent,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    errors = "" if done.returncode == 0 else "\n".join(done.stderr.splitlines()[-_LINES:])
    output = "\n".join(filter(None, [done.stdout.rstrip(), errors]))
    return Run(name, about(name), monotonic() - began, load, done.returncode, output)


def about(name: str) -> str:
    """The first sentence of a benchmark's own description."""
    source = (HERE / f"{name}.py").read_text("utf-8")
    return source.removeprefix('"""').split("\n", maxsplit=1)[0].split(":")[0]


def page(runs: Sequence[Run]) -> Iterator[str]:
    """The page: where and when, then a table of all, then each as it was printed."""
    yield "# Benchmarks, as measured"
    yield ""
    yield "Written by `python -m benchmarks`. [README.md](README.md) says how and what is measured, and the aims."
    yield ""
    yield "| | |"
    yield "|---|---|"
    for name, value in surroundings():
        yield f"| {name} | {value} |"
    yield ""
    yield "| benchmark | about | took | load at its start | |"
    yield "|---|---|---|---|---|"
    for each in runs:
        failure = "" if each.code == 0 else f"**failed**, exit code {each.code}"
        yield f"| [{each.name}](#{each.name}) | {each.about} | {each.seconds:.0f} s | {each.load:.1f} | {failure} |"
    for each in runs:
        yield from ("", f"## {each.name}", "", *(f"    {line}".rstrip() for line in each.output.splitlines()))


def surroundings() -> Iterator[tuple[str, str]]:
    """The machine's part in the figures."""
    yield "date", f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    yield "processors", f"{os.cpu_count()} of {processor()}"
    yield "system", f"{platform.system()} {platform.release()}, {platform.machine()}"
    yield "Python", f"{platform.python_implementation()} {platform.python_version()}"
    for library in LIBRARIES:
        yield library, installed(library)


def processor() -> str:
    """The model of the processor, if the system says so."""
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:
        return platform.processor() or "unknown"
    models = [line.split(":", 1)[1].strip() for line in text.splitlines() if line.startswith("model name")]
    return models[0] if models else platform.machine()


def installed(library: str) -> str:
    """The version of a library, or that it is not there."""
    try:
        return version(library)
    except PackageNotFoundError:
        return "not installed"


if __name__ == "__main__":
    sys.exit(main())
