"""Messages and words: what is written is read again, and nothing else is read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from p2pgame.protocol.table import proofs
from p2pgame.protocol.table.consensus import Prepare, Proposal, Ruling, RulingKind
from p2pgame.protocol.table.journal import Word, read_word, word_form
from p2pgame.protocol.table.messages import (
    Ask,
    AskState,
    Attested,
    Chat,
    Claimed,
    Have,
    Leave,
    Message,
    Papers,
    Recall,
    Recalled,
    Records,
    StateIs,
    decode_message,
    encode_message,
)
from p2pgame.protocol.table.signing import Claim
from p2pgame.protocol.wire.codec import decode, encode
from p2pgame.protocol.wire.errors import RemoteError
from p2pgame.protocol.wire.fields import Fields

from .signed import acked, answer, answers, at_a_move, promised, proposed, record_of

STATE = at_a_move().now
PLACE = STATE.place
VALUE = answers(STATE)
OUTCOME = STATE.outcome(VALUE)
DROP = Ruling(RulingKind.DROP, 2)
PROMISES = tuple(promised(STATE, seat, 1, DROP, consents=True) for seat in (0, 1))
PROPOSAL = proposed(STATE, 1, DROP.digest, PROMISES)
OVER = replace(
    proposed(STATE, 2, DROP.digest, [promised(STATE, 1, 2, DROP, consents=False, latest=acked(STATE, OUTCOME, 1))]),
    under=PROPOSAL,
)


def proof(first: proofs.Statement, second: proofs.Statement) -> proofs.Proof:
    """The proof that two statements are."""
    found = proofs.find(PLACE, first, second)
    assert found is not None
    return found


MESSAGES: dict[str, Message] = {
    "papers": Papers(PLACE, VALUE, (acked(STATE, OUTCOME, 0),), OVER, PROMISES, Prepare(0, 4, DROP, bytes(64))),
    "empty papers": Papers(PLACE),
    "have": Have(3, bytes(32), 7, 4, 1, (1, 0, 5), 4, 0, 6),
    "records": Records((record_of(STATE, VALUE), record_of(STATE, DROP))),
    "chat": Chat("hello"),
    "leave": Leave(603, "nothing came"),
    "ask": Ask(5),
    "ask state": AskState(5),
    "state is": StateIs(5, "{}"),
    "claimed": Claimed(PLACE, Claim(0, bytes(64)), VALUE),
    "attested": Attested(PLACE, acked(STATE, OUTCOME, 0)),
    "recall": Recall(),
    "recalled": Recalled(7),
    "proof of inputs": proof(answer(STATE, VALUE[0].seat, 0), answer(STATE, VALUE[0].seat, 1)),
    "proof of acks": proof(acked(STATE, OUTCOME, 1), acked(STATE, OUTCOME, 1, value=bytes(32))),
    "proof of proposals": proof(PROPOSAL, proposed(STATE, 1, OUTCOME.digest, PROMISES)),
    "proof of a hidden ack": proof(acked(STATE, OUTCOME, 1), PROMISES[1]),
}

WORDS = (
    Word(PLACE, VALUE[0], b"opening"),
    Word(PLACE, acked(STATE, OUTCOME, 0), b"", VALUE),
    Word(PLACE, acked(STATE, OUTCOME, 0, 2), b"", (), OVER),
    Word(PLACE, PROMISES[0]),
)


@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES)
def test_a_message_is_read_as_it_was_written(message: Message) -> None:
    """Byte for byte."""
    data = encode_message(message)
    assert decode_message(data) == message
    assert encode_message(decode_message(data)) == data


@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES)
def test_a_message_with_a_field_more_or_less_or_of_another_type_is_refused(message: Message) -> None:
    """Each field in turn."""
    fields = decode(encode_message(message))
    assert isinstance(fields, tuple)
    wrong = [(*fields, 0), fields[:-1]] + [
        (*fields[:place], odd, *fields[place + 1 :])
        for place in range(1, len(fields))
        for odd in (-1, "text", b"x", True, ("x",))
        if encode((*fields[:place], odd, *fields[place + 1 :])) != encode(fields)
    ]
    for value in wrong:
        try:
            read = decode_message(encode(value))
        except RemoteError:
            continue
        assert encode_message(read) == encode(value)  # it is another good message


@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_read_as_it_was_written(word: Word) -> None:
    """From the journal."""
    value = decode(encode(word_form(word)))
    assert isinstance(value, tuple)
    assert read_word(Fields("word", value)) == word


def test_a_proof_holds_only_the_signed_part_of_a_proposal() -> None:
    """Without its promises and its chain."""
    found = proof(OVER, proposed(STATE, 2, OUTCOME.digest, PROMISES))
    for statement in (found.first, found.second):
        assert isinstance(statement, Proposal)
        assert (statement.promises, statement.under) == ((), None)
