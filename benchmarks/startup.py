"""The time that the program takes to start: `python -m benchmarks.startup`.

Processor time of whole processes, the least of some runs, as a multiple of an interpreter that does nothing; and, by
the clock, the waits of a person: until a host's table is announced, and until a guest is in the lobby.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

TIMES = 5
PROGRAM = Path(sys.executable).with_name("p2pgame")
COMMANDS = ("--help", "games", "play --help", "host --help", "join --help", "verify --help", "replay --help")


def main() -> None:
    """Measure and print."""
    nothing = _least([sys.executable, "-c", "pass"])
    print(f"load {os.getloadavg()[0]:.1f}; the least of {TIMES} runs, processor time\n")
    print(f"{'python -c pass':<24}{nothing * 1e3:>8.0f} ms{1:>8.1f}")
    for command in COMMANDS:
        seconds = _least([str(PROGRAM), *command.split()])
        print(f"{'p2pgame ' + command:<24}{seconds * 1e3:>8.0f} ms{seconds / nothing:>8.1f}")
    with TemporaryDirectory(prefix="p2pgame-bench-") as folder:
        shown, seated = _lobby(folder)
    print(f"\nby the clock: host to its table being shown {shown:.2f} s, join to being in the lobby {seated:.2f} s")


def _least(words: list[str]) -> float:
    """The least processor time that a command takes."""
    return min(_cpu(words) for _ in range(TIMES))


def _cpu(words: list[str]) -> float:
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{words} failed")
    return used.ru_utime + used.ru_stime


def _lobby(folder: str) -> tuple[float, float]:
    """Seconds until a host shows where it listens, and from joining until the guest is in its lobby."""
    environment = os.environ | {"P2PGAME_HOME": folder}
    began = perf_counter()
    host = _run(["host", "tink", "--open", "--auto", "random", "--port", "0", "--bind", "127.0.0.1"], environment)
    where = _wait_for(host, "p2pgame join ").split("p2pgame join ")[1].split()[0].strip("`.")
    shown = perf_counter() - began
    began = perf_counter()
    guest = _run(["join", where, "--auto", "random", "--profile", "guest"], environment)
    _wait_for(guest, "hosts")
    seated = perf_counter() - began
    for process in (host, guest):
        process.communicate()
    return shown, seated


def _run(words: list[str], environment: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [str(PROGRAM), *words, "--plain"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=environment,
    )


def _wait_for(process: subprocess.Popen[str], words: str) -> str:
    """The first line with these words."""
    assert process.stdout is not None
    for line in process.stdout:
        if words in line:
            return line
    raise RuntimeError(f"the program ended without saying {words!r}")


if __name__ == "__main__":
    main()
