"""Messages between peers at a table, as frozen values and as frames. Specified in `spec/table/messages.md`.

Every message is a canonical array that begins with its number. `papers` carry signed statements about one slot, `have`
lists the sender's statements once a tick, and `records` bring a late peer up to date. Chat and leave are for people,
and are sent in a lobby as well.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..wire.codec import Value, decode, encode
from ..wire.fields import Fields, Reader, read_message
from ..wire.limits import (
    ACKS_KEPT,
    BALLOT,
    CHAIN,
    LARGEST_CODE,
    PAPERS_INPUTS,
    POSITION_BYTES,
    RECORDS_PER_MESSAGE,
    REFUSAL_BYTES,
    SEATS,
    SLOTS,
)
from ..wire.sanitize import CHAT_BYTES
from .consensus import Ack, Prepare, Promise, Proposal
from .forms import (
    HASH,
    ack_form,
    agree_form,
    claim_form,
    input_form,
    place_form,
    prepare_form,
    promise_form,
    proof_form,
    proposal_form,
    read_ack,
    read_agree,
    read_claim,
    read_input,
    read_place,
    read_prepare,
    read_promise,
    read_proof,
    read_proposal,
    read_record,
    record_form,
)
from .proofs import Proof
from .records import Record
from .signing import Agree, Claim, Input, Place


@dataclass(frozen=True, slots=True)
class Papers:
    """Signed statements about one slot, of any seats. All may be relayed."""

    place: Place
    inputs: tuple[Input, ...] = ()
    acks: tuple[Ack, ...] = ()
    proposal: Proposal | None = None
    promises: tuple[Promise, ...] = ()
    prepare: Prepare | None = None

    @property
    def signatures(self) -> int:
        """The number of signatures in them."""
        reports = sum(promise.latest is not None for promise in self.promises)
        proposals = 0 if self.proposal is None else self.proposal.signatures
        inputs = sum(each.signatures for each in self.inputs)
        count = inputs + len(self.acks) + len(self.promises) + (self.prepare is not None)
        return count + reports + proposals


@dataclass(frozen=True, slots=True)
class Have:
    """The sender's statements of the open slot. Nothing in it is signed or binding.

    `inputs`, `drops`, `skips` and `links` are sets of seats, bit n for seat n.
    """

    slot: int
    head: bytes
    inputs: int
    """The seats whose inputs are here."""
    promised: int
    """The highest ballot that the sender has promised; 0 for none."""
    proposed: int
    """The highest ballot of which it has a proposal; 0 for none."""
    acks: tuple[int, ...]
    """For each seat of the genesis one more than the highest ballot of an ack by it; 0 for none."""
    drops: int
    """The seats that the sender consents to drop."""
    skips: int
    """The seats that it consents to skip."""
    links: int
    """The seats that it is linked with."""


@dataclass(frozen=True, slots=True)
class Records:
    """Final records in order, for a peer that lags behind."""

    records: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class Chat:
    """A line for people."""

    text: str


@dataclass(frozen=True, slots=True)
class Leave:
    """The sender ends the link, for this reason."""

    code: int
    reason: str


@dataclass(frozen=True, slots=True)
class Ask:
    """A request for the receiver's records from this slot on, because the histories differ."""

    first: int


@dataclass(frozen=True, slots=True)
class AskState:
    """A request for the receiver's state after this slot, whose value both agree on."""

    slot: int


@dataclass(frozen=True, slots=True)
class StateIs:
    """The sender's position after a slot, as JSON."""

    slot: int
    position: str


@dataclass(frozen=True, slots=True)
class Claimed:
    """One of two seats has claimed that the other has gone, in the slot that was open there."""

    place: Place
    claim: Claim
    inputs: tuple[Input, ...] = ()
    """The inputs of that slot that had come: they show whether the claimer owed one itself."""


@dataclass(frozen=True, slots=True)
class Attested:
    """A seat's signature under its state of a slot, at a table of two, whose slots need no acks."""

    place: Place
    ack: Ack


@dataclass(frozen=True, slots=True)
class Recall:
    """The sender has lost its journal: send everything that it has signed in the open slot, then `Recalled`."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """These were all of the receiver's statements in this slot that the sender has."""

    slot: int


@dataclass(frozen=True, slots=True)
class Agreements:
    """Seats' answers to the question whether the last move is taken back."""

    place: Place
    agreements: tuple[Agree, ...]


_Rare = Ask | AskState | StateIs | Proof | Claimed | Attested | Recall | Recalled | Agreements
"""Messages that are sent only after a fault, or about a takeback."""

Message = Papers | Have | Records | Chat | Leave | _Rare

_ALL_SEATS = (1 << SEATS) - 1


def encode_message(message: Message) -> bytes:
    """The bytes of a message."""
    return encode(_form(message))


def decode_message(data: bytes) -> Message:
    """The message that the bytes spell.

    Raises:
        RemoteError: they spell no message.
    """
    return read_message(decode(data), _READERS, "at a table")


def _form(message: Message) -> tuple[Value, ...]:
    match message:
        case Papers():
            return _papers_form(message)
        case Have():
            return _have_form(message)
        case Records(records):
            return (18, tuple(map(record_form, records)))
        case Chat(text):
            return (19, text)
        case Leave(code, reason):
            return (20, int(code), reason)
        case _:
            return _rare_form(message)


def _rare_form(message: _Rare) -> tuple[Value, ...]:
    match message:
        case Ask(first):
            return (21, first)
        case AskState(slot):
            return (22, slot)
        case StateIs(slot, position):
            return (23, slot, position)
        case Proof():
            return (24, *place_form(message.place), *proof_form(message))
        case Claimed():
            return (25, *claimed_form(message))
        case Attested(place, ack):
            return (26, *place_form(place), ack_form(ack))
        case Recall():
            return (27,)
        case Recalled(slot):
            return (28, slot)
        case Agreements(place, agreements):
            return (29, *place_form(place), tuple(map(agree_form, agreements)))


def claimed_form(claimed: Claimed) -> tuple[Value, ...]:
    """A claim with its place and its inputs, as five fields."""
    return *place_form(claimed.place), claim_form(claimed.claim), tuple(map(input_form, claimed.inputs))


def read_claimed(fields: Fields) -> Claimed:
    """The claim in the next five fields.

    Raises:
        CodecError: they hold no claim.
    """
    place, claim = read_place(fields), read_claim(fields.anything())
    return Claimed(place, claim, tuple(map(read_input, fields.array("inputs", 0, SEATS))))


def _papers_form(papers: Papers) -> tuple[Value, ...]:
    return (
        16,
        *place_form(papers.place),
        tuple(map(input_form, papers.inputs)),
        tuple(map(ack_form, papers.acks)),
        proposal_form(papers.proposal),
        tuple(map(promise_form, papers.promises)),
        None if papers.prepare is None else prepare_form(papers.prepare),
    )


def _papers(fields: Fields) -> Papers:
    place = read_place(fields)
    inputs = tuple(map(read_input, fields.array("inputs", 0, PAPERS_INPUTS)))
    acks = tuple(map(read_ack, fields.array("acks", 0, 2 * SEATS)))
    proposal = read_proposal(fields.array("proposal", 0, CHAIN))
    promises = tuple(map(read_promise, fields.array("promises", 0, ACKS_KEPT)))
    prepare = fields.anything()
    return Papers(place, inputs, acks, proposal, promises, None if prepare is None else read_prepare(prepare))


def _have_form(have: Have) -> tuple[Value, ...]:
    return (
        17,
        have.slot,
        have.head,
        have.inputs,
        have.promised,
        have.proposed,
        have.acks,
        have.drops,
        have.skips,
        have.links,
    )


def _have(fields: Fields) -> Have:
    return Have(
        fields.integer("slot", 0, SLOTS),
        fields.blob("head", HASH),
        fields.integer("inputs", 0, _ALL_SEATS),
        fields.integer("promised", 0, BALLOT),
        fields.integer("proposed", 0, BALLOT),
        fields.integers("acks", 0, BALLOT + 1, 1, SEATS),
        fields.integer("drops", 0, _ALL_SEATS),
        fields.integer("skips", 0, _ALL_SEATS),
        fields.integer("links", 0, _ALL_SEATS),
    )


def _records(fields: Fields) -> Records:
    return Records(tuple(map(read_record, fields.array("records", 1, RECORDS_PER_MESSAGE))))


def _chat(fields: Fields) -> Chat:
    return Chat(fields.text("text", CHAT_BYTES))


def _leave(fields: Fields) -> Leave:
    return Leave(fields.integer("code", 0, LARGEST_CODE), fields.text("reason", REFUSAL_BYTES))


def _ask(fields: Fields) -> Ask:
    return Ask(fields.integer("first", 0, SLOTS))


def _ask_state(fields: Fields) -> AskState:
    return AskState(fields.integer("slot", 0, SLOTS))


def _state_is(fields: Fields) -> StateIs:
    return StateIs(fields.integer("slot", 0, SLOTS), fields.text("position", POSITION_BYTES))


def _proof(fields: Fields) -> Proof:
    return read_proof(read_place(fields), fields)


def _attested(fields: Fields) -> Attested:
    return Attested(read_place(fields), read_ack(fields.anything()))


def _recall(_fields: Fields) -> Recall:
    return Recall()


def _recalled(fields: Fields) -> Recalled:
    return Recalled(fields.integer("slot", 0, SLOTS))


def _agreements(fields: Fields) -> Agreements:
    return Agreements(read_place(fields), tuple(map(read_agree, fields.array("agreements", 1, SEATS))))


FOR_PEOPLE: dict[int, Reader[Chat | Leave]] = {
    19: ("chat", 2, _chat),
    20: ("leave", 3, _leave),
}

_READERS: dict[int, Reader[Message]] = {
    **FOR_PEOPLE,
    16: ("papers", 9, _papers),
    17: ("have", 10, _have),
    18: ("records", 2, _records),
    21: ("ask", 2, _ask),
    22: ("ask state", 2, _ask_state),
    23: ("state is", 3, _state_is),
    24: ("proof", 7, _proof),
    25: ("claimed", 6, read_claimed),
    26: ("attested", 5, _attested),
    27: ("recall", 1, _recall),
    28: ("recalled", 2, _recalled),
    29: ("agreements", 5, _agreements),
}
