"""Whole steps signed by all seats at once, with no table and no network between them."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.game import Rng
from p2pgame.protocol.contract import fairness
from p2pgame.protocol.voting_table.inputs import Input
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.ledger import Due, Ledger, Step
from p2pgame.protocol.voting_table.table import Player


def signed_step(ledger: Ledger, players: Sequence[Player], bot: Bot, rng: Rng) -> Step:
    """Carry a table one step further, all seats played by one bot."""
    openings: dict[int, bytes] = {}
    while True:
        due = ledger.due
        assert due is not None
        inputs = [_input(ledger, due, players[seat], bot, rng, openings) for seat in due.seats]
        happened = ledger.complete(inputs)
        if happened is not None:
            return happened.step


def _input(ledger: Ledger, due: Due, player: Player, bot: Bot, rng: Rng, openings: dict[int, bytes]) -> Input:
    content = _content(ledger, due, player, bot, rng, openings)
    return Input.signed(player.identity, ledger.genesis.id, due.step, player.seat, due.kind, content, due.head)


def _content(ledger: Ledger, due: Due, player: Player, bot: Bot, rng: Rng, openings: dict[int, bytes]) -> bytes:
    table, seat = ledger.genesis.id, player.seat
    match due.kind:
        case Kind.SHARE:
            return player.chain.share(ledger.draw_number)
        case Kind.MOVE | Kind.ANSWER:
            return _notation(ledger, seat, bot, rng)
        case Kind.COMMIT:
            nonce = fairness.secret_nonce(player.identity, player.nonce, table, due.step, due.head)
            openings[seat] = nonce + _notation(ledger, seat, bot, rng)
            return fairness.commitment(table, due.step, seat, openings[seat])
        case Kind.OPEN:
            return openings[seat]
        case _:
            return b""


def _notation(ledger: Ledger, seat: int, bot: Bot, rng: Rng) -> bytes:
    return ledger.game.format(bot.choose(ledger.game, ledger.state, seat, rng)).encode("ascii")
