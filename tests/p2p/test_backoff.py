"""How often a peer is dialed that cannot be reached, or whose links do not last."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from p2pgame.p2p.link.backoff import FIRST_WAIT, LASTED, LONGEST_WAIT, Backoff
from p2pgame.p2p.store.log_file import LogFile
from p2pgame.p2p.table.mesh import keep_linked
from p2pgame.p2p.table.runner import TableRunner
from p2pgame.protocol.lobby.messages import Address
from p2pgame.protocol.table.ledger import Ledger
from p2pgame.protocol.table.table import Table

from ..protocol import people


def test_each_attempt_in_vain_doubles_the_wait_up_to_a_limit() -> None:
    """From a fifth of a second to five."""
    redialing = Backoff()
    assert [redialing.wait(0) for _ in range(7)] == [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]


def test_a_short_link_counts_as_a_failure_and_a_long_one_does_not() -> None:
    """Ten seconds are enough."""
    redialing = Backoff()
    assert redialing.wait(LASTED / 2) == FIRST_WAIT
    assert redialing.wait(LASTED / 2) == 2 * FIRST_WAIT
    assert redialing.wait(LASTED) == FIRST_WAIT


@pytest.mark.trio
@pytest.mark.parametrize(("lasts", "most"), [(0.0, 60 / LONGEST_WAIT + 6), (20.0, 4)])
async def test_a_seat_that_drops_each_link_is_dialed_less_and_less_often(
    tmp_path: Path, autojump_clock: object, lasts: float, most: float
) -> None:
    """A minute of links that fall at once, beside a minute of links that last."""
    game = people.find_game("tink")
    assert game is not None
    genesis = people.genesis(game, 2)
    table = Table(Ledger(genesis, game), people.signer(genesis, 1))
    live = TableRunner(table, LogFile(tmp_path / "table.p2pgame", new=True), lambda _news: None)
    dialed = 0

    async def link_up(_address: Address, _public: bytes) -> bool:
        nonlocal dialed
        dialed += 1
        await trio.sleep(lasts)
        return True

    with trio.move_on_after(60):
        await keep_linked(live, 1, {0: (Address("192.0.2.1", 4000),)}, link_up)
    assert 3 <= dialed <= most
