"""Programs that start at once: forked from a process that has imported everything that the commands need.

Each is a process like any other, with its own home, pipes, sockets and terminal; it only saves the second of Python's
imports. `running.run` makes a real start.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress

_NURSERY = """
import ctypes, fcntl, gc, io, json, os, pkgutil, signal, socket, sys, termios
from importlib import import_module
from p2pgame.cli import commands, lines, net, screen, table
from p2pgame.cli.games import presentation_of
from p2pgame.cli.main import main
from p2pgame.engine.games import GAMES, load

for package in (commands, lines, net, screen, table):
    for module in pkgutil.iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")
for game in GAMES:
    presentation_of(load(game)).phrases
os.fsync = os.fdatasync = lambda file: None  # see `tests.surroundings.sync_device`
gc.freeze()  # so that looking for garbage in a child copies none of the pages that it shares

def requests(control):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who waits for a program reports of it, and is waited for by nobody
    while True:
        message, files, _, _ = socket.recv_fds(control, 65536, 4)
        if not message:
            sys.exit()
        if os.fork() == 0:
            control.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            return json.loads(message), files
        for file in files:
            os.close(file)

def fork_again(report, *files):
    program = os.fork()
    if program == 0:
        os.close(report)
        return files
    for file in files:
        os.close(file)
    os.write(report, b"%d\\n" % program)
    os.write(report, b"%d\\n" % os.waitstatus_to_exitcode(os.waitpid(program, 0)[1]))
    os._exit(0)

def enter_network(pid):
    standard = ctypes.CDLL(None, use_errno=True)
    for kind in ("user", "net"):  # the user's first: it gives the right to enter the network's
        with open(f"/proc/{pid}/ns/{kind}") as namespace:
            if standard.setns(namespace.fileno(), 0):
                raise OSError(ctypes.get_errno(), f"cannot enter the {kind} namespace of process {pid}")

(words, environment, at_terminal, ignored, machine), files = requests(socket.socket(fileno=int(sys.argv[1])))
for place, file in enumerate(fork_again(*files)):
    os.dup2(file, place)
    os.close(file)
if machine:
    enter_network(machine)
if at_terminal:  # whose Ctrl-C interrupts it
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
    signal.signal(number, signal.SIG_DFL)  # a shell ignores some for background programs
signal.signal(signal.SIGINT, signal.default_int_handler)
if ignored:
    signal.signal(signal.Signals[ignored], signal.SIG_IGN)
os.environ.clear()
os.environ.update(environment)
encoding = os.environ.get("PYTHONIOENCODING", "utf-8")
sys.stdin = sys.__stdin__ = open(0, encoding=encoding, closefd=False)
for name, place in (("stdout", 1), ("stderr", 2)):
    stream = io.TextIOWrapper(open(place, "wb", 0, closefd=False), encoding, write_through=True)
    setattr(sys, name, stream)
    setattr(sys, f"__{name}__", stream)
sys.argv = ["p2pgame", *words]
main()
"""


@functools.cache
def _nursery() -> socket.socket:
    """The process that starts programs. It ends when nobody can ask it any more."""
    ours, theirs = socket.socketpair()
    with theirs:
        nursery = subprocess.Popen(
            [sys.executable, "-c", _NURSERY, str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
            pass_fds=[theirs.fileno()],
        )
    atexit.register(nursery.wait)
    atexit.register(ours.close)
    return ours


class Forked:
    """A running `p2pgame WORDS`, with the files of its standard input, output and errors; perhaps one terminal's."""

    def __init__(
        self,
        words: Sequence[str],
        environment: Mapping[str, str],
        *files: int,
        at_terminal: bool = False,
        ignored: str = "",
        machine: int = 0,
    ) -> None:
        """`machine` is a process whose user and network namespaces the program enters."""
        self._report, theirs = os.pipe()
        self.returncode: int | None = None
        message = json.dumps([words, dict(environment), at_terminal, ignored, machine]).encode()
        socket.send_fds(_nursery(), [message], [theirs, *files])
        os.close(theirs)
        self.pid = self._reported(None)

    def _reported(self, seconds: float | None) -> int:
        if not select.select([self._report], [], [], seconds)[0]:
            raise subprocess.TimeoutExpired("p2pgame", seconds or 0)
        line = b""
        while not line.endswith(b"\n"):
            read = os.read(self._report, 1)
            assert read, "the process that programs are forked from has failed: see what it printed"
            line += read
        return int(line)

    def wait(self, seconds: float) -> int:
        """Wait for the end; the exit code.

        Raises:
            TimeoutExpired: it still runs.
        """
        if self.returncode is None:
            self.returncode = self._reported(seconds)
            os.close(self._report)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Signal it, if it still runs."""
        with suppress(subprocess.TimeoutExpired, ProcessLookupError):
            if self.returncode is None:
                self.wait(0)
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once, as the system would."""
        self.send_signal(signal.SIGKILL)
