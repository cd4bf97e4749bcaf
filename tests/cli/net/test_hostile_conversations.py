"""Whole conversations with a peer that says anything, against the real programs: host, guest and spectator.

The hostile peer is an honest program whose messages are changed on their way, so that it gets far. The other program
ends by one of the named errors, or plays on. It never reports a fault of its own.
"""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import trio
from p2pgame.cli.lines.front import LineFront
from p2pgame.cli.net.guest_session import GuestSession
from p2pgame.cli.net.host_session import HostSession
from p2pgame.cli.net.join_target import JoinTarget
from p2pgame.cli.net.spectator_session import SpectatorSession
from p2pgame.cli.net.terms import Terms
from p2pgame.cli.profile.bug_report import MOST_BYTES, NAME, report_bugs_to
from p2pgame.cli.profile.who import Me
from p2pgame.cli.system.exits import Failed, ReaderGone
from p2pgame.cli.system.groups import leaves
from p2pgame.cli.terminal.output import Output
from p2pgame.cli.thinking.bots import Bots
from p2pgame.engine.games import load
from p2pgame.engine.options import complete
from p2pgame.p2p.link import containment
from p2pgame.p2p.link.dialing import Unreachable
from p2pgame.p2p.store.log_file import LogFileError
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.protocol.lobby.messages import Address
from p2pgame.protocol.wire.errors import Code, RemoteError
from trio.testing import MockClock

from ...fuzz.hostile_peers import LOOPBACK, VICTIM, honest_guest, hostile_guest, hostile_host, lie
from ..running import typing

NAMED = (RemoteError, Unreachable, Failed)
"""The possible ends of a conversation."""
PATIENCE = 400.0
"""Seconds of a clock that jumps, after which a program that waits is left waiting."""

Main = Callable[[trio.Nursery], Awaitable[None]]


def front() -> LineFront:
    """A person whose seat a bot plays, at a screen that takes anything."""
    return LineFront(Output(io.StringIO(), screen=False, colour=False, wraps=False), auto="random")


def ended_well(main: Main) -> None:
    """Run it on a clock that jumps. An error that is not named fails the test."""

    async def run() -> None:
        with trio.move_on_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                await main(nursery)
                nursery.cancel_scope.cancel()

    with typing():
        try:
            trio.run(run, clock=MockClock(autojump_threshold=0))
        except BaseException as error:  # also in groups
            for leaf in leaves(error):
                if not isinstance(leaf, NAMED):
                    raise


@pytest.fixture(params=range(12))
def liar(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes what the hostile peer says, from a seed; a fault of the program's own fails the test."""
    lie(request.param, monkeypatch)


def me(folder: Path) -> Me:
    """The other program's person."""
    return Me(VICTIM, "Ben", LogLocation(folder / "victim"))


@pytest.mark.usefixtures("liar")
def test_a_guest_withstands_any_host(tmp_path: Path) -> None:
    """In its lobby, and at the table."""

    async def main(nursery: trio.Nursery) -> None:
        _, address = await hostile_host(nursery, tmp_path / "hostile")
        await GuestSession(me(tmp_path), JoinTarget((address,)), front()).run()

    ended_well(main)


@pytest.mark.usefixtures("liar")
def test_a_host_withstands_any_guest(tmp_path: Path) -> None:
    """The host continues, with another guest if this one has to go."""
    game = load("tink")
    terms = Terms(game, complete(game.options, {}), 2, Bots(0, ""), True, 0, LOOPBACK, "random", 20, False)

    async def main(nursery: trio.Nursery) -> None:
        hosted = HostSession(me(tmp_path), terms, shown := Shown())

        async def guest() -> None:
            await shown.listening.wait()
            await hostile_guest(nursery, tmp_path / "hostile", shown.addresses)

        nursery.start_soon(guest)
        await hosted.run()

    ended_well(main)


class Shown(LineFront):
    """A host's person, whose screen shows where it listens."""

    def __init__(self) -> None:
        super().__init__(Output(io.StringIO(), screen=False, colour=False, wraps=False), auto="random")
        self.listening = trio.Event()
        self.addresses: tuple[Address, ...] = ()

    def show_sign(self, sign: object) -> None:
        """Remember it."""
        self.addresses = sign.addresses  # type: ignore[attr-defined]  # of `Sign`
        self.listening.set()
        super().show_sign(sign)  # type: ignore[arg-type]


@pytest.mark.usefixtures("liar")
def test_a_spectator_withstands_any_table(tmp_path: Path) -> None:
    """From the genesis that it is shown to the end."""

    async def main(nursery: trio.Nursery) -> None:
        _, address = await hostile_host(nursery, tmp_path / "hostile")
        await honest_guest(nursery, tmp_path / "cleo", address)
        await SpectatorSession(me(tmp_path), JoinTarget((address,)), front()).run()

    ended_well(main)


def test_a_fault_of_the_program_cuts_the_link_and_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The person reads a sentence. The report has what the authors need."""
    monkeypatch.setattr("p2pgame.p2p.lobby.joining.check_offer", lambda *_: next(iter(())))

    async def main(nursery: trio.Nursery) -> None:
        _, address = await hostile_host(nursery, tmp_path / "hostile")
        with pytest.RaisesGroup(RemoteError, allow_unwrapped=True, flatten_subgroups=True):
            await GuestSession(me(tmp_path), JoinTarget((address,)), front()).run()

    ended_well(main)
    assert "StopIteration" in caplog.text
    assert "this program failed on a message" in caplog.text


def test_a_bug_report_is_kept_in_the_profile_and_grows_no_further(tmp_path: Path) -> None:
    """A peer may cause the fault again and again. The screen stays as it is."""
    report_bugs_to(tmp_path)
    try:
        for _ in range(3 * MOST_BYTES // 1000):
            with pytest.raises(RemoteError) as caught, containment.contain_faults():
                raise KeyError("x" * 1000)
            assert caught.value.code is Code.OUR_FAULT
    finally:
        for handler in list(containment.LOGGER.handlers):
            containment.LOGGER.removeHandler(handler)
            handler.close()
        containment.LOGGER.propagate = True
    text = (tmp_path / NAME).read_text("utf-8")
    assert "KeyError" in text
    assert MOST_BYTES <= len(text) <= MOST_BYTES + 10_000


def test_named_errors_are_no_faults_of_the_program(caplog: pytest.LogCaptureFixture) -> None:
    """It goes through as it is, and is not reported."""
    peers: list[Exception] = [RemoteError(Code.TOO_SLOW, "slow"), LogFileError("full"), OSError("gone")]
    screens: list[Exception] = [ReaderGone(), Failed("The output cannot be written.")]
    for error in (*peers, *screens):
        with pytest.raises(type(error)) as caught, containment.contain_faults():
            raise error
        assert caught.value is error
    assert not caplog.text
