"""The memory of a peer: its own words in the open slot, each on the disk before anybody learns of it.

An input, a promise or an ack that was sent binds its seat. After a crash the peer takes its words over from the journal
beside the log (`spec/log.md`, "The journal") and so never contradicts itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..wire.codec import Value
from ..wire.errors import Code, CodecError
from ..wire.fields import Fields
from ..wire.limits import CHAIN, CONTENT_BYTES, SEATS
from .consensus import Ack, Promise, Proposal
from .forms import (
    ack_form,
    input_form,
    place_form,
    promise_form,
    proposal_form,
    read_ack,
    read_input,
    read_place,
    read_promise,
    read_proposal,
)
from .signing import Input, Place

_INPUT, _PROMISE, _ACK = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Word:
    """One statement of a peer's own, with everything needed to stand by it."""

    place: Place
    statement: Input | Promise | Ack
    opening: bytes = b""
    """The opening of a commitment."""
    inputs: tuple[Input, ...] = ()
    """The value of an ack, if that is inputs."""
    proposal: Proposal | None = None
    """The proposal that an ack above ballot 0 answers."""


def word_form(word: Word) -> tuple[Value, ...]:
    """A word as an array."""
    kind: int
    form: tuple[Value, ...]
    match word.statement:
        case Input():
            kind, form = _INPUT, input_form(word.statement)
        case Promise():
            kind, form = _PROMISE, promise_form(word.statement)
        case Ack():
            kind, form = _ACK, ack_form(word.statement)
    inputs = tuple(map(input_form, word.inputs))
    return *place_form(word.place), kind, form, word.opening, inputs, proposal_form(word.proposal)


def read_word(fields: Fields) -> Word:
    """The word in the next eight fields. Only its form is checked.

    Raises:
        CodecError: they hold no word.
    """
    place, kind, form = read_place(fields), fields.integer("kind", _INPUT, _ACK), fields.anything()
    opening = fields.blob_up_to("opening", CONTENT_BYTES)
    inputs = tuple(map(read_input, fields.array("inputs", 0, SEATS)))
    proposal = read_proposal(fields.array("proposal", 0, CHAIN))
    statement: Input | Promise | Ack
    match kind:
        case 0:
            statement = read_input(form)
        case 1:
            statement = read_promise(form)
        case 2:
            statement = read_ack(form)
        case _:
            raise CodecError(Code.OUT_OF_BOUNDS, f"word: there is no kind {kind}")
    return Word(place, statement, opening, inputs, proposal)
