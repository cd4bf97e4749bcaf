"""A full mesh: every peer keeps a link with every other, so that no peer and no link is indispensable.

The peer in the later one of two seats dials; the other dials too if that has not worked for a while. If there are two
links between the same peers, the newer one stays.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

import trio
from p2pgame.protocol.lobby.messages import Address

from ..link.backoff import PATIENCE, Backoff
from .runner import TableRunner

LinkUp: TypeAlias = Callable[[Address, bytes], Awaitable[bool]]
"""Dials an address, expecting that public key there, and serves the link to its end; whether there was one."""


async def keep_linked(
    live: TableRunner, own_seat: int, addresses: Mapping[int, tuple[Address, ...]], link_up: LinkUp
) -> None:
    """Keep links with every other seat, until cancelled. `addresses` may change meanwhile."""
    async with trio.open_nursery() as nursery:
        for seat in range(len(live.table.ledger.genesis.contract.seats)):
            if seat != own_seat:
                patience = 0.0 if seat < own_seat else PATIENCE
                nursery.start_soon(_keep_link, live, seat, addresses, link_up, patience)


async def _keep_link(
    live: TableRunner, seat: int, addresses: Mapping[int, tuple[Address, ...]], link_up: LinkUp, patience: float
) -> None:
    public = live.table.ledger.genesis.contract.seats[seat].public
    redialing = Backoff()
    while True:
        stood = await _time(live.unlinked(public))
        await trio.sleep(patience)
        for address in addresses.get(seat, ()):
            if public not in live.linked:
                stood = max(stood, await _time_linked(link_up(address, public)))
        if public not in live.linked:
            await trio.sleep(redialing.wait(stood))


async def _time(waiting: Awaitable[None]) -> float:
    began = trio.current_time()
    await waiting
    return trio.current_time() - began


async def _time_linked(linking: Awaitable[bool]) -> float:
    began = trio.current_time()
    return trio.current_time() - began if await linking else 0.0
