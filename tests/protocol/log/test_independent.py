"""The pages of the specification are enough to read a log: a reader that was written from them agrees with the vectors.

Its module imports nothing of p2pgame.
"""

from __future__ import annotations

import json
from itertools import islice
from typing import Any
from zlib import crc32

import pytest
from p2pgame.engine.games import load
from p2pgame.protocol.log.format import whole_log
from p2pgame.protocol.log.verify import Verdict, verify
from p2pgame.protocol.table.consensus import Ruling, RulingKind
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import Claimed
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.signing import Agree, Claim, Input, sign
from p2pgame.protocol.table.takeback import to_content

from .. import people
from ..table.room import Room
from ..vectors import FOLDER
from . import built, independent, logs
from .independent import SIGNATURE, Invalid, Reader, encode, payloads

PROOF, ATTESTATION = 2, 4

BEHIND_A_MOVE = 4
"""A slot of Tink in which a move is due, right behind a move."""

PLACES = 12
"""Records of a log that are tried, at the most."""

LOGS = {
    path.stem: vector
    for path in sorted(FOLDER.glob("*.json"))
    if "rulings" in (vector := json.loads(path.read_text("utf-8")))
}
INTACT = {name: vector for name, vector in LOGS.items() if vector["verdict"] != "not intact"}


@pytest.mark.parametrize("name", INTACT)
def test_a_reader_from_the_pages_agrees_about_an_intact_log(name: str) -> None:
    """Without the rules: about all that they do not decide."""
    vector: dict[str, Any] = INTACT[name]
    read = Reader(bytes.fromhex(vector["log"]))
    assert vector["steps"] in read.steps
    assert (read.draws, read.signatures, read.head.hex()) == (vector["draws"], vector["signatures"], vector["head"])
    assert [[("DROP", "SKIP")[kind], seat] for kind, seat in read.rulings] == [each[1:3] for each in vector["rulings"]]
    assert read.claimers == ({vector["claim"][0]} if vector["claim"] else set())
    assert read.cheats == ({vector["fault"][1]} if vector["fault"] else set())


def test_it_refuses_a_log_that_is_not_intact() -> None:
    """The vectors have one whose signatures do not hold."""
    faulty = [vector for name, vector in LOGS.items() if name not in INTACT]
    assert faulty
    for vector in faulty:
        with pytest.raises(Invalid):
            Reader(bytes.fromhex(vector["log"]))


@pytest.mark.parametrize("name", INTACT)
def test_it_finds_a_false_signature_at_every_place(name: str) -> None:
    """Without that, agreement would mean little. An attestation may be about a slot that is not in the log."""
    genesis, *records = payloads(bytes.fromhex(INTACT[name]["log"]))
    for place, record in islice(enumerate(records), 0, None, 1 + len(records) // PLACES):
        if record[0] != ATTESTATION:
            changed = [*records[:place], _with_false_signature(record), *records[place + 1 :]]
            with pytest.raises(Invalid):
                Reader(b"p2plog2\n" + b"".join(map(_framed, [genesis, *changed])))


@pytest.mark.parametrize("name", [name for name in INTACT if name.startswith("proof")])
def test_reader_and_program_refuse_a_false_proof(name: str) -> None:
    """One statement twice, the statements in the other order, and a second proof about the seat."""
    genesis, *records = payloads(bytes.fromhex(INTACT[name]["log"]))
    (place,) = [number for number, record in enumerate(records) if record[0] == PROOF]
    *about, first, second = records[place]
    false = [[[*about, first, first]], [[*about, second, first]], [records[place]] * 2]
    for proofs in false:
        changed = [*records[:place], *proofs, *records[place + 1 :]]
        log = b"p2plog2\n" + b"".join(map(_framed, [genesis, *changed]))
        assert verify(log, load).verdict is Verdict.FALSE
        with pytest.raises(Invalid):
            Reader(log)


def test_all_inputs_may_rest_on_promises_of_any_ruling() -> None:
    """Also of one that the slot does not allow: an honest seat with all inputs promises it without consent."""
    log = built.carried(Ruling(RulingKind.DROP, 4))
    assert verify(log, load).verdict is Verdict.UNFINISHED
    assert Reader(log).head == verify(log, load).head


def _with_false_signature(value: Any) -> Any:
    """A value with another first byte in each signature in it."""
    if isinstance(value, bytes) and len(value) == SIGNATURE:
        return bytes([value[0] ^ 1]) + value[1:]
    return [_with_false_signature(each) for each in value] if isinstance(value, list) else value


def _framed(record: Any) -> bytes:
    payload = encode(record)
    return len(payload).to_bytes(4, "big") + crc32(payload).to_bytes(4, "big") + payload


def _room(*, takebacks: bool = True) -> Room:
    """Two seats of Tink, right behind a move that is followed by another one."""
    made = logs.room("tink", 2, takebacks=takebacks)
    logs.play_until(made, lambda: logs.at_rest(made) and made.peers[0].table.ledger.now.slot == BEHIND_A_MOVE)
    return made


def _with_takeback(made: Room, state_hash: bytes) -> bytes:
    """The log of a room, with a takeback to a state behind it, which both seats have signed."""
    ledger = made.peers[0].table.ledger
    (seat,) = ledger.now.decides
    other = sign(people.identity(1 - seat), ledger.now.place, Agree(1 - seat, True))
    taken = Input(seat, InputKind.TAKEBACK, to_content([other]))
    value = (sign(people.identity(seat), ledger.now.place, taken),)
    return whole_log(ledger.genesis, [*ledger.records, Record(ledger.now.slot, value, state_hash)])


def test_the_reader_takes_a_takeback_that_keeps_to_the_rules() -> None:
    """Otherwise its refusals would mean little."""
    made = _room()
    ledger = made.peers[0].table.ledger
    log = _with_takeback(made, ledger.before(ledger.now.slot - 1).state_hash)
    assert Reader(log).head == verify(log, load).head


@pytest.mark.parametrize("wrong", ["contract", "state", "twice", "claim"])
def test_reader_and_program_refuse_a_false_takeback(wrong: str) -> None:
    """Both seats have signed it: without such a contract, to another state, of a takeback, or forged in a claim."""
    log = _false(wrong)
    assert verify(log, load).verdict is Verdict.FALSE
    with pytest.raises(Invalid):
        Reader(log)


def _false(wrong: str) -> bytes:
    made = _room(takebacks=wrong != "contract")
    ledger = made.peers[0].table.ledger
    now, earlier = ledger.now, ledger.before(ledger.now.slot - 1)
    if wrong == "state":
        return _with_takeback(made, now.state_hash)
    if wrong == "claim":
        (seat,) = now.decides
        forged = Input(seat, InputKind.TAKEBACK, bytes(SIGNATURE))
        claim = sign(people.identity(seat), now.place, Claim(seat))
        given = sign(people.identity(seat), now.place, forged)
        return whole_log(ledger.genesis, [*ledger.records, Claimed(now.place, claim, (given,))])
    if wrong == "twice":
        for n, peer in enumerate(made.peers):
            if peer.table.may_ask_takeback:
                made.carry_out(n, peer.table.ask_takeback())
        logs.settle(made)
        for n, peer in enumerate(made.peers):
            if peer.table.asks_takeback:
                made.carry_out(n, peer.table.answer_takeback(agrees=True))
        logs.settle(made)
        assert ledger.now.is_anew
    return _with_takeback(made, earlier.state_hash)


def test_it_knows_nothing_of_the_program() -> None:
    """No name in its module comes from p2pgame."""
    origins = {getattr(value, "__module__", None) for value in vars(independent).values()}
    assert not [origin for origin in origins if origin and origin.startswith("p2pgame")]
