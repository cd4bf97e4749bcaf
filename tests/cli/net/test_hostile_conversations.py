"""Whole conversations with a peer that says anything, against the real programs: host, guest and spectator.

The hostile peer is an honest program whose messages are changed on their way, so that it gets far. Whatever it says,
the other program ends by one of the errors that are named, or plays on; and it reports no fault of its own.
"""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import trio
from p2pgame.cli.games.find import find_game
from p2pgame.cli.lines.front import LineFront
from p2pgame.cli.net.hosted import Hosted
from p2pgame.cli.net.joined import Joined
from p2pgame.cli.net.meant import Meant
from p2pgame.cli.net.terms import Terms
from p2pgame.cli.net.watched import Watched
from p2pgame.cli.profile.bug_report import MOST_BYTES, NAME, report_bugs_to
from p2pgame.cli.profile.who import Me
from p2pgame.cli.system.exits import Failed, ReaderGone
from p2pgame.cli.system.groups import leaves
from p2pgame.cli.terminal.output import Output
from p2pgame.cli.thinking.bots import Bots
from p2pgame.engine.bots import BOTS
from p2pgame.engine.games import load
from p2pgame.engine.options import complete
from p2pgame.p2p.link import containment
from p2pgame.p2p.link.dialing import Unreachable
from p2pgame.p2p.link.link import Link
from p2pgame.p2p.link.listener import listen, port_of
from p2pgame.p2p.lobby.hosting import Hosting
from p2pgame.p2p.lobby.joining import Joining
from p2pgame.p2p.store.log_file import LogFileError
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.bot_player import drive
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.lobby.messages import Address, Offer
from p2pgame.protocol.wire.codec import Value, decode, encode
from p2pgame.protocol.wire.errors import Code, RemoteError
from trio.testing import MockClock

from ...protocol.people import identity
from ..running import typing

HOSTILE, VICTIM, OTHER = identity(4), identity(1), identity(2)
LOOPBACK = "127.0.0.1"
NAMED = (RemoteError, Unreachable, Failed)
"""What a conversation may end by."""
PATIENCE = 400.0
"""Seconds of a clock that jumps, after which a program that waits is left waiting."""

TEXTS = ("", "\x1b[2J", "\u202e", "x" * 90, "Ben", "tink", "no such game")
INTEGERS = (-1, 0, 1, 2, 4, 5, 39, 255, 86_401, 1 << 32, (1 << 64) - 1, -(1 << 63))
Main = Callable[[trio.Nursery], Awaitable[None]]


class Liar:
    """Changes some of what a peer says."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._rate = self._rng.choice((0.02, 0.1, 0.3))
        self._said: list[bytes] = []

    def instead_of(self, payload: bytes) -> Iterator[bytes]:
        """What is said in place of a message: mostly the message."""
        self._said = [*self._said, payload][-50:]
        if self._rng.random() > self._rate:
            yield payload
            return
        how = self._rng.randrange(7)
        if how == 0:
            return
        if how == 1:
            yield from (payload, payload)
        elif how == 2:
            yield from (self._rng.choice(self._said), payload)
        elif how == 3:
            yield self._rng.randbytes(self._rng.randrange(40))
        elif how == 4:
            yield encode((self._rng.randrange(45), *(self._odd() for _ in range(self._rng.randrange(6)))))
        else:
            yield encode(self._changed(decode(payload)))

    def _changed(self, value: Value) -> Value:
        """A value that differs in one place."""
        match value:
            case tuple() if value:
                place = self._rng.randrange(len(value))
                how = self._rng.randrange(6)
                if how == 0:
                    return value[:place] + value[place + 1 :]
                if how == 1:
                    return (*value[:place], value[place], *value[place:])
                return (*value[:place], self._changed(value[place]), *value[place + 1 :])
            case bool():
                return not value
            case int():
                return self._rng.choice((value + 1, max(value - 1, 0), *INTEGERS))
            case bytes() if value and self._rng.randrange(2):
                with suppress(RemoteError):
                    return encode(self._changed(decode(value)))  # a message within the message, perhaps
                return bytes([value[0] ^ 1]) + value[1:]
        return self._odd()

    def _odd(self) -> Value:
        pool: tuple[Value, ...] = (None, True, (), (0,), b"", bytes(32), *TEXTS, *INTEGERS)
        return self._rng.choice(pool)


def ignore(_news: object) -> None:
    """No screen."""


async def no_code(_problem: str | None) -> str:
    """An open table."""
    return ""


def front() -> LineFront:
    """A person whose seat a bot plays, at a screen that takes anything."""
    return LineFront(Output(io.StringIO(), screen=False, colour=False, wraps=False), auto="random")


def offer(name: str = "tink", seats: int = 2) -> Offer:
    """What is played."""
    game = load(name)
    return Offer("Eve", game.id, game.rules, tuple(complete(game.options, {}).items()), seats, False, 0, 20)


async def play(seated: SeatSession) -> None:
    """Play a seat to the end."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(drive, seated.live, BOTS["random"], random.Random(1))
        await seated.play()
        nursery.cancel_scope.cancel()


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


async def unharmed(of_hostile: Callable[[], Awaitable[None]]) -> None:
    """Run the hostile peer; whatever happens to it is its own affair."""
    try:
        await of_hostile()
    except Exception:
        await trio.sleep_forever()


@pytest.fixture(params=range(12))
def liar(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Liar:
    """Changes what the hostile peer says, from a seed; a fault of the program's own fails the test."""
    liar = Liar(request.param)
    send = Link.send_nowait

    def lied(link: Link, payload: bytes) -> None:
        for each in liar.instead_of(payload) if link.peer.public == VICTIM.public else (payload,):
            send(link, each)

    monkeypatch.setattr(Link, "send_nowait", lied)
    monkeypatch.setattr(containment, "LOGGER", Reporting())
    return liar


class Reporting:
    """In place of the logger: an error that is reported is raised."""

    def exception(self, _sentence: str) -> None:
        """Raise what is being dealt with."""
        error = sys.exception()
        assert error is not None
        raise error


def me(folder: Path) -> Me:
    """The other program's person."""
    return Me(VICTIM, "Ben", LogLocation(folder / "victim"))


async def hostile_host(nursery: trio.Nursery, folder: Path, seats: int = 2) -> tuple[Hosting, Address]:
    """A host that says anything to the other program."""
    listeners = await listen(0, LOOPBACK)
    address = Address(LOOPBACK, port_of(listeners))
    hosting = Hosting(HOSTILE, offer(seats=seats), load("tink"), (address,), None, LogLocation(folder), ignore, ignore)

    async def host() -> None:
        async with trio.open_nursery() as inner:
            inner.start_soon(hosting.serve, listeners)
            await play(await hosting.begun())

    nursery.start_soon(unharmed, host)
    return hosting, address


@pytest.mark.usefixtures("liar")
def test_a_guest_withstands_any_host(tmp_path: Path) -> None:
    """In its lobby, and at the table."""

    async def main(nursery: trio.Nursery) -> None:
        _, address = await hostile_host(nursery, tmp_path / "hostile")
        await Joined(me(tmp_path), Meant((address,)), front()).run()

    ended_well(main)


@pytest.mark.usefixtures("liar")
def test_a_host_withstands_any_guest(tmp_path: Path) -> None:
    """It goes on, with another guest if this one has to go."""
    game = load("tink")
    terms = Terms(game, complete(game.options, {}), 2, Bots(0, ""), True, 0, LOOPBACK, "random", 20, False)

    async def main(nursery: trio.Nursery) -> None:
        hosted = Hosted(me(tmp_path), terms, shown := Shown())

        async def guest() -> None:
            await shown.listening.wait()
            joining = Joining(HOSTILE, "Eve", find_game, LogLocation(tmp_path / "hostile"), ignore, ignore)
            async with trio.open_nursery() as inner:
                await play(await inner.start(joining.attend, inner, shown.addresses, (), no_code))

        nursery.start_soon(unharmed, guest)
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
        joining = Joining(OTHER, "Cleo", find_game, LogLocation(tmp_path / "cleo"), ignore, ignore)

        async def guest() -> None:
            async with trio.open_nursery() as inner:
                await play(await inner.start(joining.attend, inner, (address,), (), no_code))

        nursery.start_soon(unharmed, guest)
        await Watched(me(tmp_path), Meant((address,)), front()).run()

    ended_well(main)


def test_a_fault_of_the_program_cuts_the_link_and_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The person reads a sentence. The report has what the authors need."""
    monkeypatch.setattr("p2pgame.p2p.lobby.joining.check_offer", lambda *_: next(iter(())))

    async def main(nursery: trio.Nursery) -> None:
        _, address = await hostile_host(nursery, tmp_path / "hostile")
        with pytest.RaisesGroup(RemoteError, allow_unwrapped=True, flatten_subgroups=True):
            await Joined(me(tmp_path), Meant((address,)), front()).run()

    ended_well(main)
    assert "StopIteration" in caplog.text
    assert "failed to deal with what came" in caplog.text


def test_a_bug_report_is_kept_in_the_profile_and_grows_no_further(tmp_path: Path) -> None:
    """However often a peer brings the fault about; what is on the screen stays as it is."""
    report_bugs_to(tmp_path)
    try:
        for _ in range(3 * MOST_BYTES // 1000):
            with pytest.raises(RemoteError) as caught, containment.contained():
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


def test_what_is_named_is_no_fault_of_the_program(caplog: pytest.LogCaptureFixture) -> None:
    """It goes through as it is, and is not reported."""
    peers: list[Exception] = [RemoteError(Code.TOO_SLOW, "slow"), LogFileError("full"), OSError("gone")]
    screens: list[Exception] = [ReaderGone(), Failed("The output cannot be written.")]
    for error in (*peers, *screens):
        with pytest.raises(type(error)) as caught, containment.contained():
            raise error
        assert caught.value is error
    assert not caplog.text
