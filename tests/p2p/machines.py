"""Machines on networks, made of network namespaces: each runs programs of its own behind a card called eth0."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from ..cli.forked import Forked

SECONDS = 90
"""For a program to say what is waited for."""

_IDLE = ("sleep", "300")


class Namespace:
    """A process that holds a network namespace open, in the user namespace of all of them."""

    def __init__(self, command: Sequence[str], stack: ExitStack) -> None:
        before = os.readlink("/proc/self/ns/net")
        self._process = subprocess.Popen([*command, *_IDLE])
        stack.callback(self._end)
        self.pid = self._process.pid
        while os.readlink(f"/proc/{self.pid}/ns/net") == before or self._command() != "sleep":
            time.sleep(0.01)

    def inside(self, *command: str) -> list[str]:
        """The command line that runs a command in here."""
        return ["nsenter", "-t", str(self.pid), "-U", "-n", "--preserve-credentials", *command]

    def call(self, *command: str) -> None:
        """Run a command in here; it must succeed."""
        subprocess.run(self.inside(*command), check=True, capture_output=True, timeout=20)

    def _command(self) -> str:
        return Path(f"/proc/{self.pid}/comm").read_text("utf-8").strip()

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()


class Program:
    """A program on a machine: what it prints goes into a file that is looked at."""

    def __init__(self, process: Forked | subprocess.Popen[bytes], printed: Path, keyboard: int) -> None:
        self._process = process
        self._printed = printed
        self._keyboard = keyboard

    @property
    def text(self) -> str:
        """Everything that it has printed."""
        return self._printed.read_text("utf-8", errors="replace")

    def says(self, words: str) -> str:
        """Wait until it has printed these words; everything that it has printed."""
        self._wait(lambda: words in self.text, words)
        return self.text

    def prints(self, line: str) -> re.Match[str]:
        """Wait until it has printed a whole line that fits; the match."""
        self._wait(lambda: re.search(line, self._whole_lines()) is not None, line)
        found = re.search(line, self._whole_lines())
        assert found is not None
        return found

    def answers(self, line: str, words: str) -> None:
        """Type a line again and again, until it has printed these words."""

        def has_answered() -> bool:
            self.type(line)
            return words in self.text

        self._wait(has_answered, words)

    def ends(self) -> int:
        """Wait until it ends; its exit code."""
        try:
            return self._process.wait(SECONDS)
        except subprocess.TimeoutExpired as error:
            raise AssertionError(f"it did not end; printed so far:\n{self.text}") from error

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._keyboard, f"{line}\n".encode())

    def _whole_lines(self) -> str:
        return self.text.rpartition("\n")[0]

    def _wait(self, condition: Callable[[], object], awaited: str) -> None:
        end = time.monotonic() + SECONDS
        while not condition():
            assert time.monotonic() < end, f"waited for {awaited}; printed so far:\n{self.text}"
            time.sleep(0.05)

    def kill(self) -> None:
        """End it at once, as the system would."""
        self._process.kill()

    def clear_away(self) -> None:
        """End it, and close its files."""
        self._process.kill()
        self._process.wait(SECONDS)
        os.close(self._keyboard)


class Machine:
    """One machine."""

    def __init__(self, namespace: Namespace, folder: Path, stack: ExitStack) -> None:
        self.namespace = namespace
        self.folder = folder
        self._stack = stack
        self._programs = 0
        folder.mkdir()
        namespace.call("ip", "link", "set", "lo", "up")

    def game(self, *words: str, code: str = "") -> Program:
        """Start `p2pgame WORDS`."""
        environment = {**os.environ, "P2PGAME_HOME": str(self.folder), "COLUMNS": "100"}
        if code:
            environment["P2PGAME_CODE"] = code
        return self._start(lambda *files: Forked(words, environment, *files, machine=self.namespace.pid))

    def python(self, program: str) -> Program:
        """Start a Python program."""
        command = self.namespace.inside(sys.executable, "-c", program)
        return self._start(lambda read, out, _: subprocess.Popen(command, stdin=read, stdout=out, stderr=out))

    def _start(self, start: Callable[[int, int, int], Forked | subprocess.Popen[bytes]]) -> Program:
        self._programs += 1
        printed = self.folder / f"printed-{self._programs}"
        read, keyboard = os.pipe()
        with open(read, "rb"), printed.open("wb") as out:
            program = Program(start(read, out.fileno(), out.fileno()), printed, keyboard)
        self._stack.callback(program.clear_away)
        return program

    def unplug(self) -> None:
        """Take its cable out."""
        self.namespace.call("ip", "link", "set", "eth0", "down")


class Networks:
    """Some networks with machines on them."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        self._holder = Namespace(["unshare", "-Urn"], stack)
        self._cards = 0
        self._machines = 0

    def network(self, name: str) -> str:
        """A new network: a switch without addresses. The name is of a few letters."""
        self._holder.call("ip", "link", "add", name, "type", "bridge", "mcast_snooping", "0")
        self._holder.call("ip", "link", "set", name, "up")
        return name

    def machine(self) -> Machine:
        """A new machine without a cable."""
        self._machines += 1
        namespace = Namespace(self._holder.inside("unshare", "-n"), self._stack)
        return Machine(namespace, self._folder / f"machine-{self._machines}", self._stack)

    def plug(self, machine: Machine, network: str, *addresses: str, card: str = "eth0") -> None:
        """Connect a machine with a network by a card with these addresses, and no others."""
        self._cards += 1
        port = f"port{self._cards}"
        pid = str(machine.namespace.pid)
        self._holder.call("ip", "link", "add", port, "type", "veth", "peer", "name", card, "netns", pid)
        self._holder.call("ip", "link", "set", port, "addrgenmode", "none")
        self._holder.call("ip", "link", "set", port, "master", network, "up")
        machine.namespace.call("ip", "link", "set", card, "addrgenmode", "none")
        machine.namespace.call("ip", "link", "set", card, "up")
        for address in addresses:
            options = ("nodad",) if ":" in address else ()
            machine.namespace.call("ip", "addr", "add", address, "dev", card, *options)

    def machine_on(self, network: str, *addresses: str) -> Machine:
        """A new machine on a network."""
        machine = self.machine()
        self.plug(machine, network, *addresses)
        return machine


@contextmanager
def networks(folder: Path) -> Generator[Networks]:
    """Networks for as long as the block runs."""
    with ExitStack() as stack:
        yield Networks(folder, stack)
