"""The links to seats, as people see them (`spec/table/messages.md`, "have")."""

from __future__ import annotations

from itertools import pairwise

import pytest
from p2pgame.engine.games import load
from p2pgame.p2p.table.reachability import CHANGES, MENDED, PATIENCE, Linked, Reachability, Relayed, Reported
from p2pgame.protocol.table.ledger import Ledger
from p2pgame.protocol.table.table import Table

from ..protocol.people import genesis
from ..protocol.table.room import Room


def linked(table: Room, n: int) -> frozenset[bytes]:
    """The keys of the peers that have a cable with one."""
    return frozenset(table.peers[b].public for a, b in table.cables if a == n)


def told(table: Room, ways: Reachability, ticks: int) -> list[Linked | Relayed | Reported]:
    """Ben's (1) news within that many ticks."""
    news: list[Linked | Relayed | Reported] = []
    for _ in range(ticks):
        for n, peer in enumerate(table.peers):
            if n not in table.gone:
                table.carry_out(n, peer.table.tick())
        while table.deliver():
            pass  # and nobody moves
        news += ways.tick(linked(table, 1))
    return news


def room() -> tuple[Room, Reachability, bytes]:
    """Three at a table where nobody moves; what Ben (1) knows of the ways; the key of Cleo (2)."""
    table = Room(load("tink"), genesis(load("tink"), 3))
    table.connect()
    table.begin()
    ways = Reachability(table.peers[1].table)
    for public in sorted(linked(table, 1)):
        assert list(ways.stands(public)) == [Linked(public, True)]
    return table, ways, table.peers[2].public


def test_a_lost_link_is_no_absence_as_long_as_another_way_leads_there() -> None:
    """The loss is shown once, and the return of the link."""
    table, ways, cleo = room()
    assert not told(table, ways, PATIENCE)
    table.cut(1, 2)
    assert not list(ways.falls(cleo))
    assert told(table, ways, 2 * PATIENCE) == [Relayed(2, 0)]
    assert list(ways.stands(cleo)) == [Linked(cleo, True)]


@pytest.mark.parametrize(("seats", "news"), [(2, [Reported(1, False)]), (3, [])])
def test_a_spectator_concludes_an_absence_only_of_two(seats: int, news: list[Reported]) -> None:
    """From the links of the one peer that it watches through. A third player may have another link."""
    table = Room(load("tink"), genesis(load("tink"), seats), spectators=1)
    players = range(seats)
    table.connect([(a, b) for a in players for b in players if a < b] + [(0, seats)])
    table.begin()
    ways = Reachability(table.peers[seats].table)
    assert list(ways.stands(table.peers[0].public)) == [Linked(table.peers[0].public, True)]
    table.cut(0, 1)
    table.carry_out(0, table.peers[0].table.tick())
    while table.deliver():
        pass  # and nobody moves
    assert list(ways.tick(linked(table, seats))) == news


def test_a_seat_is_away_once_nobody_reports_a_link_with_it() -> None:
    """Until then it may be that only our own link is lost."""
    table, ways, cleo = room()
    told(table, ways, 1)
    table.leave(2)
    assert not list(ways.falls(cleo))
    assert told(table, ways, PATIENCE) == [Linked(cleo, False)]


def test_where_the_third_goes_as_well_both_are_away() -> None:
    """Nothing leads to somebody behind a wall any more."""
    table, ways, cleo = room()
    told(table, ways, 1)
    table.cut(1, 2)
    list(ways.falls(cleo))
    told(table, ways, PATIENCE)
    table.leave(0)
    host = table.peers[0].public
    assert [*ways.falls(host), *told(table, ways, 1)] == [Linked(host, False), Linked(cleo, False)]


def test_a_link_that_is_mended_at_once_is_no_news() -> None:
    """It fell and is back, and others reported a link all the time."""
    table, ways, cleo = room()
    told(table, ways, 1)
    table.cut(1, 2)
    assert not [*ways.falls(cleo), *told(table, ways, 1), *ways.stands(cleo)]


def flapped(table: Room, ways: Reachability, who: bytes, times: int) -> list[Linked | Relayed | Reported]:
    """Ben's news when somebody links up and hangs up that often within a tick, and is linked in the end."""
    news: list[Linked | Relayed | Reported] = []
    for _ in range(times):
        news += [*ways.falls(who), *ways.stands(who)]
    return news


def test_a_seat_that_comes_and_goes_all_the_time_fills_no_screen() -> None:
    """Some changes are shown at once, then one from time to time. The last state is always shown."""
    table = Room(load("tink"), genesis(load("tink"), 2))
    table.connect()
    ways, ada = Reachability(table.peers[1].table), table.peers[0].public
    assert list(ways.stands(ada)) == [Linked(ada, True)]
    news = flapped(table, ways, ada, 1000)
    assert news == [Linked(ada, up) for _ in range(CHANGES) for up in (False, True)][: CHANGES - 1]
    later = told(table, ways, CHANGES * MENDED)
    last = news[-1]
    assert isinstance(last, Linked)
    assert later == [Linked(ada, True)] * (not last.up)
    later = []
    for _ in range(10 * MENDED):
        later += [*flapped(table, ways, ada, 50), *told(table, ways, 1)]
    assert len(later) <= CHANGES + 10


def test_a_lost_link_is_shown_later_if_too_many_changes_came_before() -> None:
    """Nobody is taken to be there for ever who has gone."""
    table = Room(load("tink"), genesis(load("tink"), 2))
    table.connect()
    ways, ada = Reachability(table.peers[1].table), table.peers[0].public
    believed = [*ways.stands(ada), *flapped(table, ways, ada, 10)]
    believed += ways.falls(ada)
    table.leave(0)
    believed += told(table, ways, 2 * MENDED)
    assert believed[-1] == Linked(ada, False)
    assert all(one != other for one, other in pairwise(believed))


def test_a_spectator_sees_changes_of_its_link() -> None:
    """Its peer may cut it off and let it in again all the time."""
    table = Room(load("tink"), genesis(load("tink"), 2))
    watcher = Table(Ledger(genesis(load("tink"), 2), load("tink")), None)
    ways, ada = Reachability(watcher), table.peers[0].public
    news = [*ways.stands(ada), *flapped(table, ways, ada, 100), *ways.falls(ada)]
    assert len(news) == CHANGES
    for _ in range(2 * MENDED):
        news += ways.tick(frozenset())
    assert news[-1] == Linked(ada, False)
