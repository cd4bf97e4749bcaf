"""The test vectors of the table: messages, statements, a commitment, journals. Written by `vectors`."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.protocol.contract.fairness import commitment
from p2pgame.protocol.lobby.messages import encode_lobby_message
from p2pgame.protocol.log.format import header
from p2pgame.protocol.log.journal import (
    Ahead,
    JournalEntry,
    Lost,
    OwnWord,
    journal_header,
    journal_record,
    read_journal,
    restore_log,
)
from p2pgame.protocol.table.consensus import Prepare
from p2pgame.protocol.table.journal import Word
from p2pgame.protocol.table.messages import encode_message
from p2pgame.protocol.table.signing import Agree, Claim, Statement, body, sign
from p2pgame.protocol.wire.codec import decode

from .people import identity, signer
from .test_messages import ACK, GENESIS, INPUT, LOBBY, PLACE, PROMISE, PROPOSAL, RULING, TABLE
from .wire_vectors import written

STEP = 2
"""The step of the commitment."""

NOTATION = b"s@d4"

_STATEMENTS: tuple[tuple[str, Statement], ...] = (
    ("p2pgame input", INPUT),
    ("p2pgame ack", ACK),
    ("p2pgame prepare", sign(identity(0), PLACE, Prepare(0, 4, RULING))),
    ("p2pgame promise", PROMISE),
    ("p2pgame propose", PROPOSAL),
    ("p2pgame claim", sign(identity(0), PLACE, Claim(0))),
    ("p2pgame agree", sign(identity(0), PLACE, Agree(0, True))),
)
"""One of each kind with its domain, by seat 0 at one place."""


def message_vectors() -> dict[str, object]:
    """Each message of lobby and table, each statement, and a commitment."""
    sent = [("table", type(each).__name__, encode_message(each)) for each in TABLE]
    sent += [("lobby", type(each).__name__, encode_lobby_message(each)) for each in LOBBY]
    return {
        "about": "spec/table/messages.md, spec/lobby.md, spec/table/statements.md and spec/table/slots.md; "
        "the seed of seat 0's key is 32 bytes of value 1; heads and states are made up",
        "table_id": GENESIS.id.hex(),
        "messages": [
            {"where": where, "name": name, "bytes": data.hex(), "value": written(decode(data))}
            for where, name, data in sent
        ],
        "statements": [
            {
                "domain": domain,
                "public": identity(0).public.hex(),
                "body": body(PLACE, statement).hex(),
                "signature": statement.signature.hex(),
            }
            for domain, statement in _STATEMENTS
        ],
        "commitment": _commitment(),
    }


def _commitment() -> dict[str, object]:
    holder = signer(GENESIS, 0)
    nonce = holder.secret_nonce(PLACE, STEP)
    return {
        "seed": (bytes([1]) * 32).hex(),
        "entry_nonce": holder.nonce.hex(),
        "seat": 0,
        "step": STEP,
        "head": PLACE.head.hex(),
        "nonce": nonce.hex(),
        "opening": (nonce + NOTATION).hex(),
        "commitment": commitment(GENESIS.id, STEP, 0, nonce + NOTATION).hex(),
    }


_LOG = header(GENESIS)
_BEHIND = b"what the journal has of the log"

_ENTRIES: tuple[JournalEntry, ...] = (
    Ahead(len(_LOG), b""),
    Ahead(len(_LOG), _BEHIND),
    OwnWord(len(_LOG) + len(_BEHIND), Word(PLACE, INPUT)),
    OwnWord(len(_LOG) + len(_BEHIND), Word(PLACE, PROMISE)),
    OwnWord(len(_LOG) + len(_BEHIND), Word(PLACE, ACK, b"", (INPUT,))),
)


def journal_vectors() -> dict[str, object]:
    """Journals of one table, and the content that a reader finds."""
    whole = _journal(_ENTRIES)
    flipped = bytearray(whole)
    flipped[-1] ^= 1
    cases = {
        "statements, and a part of the log that the disk may lack": whole,
        "the same with a torn end": whole[:-1],
        "the same with a flipped bit at the end": bytes(flipped),
        "a record that an earlier journal is lost": _journal((Lost(), *_ENTRIES)),
        "empty": _journal(()),
        "a torn header": journal_header(GENESIS.id)[:-1],
        "of another table": journal_header(bytes(32)),
    }
    return {
        "about": 'spec/log.md, "The journal"; `end` is the offset behind the last whole record that counts, `is_lost` '
        "whether words are lost, `restored` the log that is resumed; statements are those of messages.json",
        "table_id": GENESIS.id.hex(),
        "log": _LOG.hex(),
        "journals": [_described(name, data) for name, data in cases.items()],
    }


def _journal(entries: Sequence[JournalEntry]) -> bytes:
    return journal_header(GENESIS.id) + b"".join(map(journal_record, entries))


def _described(name: str, data: bytes) -> dict[str, object]:
    journal = read_journal(data, GENESIS.id)
    return {
        "name": name,
        "journal": data.hex(),
        "records": len(journal.entries),
        "end": journal.end,
        "words": len(journal.words),
        "is_lost": journal.is_lost,
        "restored": restore_log(_LOG, len(_LOG), journal).hex(),
    }
