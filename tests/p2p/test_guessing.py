"""Guessing the code of a table: what it yields, and whom it delays (`spec/identity-and-link.md`)."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from fractions import Fraction
from functools import partial
from itertools import count, pairwise

import pytest
import trio
from p2pgame.p2p.link.dialing import Unreachable, dial_address
from p2pgame.p2p.link.link import PROOF_SECONDS, CutEarly, CutShort, Link
from p2pgame.p2p.link.listener import LinkServer, listen, port_of
from p2pgame.p2p.link.strangers import (
    ENTRIES_WAITING,
    ENTRY_SPACING,
    GUESS_SPACING,
    GUESSES_WAITING,
    STAY,
    STRANGERS,
    Crowd,
    Stranger,
)
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.link.pairing import CodeKeeper
from p2pgame.protocol.link.pairing_code import codes
from p2pgame.protocol.lobby.messages import Address, Knock, Purpose, encode_lobby_message
from p2pgame.protocol.wire.errors import Code, RefusedByPeer, RemoteError
from trio.testing import MockClock, wait_all_tasks_blocked

pytestmark = pytest.mark.trio

LOOPBACK = "127.0.0.1"
PART = 10
"""An hour has this many parts like the one that is played here. No later part has a higher chance than the first."""
HOUR = 3600
MOST_AN_HOUR = Fraction(2, 1000)
"""The chance that anybody may have to guess a table's code within an hour, as `spec/security.md` has it."""
PAUSE = 0.1
"""Seconds before a guest's program tries again."""
WRONG = ("7-amber-otter", "8-amber-otter", "7-amber-otter-river", "8-amber-otter-river")


def wrong_code(keeper: CodeKeeper) -> str:
    """A code that is not the table's, of its length."""
    return next(code for code in WRONG if code != keeper.code and code.count("-") == keeper.words)


@pytest.mark.parametrize("addresses", [1, 40])
async def test_nobody_guesses_a_code_in_an_hour(addresses: int, autojump_clock: MockClock) -> None:
    """With any number of addresses and keys: all guesses together have a chance below 0.2% an hour."""
    keeper, crowd, chance, guesses = CodeKeeper(b"k" * 32), Crowd(random.Random(1)), Fraction(0), 0

    async def guess(address: str) -> None:
        nonlocal chance, guesses
        while True:
            stranger = Stranger(address)
            with stranger.scope:
                await crowd.wait_to_guess(stranger)
                chance += Fraction(1, codes(keeper.words))
                guesses += 1
                keeper.count_wrong()
            await trio.sleep(5 if addresses > 1 else GUESS_SPACING)

    with trio.move_on_after(HOUR / PART):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(crowd.run)
            for number in range(addresses):
                nursery.start_soon(guess, f"fe80::{number:x}")
    assert guesses > HOUR / PART / GUESS_SPACING / 4, "hardly anybody has guessed"
    assert chance * PART < MOST_AN_HOUR


async def test_each_address_has_its_turn(autojump_clock: MockClock) -> None:
    """Many guesses from one address delay those of another by one turn."""
    crowd, order = Crowd(random.Random(1)), list[str]()

    async def guess(address: str) -> None:
        stranger = Stranger(address)
        with stranger.scope:
            await crowd.wait_to_guess(stranger)
            order.append(address)

    async with trio.open_nursery() as nursery:
        for _ in range(GUESSES_WAITING - 1):
            nursery.start_soon(guess, "guesser")
        await wait_all_tasks_blocked()
        nursery.start_soon(guess, "friend")
        await wait_all_tasks_blocked()
        nursery.start_soon(crowd.run)
        while len(order) < GUESSES_WAITING:
            await trio.sleep(GUESS_SPACING)
        nursery.cancel_scope.cancel()
    assert "friend" in order[:2]


async def test_where_too_many_guesses_wait_one_of_the_busiest_source_ends(autojump_clock: MockClock) -> None:
    """A friend's guess is not the one that ends; nor is it always the latest, because somebody may know when to
    come."""
    crowd, ended = Crowd(random.Random(1)), Counter[str]()

    async def guess(address: str) -> None:
        stranger = Stranger(address)
        with stranger.scope:
            await crowd.wait_to_guess(stranger)
        if stranger.scope.cancelled_caught:
            ended[address] += 1

    guessers = [f"2001:db8::{number:x}" for number in range(3 * GUESSES_WAITING)]
    async with trio.open_nursery() as nursery:
        for address in ("192.168.1.7", *guessers):
            nursery.start_soon(guess, address)
            await wait_all_tasks_blocked()
        assert "192.168.1.7" not in ended
        assert len(ended) == 2 * GUESSES_WAITING + 1
        assert set(guessers[GUESSES_WAITING:]) - set(ended), "some of those that came late are still there"
        nursery.cancel_scope.cancel()


async def test_guesses_are_checked_one_after_the_other(autojump_clock: MockClock) -> None:
    """As often as the limit says, and not more often after a quiet time."""
    crowd, looked_at = Crowd(random.Random(1)), list[float]()

    async def guess() -> None:
        stranger = Stranger("guesser")
        await crowd.wait_to_guess(stranger)
        looked_at.append(trio.current_time())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(crowd.run)
        await trio.sleep(100)
        for _ in range(GUESSES_WAITING):
            nursery.start_soon(guess)
        await trio.sleep(10)
        nursery.cancel_scope.cancel()
    assert len(looked_at) == GUESSES_WAITING
    assert all(b - a >= GUESS_SPACING * 0.99 for a, b in pairwise(looked_at))


async def pass_in(crowd: Crowd, address: str, hardware: str | None = None, *, guesses: bool = True) -> bool:
    """A stranger's steps on its way in, some milliseconds each. Whether it gets to the end."""
    stranger = Stranger(address, hardware)
    with crowd.counting(stranger):
        await crowd.wait_to_enter(stranger)
        await trio.sleep(0.05)
        if not guesses:
            await trio.sleep(PROOF_SECONDS)
        crowd.note_proof(stranger)
        await trio.sleep(0.05)
        await crowd.wait_to_guess(stranger)
        await trio.sleep(0.01)
    return not stranger.scope.cancelled_caught


@asynccontextmanager
async def flooded(
    rate: int, address: Callable[[int], str], hardware: str | None = None, *, guesses: bool = True
) -> AsyncGenerator[Crowd]:
    """A crowd to which that many strangers a second come, each from another address."""
    crowd = Crowd(random.Random(1))

    async def flood() -> None:
        for number in count():
            nursery.start_soon(partial(pass_in, crowd, address(number), hardware, guesses=guesses))
            await trio.sleep(1 / rate)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(crowd.run)
        nursery.start_soon(flood)
        await trio.sleep(2)
        yield crowd
        nursery.cancel_scope.cancel()


async def seconds_to_come_in(crowd: Crowd, address: str, hardware: str | None = None) -> float:
    """For a guest whose code is typed, and whose program tries again."""
    began = trio.current_time()
    while not await pass_in(crowd, address, hardware):
        await trio.sleep(PAUSE)
    return trio.current_time() - began


@pytest.mark.parametrize("guesses", [True, False], ids=["guessing", "silent"])
@pytest.mark.parametrize("prefix", ["2001:db8:1:2::{:x}", "2001:db8:1:{:x}::1", "fe80::{:x}"])
async def test_a_network_of_ever_new_addresses_delays_no_guest_of_another(
    prefix: str, guesses: bool, autojump_clock: MockClock
) -> None:
    """Its addresses are without end: it has its turn, and no more."""
    async with flooded(500, lambda number: prefix.format(number % 65_536), guesses=guesses) as crowd:
        assert await seconds_to_come_in(crowd, "192.168.1.7") < 1


@pytest.mark.parametrize("guesses", [True, False], ids=["guessing", "silent"])
async def test_one_machine_with_ever_new_addresses_delays_no_other_machine(
    guesses: bool, autojump_clock: MockClock
) -> None:
    """Also in its own network, where its hardware address is known."""
    async with flooded(500, "2001:db8::1:{:x}".format, "02:00:00:00:00:09", guesses=guesses) as crowd:
        for number in range(3):
            assert await seconds_to_come_in(crowd, f"2001:db8::{number:x}", f"02:00:00:00:00:0{number}") < 1


async def test_a_guest_that_mistypes_still_comes_in(autojump_clock: MockClock) -> None:
    """Also in the guessers' own network, where each address but its own has never guessed."""
    async with flooded(100, "2001:db8::1:{:x}".format) as crowd:
        for _ in range(3):
            assert await seconds_to_come_in(crowd, "2001:db8::2") < 10


async def test_in_a_guessers_own_network_each_guess_has_its_chance(autojump_clock: MockClock) -> None:
    """They come four times as fast as guesses are looked at, and a guest still comes in within seconds."""
    took = list[float]()

    async def come(number: int) -> None:
        took.append(await seconds_to_come_in(crowd, f"2001:db8::2:{number:x}"))

    async with flooded(100, "2001:db8::1:{:x}".format) as crowd, trio.open_nursery() as nursery:
        for number in range(10):
            nursery.start_soon(come, number)
            await trio.sleep(1)
    assert max(took) < 10


async def test_a_stranger_is_safe_for_a_moment_even_in_a_flood(autojump_clock: MockClock) -> None:
    """Long enough for an honest one to prove its key."""
    crowd, stayed = Crowd(random.Random(1)), list[float]()

    async def come(address: str) -> None:
        stranger = Stranger(address)
        with crowd.counting(stranger):
            await crowd.wait_to_enter(stranger)
            began = trio.current_time()
            try:
                await trio.sleep(10)
            finally:
                stayed.append(trio.current_time() - began)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(crowd.run)
        for number in range(5 * STRANGERS):
            nursery.start_soon(come, f"10.0.0.{number}")
        await trio.sleep(20)
        nursery.cancel_scope.cancel()
    assert len(stayed) == ENTRIES_WAITING
    assert min(stayed) >= STAY * 0.99


async def test_a_flood_of_strangers_that_prove_their_keys_begins_at_its_pace(autojump_clock: MockClock) -> None:
    """Each costs a handshake, even if it leaves its place fast; some come at once."""
    crowd, entered = Crowd(random.Random(1)), list[float]()

    async def come() -> None:
        while True:
            stranger = Stranger("10.0.0.1")
            with crowd.counting(stranger):
                await crowd.wait_to_enter(stranger)
                entered.append(trio.current_time())
            await trio.sleep(0)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(crowd.run)
        began = trio.current_time()
        for _ in range(STRANGERS):
            nursery.start_soon(come)
        await trio.sleep(10)
        nursery.cancel_scope.cancel()
    assert entered[STRANGERS - 1] - began < ENTRY_SPACING
    assert len(entered) <= STRANGERS + 10 / ENTRY_SPACING + 1


async def test_a_crowd_from_one_address_ends_nobody_else(autojump_clock: MockClock) -> None:
    """The oldest of the address with the most makes room."""
    crowd = Crowd(random.Random(1))
    friend = Stranger("friend")

    async def come(stranger: Stranger) -> None:
        with crowd.counting(stranger):
            await crowd.wait_to_enter(stranger)
            await trio.sleep(100)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(crowd.run)
        nursery.start_soon(come, friend)
        await wait_all_tasks_blocked()
        for _ in range(3 * STRANGERS):
            nursery.start_soon(come, Stranger("flood"))
        await trio.sleep(50)
        assert not friend.scope.cancel_called
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def guarded(keeper: CodeKeeper) -> AsyncGenerator[Address]:
    """A listener whose door asks for the code."""

    async def receive(link: Link, _knock: Knock) -> None:
        async for _ in link:
            pass

    listeners = await listen(0, LOOPBACK)
    reception = LinkServer(Identity(b"h" * 32), lambda _peer: keeper, receive, _ignore)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(reception.serve, listeners)
        yield Address(LOOPBACK, port_of(listeners))
        nursery.cancel_scope.cancel()


def _ignore(_error: RemoteError) -> None:
    """No screen."""


async def come_in(address: Address, identity: Identity, code: Callable[[], str]) -> None:
    """Dial, give the current code, and knock; as often as necessary."""

    async def ask(_problem: str | None) -> str:
        return code()

    came_in = False
    while not came_in:
        try:
            async with trio.open_nursery() as nursery, dial_address(nursery, address, identity, ask) as link:
                link.send_nowait(encode_lobby_message(Knock(Purpose.JOIN, b"", "Ben", ())))
                came_in = True
        except* (CutEarly, CutShort, Unreachable):
            await trio.sleep(0.25)
        except* RefusedByPeer as group:
            if any(getattr(leaf, "reason", None) != Code.CODE_CHANGED for leaf in group.exceptions):
                raise


async def _cancel_after(seconds: float, scope: trio.CancelScope) -> None:
    """Cancel the scope when this process has used the processor for that time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        await trio.sleep(0.05)
    scope.cancel()


async def test_an_honest_guest_comes_in_within_10_seconds_while_somebody_guesses() -> None:
    """From the same address, with as many connections at once as it likes, and ever new keys. All of them use one
    processor, whose seconds are counted: the machine may be busy with other things."""
    keeper, numbers = CodeKeeper(b"k" * 32), count(1)
    async with guarded(keeper) as address, trio.open_nursery() as nursery:

        async def guess() -> None:
            while True:
                with trio.CancelScope():
                    try:
                        await come_in(address, Identity(next(numbers).to_bytes(32, "big")), lambda: wrong_code(keeper))
                    except* RemoteError:
                        pass

        for _ in range(20):
            nursery.start_soon(guess)
        while keeper.words == 2:
            await trio.sleep(0.05)
        with trio.CancelScope() as waiting:
            nursery.start_soon(_cancel_after, 10, waiting)
            await come_in(address, Identity(b"g" * 32), lambda: keeper.code)
        nursery.cancel_scope.cancel()
    assert not waiting.cancelled_caught
