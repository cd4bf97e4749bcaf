"""Live tables over links in memory, on a clock that jumps ahead when everybody waits."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from p2pgame.cli.games.find import find_game
from p2pgame.p2p.link.link import Link
from p2pgame.p2p.link.outbox import BYTES
from p2pgame.p2p.store.journal_file import journal_path
from p2pgame.p2p.table.reachability import Linked, Relayed
from p2pgame.p2p.table.runner import SILENCE, SPECTATOR_MESSAGES, TICK, Broken
from p2pgame.protocol.log.verify import Verdict, verify
from p2pgame.protocol.table.effects import Effect, Refused, Send
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import Ask, Chat, Leave, Message, Papers, decode_message, encode_message
from p2pgame.protocol.table.signing import Input, Place, sign
from p2pgame.protocol.table.sync import STRANGERS
from p2pgame.protocol.wire.errors import Code
from p2pgame.protocol.wire.limits import REFUSALS
from p2pgame.protocol.wire.sanitize import CHAT_BYTES
from trio.testing import MockClock

from ..protocol import people
from .devices import needs_full_disk, redirect
from .memory_lan import Cable, Lan, cut, visit

pytestmark = pytest.mark.trio

STRANGER = people.identity(9)


@pytest.mark.parametrize(("game", "seats"), [("tink", 2), ("tetris", 3), ("ten", 2)])
async def test_everybody_holds_the_same_history_at_the_end(
    tmp_path: Path, autojump_clock: MockClock, game: str, seats: int
) -> None:
    """Fair and intact."""
    lan = Lan(tmp_path, game, seats)
    await lan.play()
    assert len(lan.histories()) == 1
    assert {verify(log, find_game).verdict for log in lan.logs()} == {Verdict.FAIR}


async def test_a_link_that_dies_silently_is_cut_and_mended(tmp_path: Path, autojump_clock: MockClock) -> None:
    """Neither end is notified that the cable is cut; silence shows it."""
    lan = Lan(tmp_path, "tink", 2)
    first, second = lan.people

    async def cut_the_first_cable() -> None:
        await first.until(lambda: first.live.table.ledger.now.step > 5)
        for end in lan.cables[0]:
            cut(end)

    await lan.play(cut_the_first_cable)
    assert [news.up for news in first.told(Linked) if news.peer == second.identity.public][:3] == [True, False, True]
    assert len(lan.cables) > 1
    assert len(lan.histories()) == 1
    assert verify(lan.logs()[0], find_game).verdict is Verdict.FAIR


async def test_two_seats_without_a_link_play_through_a_third(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A firewall between two guests: the game continues, and neither counts the other as away."""
    monkeypatch.setattr("tests.p2p.memory_lan.PAUSE", 1.0)  # so that a short game takes long enough
    lan = Lan(tmp_path, "tetris", 3, walls=[(1, 2)])
    host, ben, cleo = lan.people
    await lan.play()
    assert len(lan.histories()) == 1
    assert ben.told(Relayed) == [Relayed(2, 0)]
    assert cleo.told(Relayed) == [Relayed(1, 0)]
    assert not host.told(Relayed)
    assert all(news.up for news in ben.told(Linked) if news.peer == cleo.identity.public)


async def test_a_peer_that_never_reads_loses_its_link_unnoticed_by_others(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """Its queue is bounded; the game continues meanwhile."""
    lan = Lan(tmp_path, "tink", 2)
    first, second = lan.people
    lost = trio.Event()

    async def never_read(link: Link, cable: Cable) -> None:
        await first.until(lambda: STRANGER.public in first.live.linked)
        cut(cable[1])
        for _ in range(BYTES // CHAT_BYTES + 1):
            first.live.carry_out([Send(Chat("x" * CHAT_BYTES), STRANGER.public)])
        began = trio.current_time()
        await first.until(lambda: STRANGER.public not in first.live.linked)
        assert trio.current_time() - began < SILENCE
        await first.until(lambda: second.identity.public in first.live.linked)
        lost.set()

    await lan.play(lambda: visit(first, STRANGER, never_read))
    assert lost.is_set()
    assert len(lan.histories()) == 1
    assert verify(lan.logs()[0], find_game).verdict is Verdict.FAIR


async def test_a_link_with_too_many_refusals_is_cut_with_the_reason(tmp_path: Path, autojump_clock: MockClock) -> None:
    """Inputs for another table, one after the other."""
    lan = Lan(tmp_path, "tink", 2)
    first = lan.people[0]
    said: list[Leave] = []
    place = Place(b"?" * 32, 1, b"?" * 32)
    foreign = Papers(place, (sign(STRANGER, place, Input(0, InputKind.MOVE, b"a1")),))

    async def pester(link: Link, cable: Cable) -> None:
        for _ in range(REFUSALS + 1):
            await link.send(encode_message(foreign))
        async for payload in link:
            message = decode_message(payload)
            if isinstance(message, Leave):
                said.append(message)

    await lan.play(lambda: visit(first, STRANGER, pester))
    assert [leave.code for leave in said] == [Code.TOO_MANY_REFUSALS]
    assert first.live.table.refused[STRANGERS] == REFUSALS + 1
    assert STRANGER.public not in first.live.table.refused, "who has gone is forgotten"
    assert {news.error.code for news in first.told(Refused)} == {Code.FOREIGN_TABLE}
    assert len(lan.histories()) == 1


async def test_a_replaced_link_gets_the_reason(tmp_path: Path, autojump_clock: MockClock) -> None:
    """Two links of the same peer: the newer one stays, and no loss is shown."""
    lan = Lan(tmp_path, "tink", 2)
    first = lan.people[0]
    told: list[list[int]] = [[], []]

    async def look_on(number: int) -> None:
        async def listen(link: Link, cable: Cable) -> None:
            async for payload in link:
                message = decode_message(payload)
                if isinstance(message, Leave):
                    told[number].append(message.code)

        await visit(first, STRANGER, listen)

    async def come_twice() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(look_on, 0)
            await first.until(lambda: STRANGER.public in first.live.linked)
            nursery.start_soon(look_on, 1)

    await lan.play(come_twice)
    assert told[0] == [Code.REPLACED]
    assert Code.REPLACED not in told[1]
    assert [news.up for news in first.told(Linked) if news.peer == STRANGER.public].count(False) <= 1
    assert all(Code.REPLACED not in [each.error.code for each in person.told(Refused)] for person in lan.people)
    assert len(lan.histories()) == 1


async def test_nonsense_ends_only_the_link_that_it_came_over(tmp_path: Path, autojump_clock: MockClock) -> None:
    """A payload that is no message."""
    lan = Lan(tmp_path, "tink", 2)
    first = lan.people[0]
    codes: list[int] = []

    async def babble(link: Link, cable: Cable) -> None:
        await link.send(encode_message(Chat("hello")))
        await link.send(b"\xc1")
        codes.extend([m.code async for p in link if isinstance(m := decode_message(p), Leave)])

    await lan.play(lambda: visit(first, STRANGER, babble))
    assert codes == [Code.FORBIDDEN_TYPE]
    assert STRANGER.public not in first.live.linked
    assert verify(lan.logs()[0], find_game).verdict is Verdict.FAIR


@needs_full_disk
async def test_a_full_disk_ends_that_peer_with_a_word(tmp_path: Path, autojump_clock: MockClock) -> None:
    """Its log stays whole, and no word was sent that its journal lacks."""
    lan = Lan(tmp_path, "tink", 2)
    first, second = lan.people

    async def fill_the_disk() -> None:
        await first.until(lambda: first.live.table.ledger.now.step > 5)
        redirect(journal_path(first.log.path), "/dev/full")
        await second.until(lambda: first.live.broken is not None and first.identity.public not in second.live.linked)
        second.live.lose("nobody is there any more")

    await lan.play(fill_the_disk)
    [broken] = first.told(Broken)
    assert "No space left on device" in broken.reason
    assert second.told(Broken) == []
    ours, theirs = lan.logs()
    assert theirs.startswith(ours) or ours.startswith(theirs)
    assert verify(ours, find_game).verdict is Verdict.UNFINISHED


async def test_a_spectator_that_floods_is_read_at_its_pace(tmp_path: Path, autojump_clock: MockClock) -> None:
    """Its messages wait on its own link, and the game continues meanwhile."""
    lan = Lan(tmp_path, "tink", 2)
    first = lan.people[0]
    taken: list[float] = []
    receive = first.live.table.receive

    def counted(peer: bytes, message: Message) -> list[Effect]:
        if peer == STRANGER.public:
            taken.append(trio.current_time())
        return receive(peer, message)

    first.live.table.receive = counted  # type: ignore[method-assign] # this test looks at what is read, and when

    async def flood(link: Link, cable: Cable) -> None:
        for _ in range(4 * SPECTATOR_MESSAGES):
            await link.send(encode_message(Ask(0)))
        await first.until(lambda: len(taken) == 4 * SPECTATOR_MESSAGES or first.live.over)

    await lan.play(lambda: visit(first, STRANGER, flood))
    assert len(taken) > SPECTATOR_MESSAGES
    for begin in taken:
        assert sum(begin <= at < begin + TICK for at in taken) <= SPECTATOR_MESSAGES + 1
    assert len(lan.histories()) == 1
