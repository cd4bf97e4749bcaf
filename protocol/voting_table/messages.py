"""What peers at a table say to each other, as frozen values and as frames. Specified in `spec/table.md`.

Every message is a canonical array that begins with its number. Most of what is said is inputs as they
are given, and what each peer has; the others are for whoever lags behind, histories that differ, and people. What is
for people, `chat` and `leave`, is said in a lobby as well.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..identity import keys
from ..wire.codec import Value, decode, encode
from ..wire.fields import Fields, Reader, read_message
from ..wire.limits import (
    BODY_BYTES,
    LARGEST_CODE,
    POSITION_BYTES,
    REFUSAL_BYTES,
    SEATS,
    STEP_INPUTS,
    STEPS,
    STEPS_PER_MESSAGE,
)
from ..wire.sanitize import CHAT_BYTES
from .inputs import HEAD_SIZE, Input
from .kinds import LAST_KIND
from .ledger import Step
from .proof import Proof


@dataclass(frozen=True, slots=True)
class Give:
    """An input, from whichever peer it comes."""

    given: Input


@dataclass(frozen=True, slots=True)
class Have:
    """What the sender has: its step, the kind and head of the round that is due, whose inputs, and its links.

    `inputs` and `links` are sets of seats, bit n for seat n. The receiver answers with what is missing.
    """

    step: int
    round: int
    head: bytes
    inputs: int
    links: int


@dataclass(frozen=True, slots=True)
class Steps:
    """Completed steps in order, for a peer that lags behind."""

    steps: tuple[Step, ...]


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
    """Send me your steps from this one on: our histories differ, or I cannot follow."""

    first: int


@dataclass(frozen=True, slots=True)
class AskState:
    """Send me your state after this step, whose inputs we agree on."""

    step: int


@dataclass(frozen=True, slots=True)
class StateIs:
    """The sender's position after a step, as JSON."""

    step: int
    position: str


Message = Give | Have | Steps | Chat | Leave | Ask | AskState | StateIs | Proof

_ALL_SEATS = (1 << SEATS) - 1


def encode_message(message: Message) -> bytes:
    """The bytes of a message."""
    match message:
        case Give(given):
            return encode((16, given.body, given.signature))
        case Have(step, round_, head, inputs, links):
            return encode((17, step, round_, head, inputs, links))
        case Steps(steps):
            return encode((18, tuple(map(step_fields, steps))))
        case Chat(text):
            return encode((19, text))
        case Leave(code, reason):
            return encode((20, int(code), reason))
        case Ask(first):
            return encode((21, first))
        case AskState(step):
            return encode((22, step))
        case StateIs(step, position):
            return encode((23, step, position))
        case Proof():
            return encode((24, *proof_fields(message)))


def decode_message(data: bytes) -> Message:
    """The message that the bytes spell.

    Raises:
        RemoteError: they spell none.
    """
    return read_message(decode(data), _READERS, "at a table")


def step_fields(step: Step) -> tuple[Value, ...]:
    """A completed step as the array that is sent and logged."""
    return step.number, tuple(given.pair for given in step.inputs), step.state_hash


def proof_fields(proof: Proof) -> tuple[Value, ...]:
    """A proof as it is sent and logged."""
    return proof.first.pair, proof.second.pair


def read_proof(value: Value) -> Proof:
    """The proof in an array of two inputs. Nothing of it is checked.

    Raises:
        RemoteError: the array is none.
    """
    return _proof(Fields.of(value, "proof", 2))


def read_step(value: Value) -> Step:
    """The completed step in an array.

    Raises:
        RemoteError: the array is none.
    """
    fields = Fields.of(value, "step", 3)
    number = fields.integer("number", 0, STEPS)
    inputs = tuple(map(read_input, fields.array("inputs", 1, STEP_INPUTS)))
    return Step(number, inputs, fields.blob("state hash", HEAD_SIZE))


def read_input(value: Value) -> Input:
    """The input in an array of body and signature. Its signature is not checked.

    Raises:
        RemoteError: the array is none.
    """
    return _input(Fields.of(value, "step: input", 2))


def _input(fields: Fields) -> Input:
    return Input.decoded(fields.blob_up_to("body", BODY_BYTES), fields.blob("signature", keys.SIGNATURE_BYTES))


def _give(fields: Fields) -> Give:
    return Give(_input(fields))


def _have(fields: Fields) -> Have:
    return Have(
        step=fields.integer("step", 0, STEPS),
        round=fields.integer("round", 0, LAST_KIND),
        head=fields.blob("head", HEAD_SIZE),
        inputs=fields.integer("inputs", 0, _ALL_SEATS),
        links=fields.integer("links", 0, _ALL_SEATS),
    )


def _steps(fields: Fields) -> Steps:
    return Steps(tuple(map(read_step, fields.array("steps", 1, STEPS_PER_MESSAGE))))


def _chat(fields: Fields) -> Chat:
    return Chat(fields.text("text", CHAT_BYTES))


def _leave(fields: Fields) -> Leave:
    return Leave(fields.integer("code", 0, LARGEST_CODE), fields.text("reason", REFUSAL_BYTES))


def _ask(fields: Fields) -> Ask:
    return Ask(fields.integer("first", 0, STEPS))


def _ask_state(fields: Fields) -> AskState:
    return AskState(fields.integer("step", 0, STEPS))


def _proof(fields: Fields) -> Proof:
    return Proof(read_input(fields.anything()), read_input(fields.anything()))


def _state_is(fields: Fields) -> StateIs:
    return StateIs(fields.integer("step", 0, STEPS), fields.text("position", POSITION_BYTES))


FOR_PEOPLE: dict[int, Reader[Chat | Leave]] = {
    19: ("chat", 2, _chat),
    20: ("leave", 3, _leave),
}

_READERS: dict[int, Reader[Message]] = {
    **FOR_PEOPLE,
    16: ("give", 3, _give),
    17: ("have", 6, _have),
    18: ("steps", 2, _steps),
    21: ("ask", 2, _ask),
    22: ("ask state", 2, _ask_state),
    23: ("state is", 3, _state_is),
    24: ("proof", 3, _proof),
}
