"""A reader of logs that was written from `spec/` alone: nothing of p2pgame is imported, and it knows no rules of games.

It takes states from the records, as `spec/log.md` says, and checks everything else. If it disagrees with a vector,
either the pages or the program are wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any
from zlib import crc32

import msgpack
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

ACCEPT, MOVE, COMMIT, OPEN, _ANSWER, SHARE, CLOSE, TAKEBACK = range(8)
DROP, SKIP = 0, 1
SIGNATURE = 64
SHARE_BYTES = 32

Array = list[Any]
Place = tuple[bytes, int, bytes]

TWO_INPUTS, HIDDEN_ACK = 1, 4

PROOFS = {
    1: ("p2pgame input", "p2pgame input"),
    2: ("p2pgame ack", "p2pgame ack"),
    3: ("p2pgame propose", "p2pgame propose"),
    4: ("p2pgame ack", "p2pgame promise"),
}
"""By the kind of a proof the domains of its statements."""


class Invalid(Exception):
    """Something in the log does not hold."""


def need(holds: object, what: str) -> None:
    """Return if that holds.

    Raises:
        Invalid: it does not.
    """
    if not holds:
        raise Invalid(what)


def encode(value: object) -> bytes:
    """A value in its canonical spelling: msgpack's packer writes the shortest forms."""
    packed: bytes = msgpack.packb(value)
    return packed


def digest(domain: str, *parts: object) -> bytes:
    """H of `spec/encoding.md`."""
    return sha256(encode([domain, *parts])).digest()


def payloads(data: bytes) -> Iterator[Array]:
    """The records of a whole log."""
    need(data[:8] == b"p2plog2\n", "the magic")
    at = 8
    while at < len(data):
        length, check = int.from_bytes(data[at : at + 4], "big"), int.from_bytes(data[at + 4 : at + 8], "big")
        payload = data[at + 8 : at + 8 + length]
        need(len(payload) == length and crc32(payload) == check, "a whole record")
        yield msgpack.unpackb(payload)
        at += 8 + length


def is_torn(data: bytes, at: int) -> bool:
    """Whether the record at an offset only lacks its end, and nothing whole is behind it."""
    if len(data) - at < 8:
        return True
    length, check = int.from_bytes(data[at : at + 4], "big"), int.from_bytes(data[at + 4 : at + 8], "big")
    rest = data[at + 8 :]
    if not len(rest) < length <= 1 << 18:
        return False
    return all(crc32(rest[:end]) != check for end in range(1, len(rest) + 1)) and not any(
        crc32(data[start + 8 : start + 8 + int.from_bytes(data[start : start + 4], "big")])
        == int.from_bytes(data[start + 4 : start + 8], "big")
        for start in range(at + 1, len(data) - 8)
        if 0 < int.from_bytes(data[start : start + 4], "big") <= len(data) - start - 8
    )


def journal(data: bytes, table: bytes) -> tuple[list[Array], int, bool]:
    """The records of a journal behind its header, the offset behind the last whole one, and whether words are lost."""
    if data[:8] != b"p2pjnl1\n":
        return [], 0, True
    at, found, is_damaged = 8, [], False
    while at < len(data):
        length, check = int.from_bytes(data[at : at + 4], "big"), int.from_bytes(data[at + 4 : at + 8], "big")
        payload = data[at + 8 : at + 8 + length]
        if len(data) - at < 8 or len(payload) < length or crc32(payload) != check:
            is_damaged = not is_torn(data, at)
            break
        found.append(msgpack.unpackb(payload))
        at += 8 + length
    if not found or found[0] != [0, table]:
        return [], 0, True
    return found[1:], at, is_damaged or [3] in found


def restored(log: bytes, records: list[Array]) -> bytes:
    """A whole log with the parts that a journal has behind it."""
    for _, offset, part in [record for record in records if record[0] == 1]:
        if offset <= len(log) < offset + len(part):
            log += part[len(log) - offset :]
    return log


def _contradict(kind: int, first: Array, second: Array) -> bool:
    """Whether two statements of one seat are a proof of that kind, in their order."""
    if kind == HIDDEN_ACK:
        ballot, report = second[1], second[4]
        return bool(first[1] < ballot and (report is None or report[0] < first[1]))
    is_in_one_ballot = kind == TWO_INPUTS or first[1] == second[1]
    return bool(is_in_one_ballot and first[1:-1] != second[1:-1] and first[-1] < second[-1])


class Reader:
    """The findings about a log."""

    def __init__(self, data: bytes) -> None:
        """Read all of it.

        Raises:
            Invalid: it does not hold.
        """
        records = payloads(data)
        _, contract, entries = next(records)
        terms = msgpack.unpackb(contract)
        self.keys = [key for key, _ in terms[4]]
        self.has_takebacks = terms[8:] == [True]
        contract_id = digest("p2pgame contract", contract)
        self.table = digest("p2pgame genesis", contract, entries)
        self.contexts = [digest("p2pgame chain", contract_id, seat) for seat in range(len(self.keys))]
        self.known = [(0, anchor) for _, anchor, _ in entries]
        """Of each seat the number and the share that counted last."""
        self.present = list(range(len(self.keys)))
        self.slot, self.head, self.state = 0, b"", b""
        self.earlier: bytes | None = None
        """The state before the last move, if a takeback may follow it."""
        self.is_anew = False
        """Whether the last slot was a takeback."""
        self.heads: list[bytes] = []
        self.digests: list[bytes] = []
        self.steps, self.numbers = [0], [1]
        """The possible numbers of the open step and of the next draw: a ruling does not show what it has ended."""
        self.draws = self.signatures = 0
        self.committed: dict[int, bytes] = {}
        self.cheats: set[int] = set()
        self.claimers: set[int] = set()
        self.attested: set[tuple[int, int]] = set()
        self.rulings: list[Array] = []
        for seat, (nonce, anchor, signature) in enumerate(entries):
            self._check(seat, "p2pgame entry", [contract_id, seat, nonce, anchor], signature)
        for kind, *record in records:
            (self._slot, self._proof, self._claim, self._attestation)[kind - 1](record)

    def _check(self, seat: int, domain: str, body: Sequence[object], signature: bytes) -> None:
        self.signatures += 1
        try:
            key = Ed25519PublicKey.from_public_bytes(self.keys[seat])
            key.verify(signature, encode([domain, encode(body)]))
        except InvalidSignature:
            raise Invalid(f"a signature of seat {seat} ({domain})") from None

    def _signed(self, domain: str, statement: Sequence[Any], place: Place | None = None) -> None:
        """Check a statement `[seat, fields, signature]` at a place, by default in the open slot."""
        seat, *fields, signature = statement
        self._check(seat, domain, [*(place or (self.table, self.slot, self.head)), seat, *fields], signature)

    def _slot(self, record: Array) -> None:
        slot, ruling, inputs, state, ballot, acks, proposals = record[0]
        need(slot == self.slot, "slots in order")
        if slot == 0:
            self.head = digest("p2pgame start", self.table, state)
        kind = None if ruling else inputs[0][1]
        value = digest("p2pgame ruling", *ruling) if ruling else digest("p2pgame inputs", [each[:3] for each in inputs])
        for each in inputs:
            self._input(each)
        if len(self.present) > 2 and kind not in (ACCEPT, CLOSE):
            self._quorum([seat for seat, _ in acks])
            for seat, signature in acks:
                self._signed("p2pgame ack", [seat, ballot, value, state, signature])
            self._chain(ballot, value, proposals, is_ruling=bool(ruling))
        else:
            need(not (ruling or ballot or acks or proposals), "a slot without acks")
        self._go_back(kind, state)
        self.heads.append(self.head)
        self.digests.append(value)
        self._apply(kind, inputs, ruling)
        self.head = digest("p2pgame head", self.head, value, state)
        self.slot += 1
        self.claimers.clear()

    def _input(self, given: Array) -> None:
        self._signed("p2pgame input", given)
        seat, kind, content, _ = given
        if kind == TAKEBACK:
            others = [each for each in self.present if each != seat]
            need(len(content) == SIGNATURE * len(others), "the agreements of all others")
            for number, other in enumerate(others):
                self._signed("p2pgame agree", [other, True, content[SIGNATURE * number : SIGNATURE * (number + 1)]])

    def _go_back(self, kind: int | None, state: bytes) -> None:
        if kind == TAKEBACK:
            need(self.has_takebacks and state == self.earlier, "a takeback that is allowed, to the earlier state")
        self.earlier = self.state if kind == MOVE and not self.is_anew else None
        self.is_anew = kind == TAKEBACK
        self.state = state

    def _quorum(self, seats: list[int]) -> None:
        need(sorted(set(seats)) == seats and set(seats) <= set(self.present), "different seats present")
        need(len(seats) > len(self.present) // 2, "a quorum")

    def _chain(self, ballot: int, value: bytes, proposals: Array, *, is_ruling: bool) -> None:
        if ballot == 0:
            need(not proposals and not is_ruling, "all inputs in ballot 0")
            return
        need(proposals and proposals[0][1:3] == [ballot, value], "a proposal of this ballot and value")
        for proposal, below in zip(proposals, [*proposals[1:], None], strict=True):
            self._follows(proposal, below, is_inputs=not is_ruling and proposal[2] == value)

    def _follows(self, proposal: Array, below: Array | None, *, is_inputs: bool) -> None:
        seat, ballot, value, promises, signature = proposal
        need(seat in self.present and (ballot - 1) % len(self.keys) == seat, "the owner of the ballot")
        self._signed("p2pgame propose", [seat, ballot, value, signature])
        self._quorum(sorted(promise[0] for promise in promises))
        ruling = promises[0][2]
        for promise in promises:
            need(promise[1:3] == [ballot, ruling], "promises to this ballot, of one ruling")
            self._signed("p2pgame promise", promise)
        reports = [(promise[0], *promise[4]) for promise in promises if promise[4]]
        for report in reports:
            need(report[1] < ballot, "a report of a lower ballot")
            self._signed("p2pgame ack", report)
        if not reports:
            consent = all(promise[3] and promise[0] != ruling[1] for promise in promises) if ruling else False
            is_ruled = consent and value == digest("p2pgame ruling", *ruling)
            need(below is None and (is_inputs or is_ruled), "all inputs, or the ruling")
            return
        highest = max(report[1] for report in reports)
        need(value in [report[2] for report in reports if report[1] == highest], "the value of the highest report")
        need(below[1:3] == [highest, value] if below else highest == 0 and is_inputs, "the proposal below")

    def _apply(self, kind: int | None, inputs: Array, ruling: Array | None) -> None:
        if ruling:
            self.rulings.append(ruling)
            self._apply_ruling(*ruling)
            return
        if kind == COMMIT:
            self.committed = {seat: content for seat, _, content, _ in inputs}
            return
        if kind == OPEN:
            self.steps = [step for step in self.steps if all(self._opens(step, *each[::2]) for each in inputs)]
            need(self.steps, "openings that fit")
        if kind == SHARE:
            self.numbers = [number for number in self.numbers if all(self._fits(number, *each[::2]) for each in inputs)]
            need(self.numbers, "shares that fit")
            for seat, _, share, _ in inputs:
                self.known[seat] = (self.numbers[0], share)
            self.numbers = [self.numbers[0] + 1]
            self.draws += 1
        self.steps = [step + 1 for step in self.steps]

    def _apply_ruling(self, kind: int, seat: int) -> None:
        if kind == SKIP:
            self.steps = [*self.steps, self.steps[-1] + 1]
        else:
            self.present.remove(seat)
            self.numbers = [*self.numbers, self.numbers[-1] + 1]
            self.steps = [step + 1 for step in self.steps]

    def _opens(self, step: int, seat: int, opening: bytes) -> bool:
        return bool(digest("p2pgame commitment", self.table, step, seat, opening) == self.committed[seat])

    def _fits(self, number: int, seat: int, share: bytes) -> bool:
        last, known = self.known[seat]
        if len(share) != SHARE_BYTES:
            return False
        for position in range(number, last, -1):
            share = sha256(self.contexts[seat] + position.to_bytes(4, "big") + share).digest()
        return bool(share == known)

    def _proof(self, record: Array) -> None:
        table, slot, head, kind, first, second = record
        need(table == self.table and first[0] == second[0], "a proof about one seat of this table")
        need(first[0] not in self.cheats, "one proof about a seat")
        need(_contradict(kind, first, second), "two statements that contradict each other")
        for domain, statement in zip(PROOFS[kind], (first, second), strict=True):
            self._signed(domain, statement, (table, slot, head))
        self.cheats.add(first[0])

    def _claim(self, record: Array) -> None:
        *place, claim, inputs = record
        if place == [self.table, self.slot, self.head] and len(self.present) == 2:
            self._signed("p2pgame claim", claim)
            for each in inputs:
                self._input(each)
            self.claimers.add(claim[0])

    def _attestation(self, record: Array) -> None:
        table, slot, head, ack = record
        is_known = slot < len(self.heads) and (head, ack[2]) == (self.heads[slot], self.digests[slot])
        if is_known and (slot, ack[0]) not in self.attested:
            self._signed("p2pgame ack", ack, (table, slot, head))
            self.attested.add((slot, ack[0]))
