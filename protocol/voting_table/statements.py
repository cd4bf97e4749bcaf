"""What seats say by which a table stops: the states that their programs came to, or votes that contradict each other.

They are no part of the history. The log keeps them behind it, so that anybody can tell from it alone who deviated, or
what is contested.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..contract.contract import Genesis
from ..wire.codec import digest
from ..wire.errors import Code, RemoteError
from .inputs import HEAD_SIZE, Input
from .kinds import VOTES, Kind
from .player import Player
from .steps import Step


@dataclass(frozen=True, slots=True)
class Standstill:
    """Signed inputs by which a table has stopped."""

    inputs: tuple[Input, ...]

    def check(self, genesis: Genesis) -> None:
        """Return if each is what may stand here, of this table, and signed by its seat.

        Raises:
            RemoteError: one is not.
        """
        for given in self.inputs:
            if given.table != genesis.id:
                raise RemoteError(Code.FOREIGN_TABLE, "a statement for another table")
            if given.kind not in (*VOTES, Kind.STATE) or given.seat >= len(genesis.contract.seats):
                raise RemoteError(Code.BROKEN_STEP, "a statement that states nothing")
            given.check_signature(genesis.contract.seats[given.seat].public)


def state_statement(player: Player, table: bytes, step: Step) -> Input:
    """One's own word for the state that one's program came to in a step."""
    return Input.signed(
        player.identity,
        table,
        step.number,
        player.seat,
        Kind.STATE,
        step.state_hash + _answers(step),
        step.inputs[0].head,
    )


def stated(given: Input, step: Step) -> bytes | None:
    """The state hash that a seat says its program came to in this very step; None if it says nothing about that."""
    is_about = given.kind is Kind.STATE and (given.step, given.head) == (step.number, step.inputs[0].head)
    if not is_about or given.content[HEAD_SIZE:] != _answers(step):
        return None
    return given.content[:HEAD_SIZE]


def deviating(statements: Sequence[Input], step: Step, state_hash: bytes) -> tuple[list[int], list[int]]:
    """The seats whose programs came to another state in a step than the rules lead to, and those that came to it."""
    said = {given.seat: stated(given, step) for given in statements}
    wrong = [seat for seat, theirs in sorted(said.items()) if theirs not in (None, state_hash)]
    right = [seat for seat, theirs in sorted(said.items()) if theirs == state_hash]
    return wrong, right


def _answers(step: Step) -> bytes:
    """What a step's inputs come to, whichever votes have decided something in it."""
    return digest("p2pgame answers", tuple(given.pair for given in step.answers), step.skipped)
