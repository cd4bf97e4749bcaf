"""Values of pure functions, computed once for all peers of a run, by their arguments.

The peers share one process, and four of five would only repeat the first one's work on the same bytes. A kept value is
always the real function's for these very arguments. Unchecked data is looked up by its bytes, and by the type of a
number in it: True and 1 are equal, and must not be mistaken for each other. Other tests show that every machine
computes the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar, cast

from p2pgame.engine.game import AnyGame
from p2pgame.protocol.contract import fairness
from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.identity import keys
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.link import pairing
from p2pgame.protocol.link.pake import Password
from p2pgame.protocol.log import format
from p2pgame.protocol.table import ledger, messages, state
from p2pgame.protocol.table.records import Record, check_record
from p2pgame.protocol.table.signing import SignatureCheck, check_signature
from p2pgame.protocol.table.state import Outcome, TableState
from p2pgame.protocol.wire.codec import Value, decode, encode
from p2pgame.protocol.wire.limits import SEATS

T = TypeVar("T")

_signatures: dict[tuple[bytes, str, bytes], bytes] = {}
"""Signatures of this run that are by their keys; by key, domain and payload."""

_shared: set[type] = set()
"""Other shared types: states of tables, during a run."""

_states: dict[tuple[object, ...], tuple[tuple[object, ...], Any]] = {}
"""Known states of tables in this run; each with its arguments, so that no other object gets its id."""

_caches: list[Any] = []
"""The caches of other functions in this run."""


@lru_cache(1)
def share() -> None:
    """Share from now on, in this process."""
    _share_signatures()
    _share_states()
    messages.read_record = _reading_once(messages.read_record)  # type: ignore[attr-defined,assignment]  # for the process
    format.read_entry = _cached(format.read_entry, 1 << 12)
    fairness.draw = _by_values(fairness.draw)
    fairness.shares_up_to = lru_cache(SEATS)(fairness.shares_up_to)
    pairing.Password = _password  # type: ignore[assignment,attr-defined]  # for the process


def forget() -> None:
    """Begin a run: nothing of another's is needed."""
    for known in (_signatures, _states):
        known.clear()
    for cached in _caches:
        cached.cache_clear()
    _shared.add(TableState)


def part() -> None:
    """End a run: other tests of this process may change states of theirs in place."""
    forget()
    _shared.clear()


def _share_signatures() -> None:
    """Make and check each signature once: a key signs the same bytes with the same signature, which is good (RFC
    8032)."""
    check, make = keys.verify, Identity.sign

    def verify(public: bytes, domain: str, payload: bytes, signature: bytes) -> None:
        if _signatures.get((public, domain, payload)) != signature:
            check(public, domain, payload, signature)
            _signatures[public, domain, payload] = signature

    def sign(self: Identity, domain: str, payload: bytes) -> bytes:
        signed = self.public, domain, payload
        if signed not in _signatures:
            _signatures[signed] = make(self, domain, payload)
        return _signatures[signed]

    keys.verify, Identity.sign = verify, sign  # type: ignore[method-assign]  # for the process


def _share_states() -> None:
    """Work each state of a table out once, and check each record against it once. They never change, so they are looked
    up by identity.

    The logs of a run are verified with states of their own, once for all logs. They check each signature at once: to
    gather them brings nothing where most are known.
    """
    first, outcome, after = TableState.first, TableState.outcome, TableState.after

    def shared_first(genesis: Genesis, game: AnyGame, check: SignatureCheck = check_signature) -> TableState:
        is_live = check is check_signature
        used = check_signature if _shared else check
        return _known((genesis.id, id(game), is_live), first, genesis, game, used)

    def shared_outcome(self: TableState, value: state.Value) -> Outcome:
        return _known((id(self), value), outcome, self, value)

    def shared_after(self: TableState, reached: Outcome) -> TableState:
        return _known((id(self), id(reached)), after, self, reached)

    def shared_check(self: TableState, record: Record) -> Outcome:
        return _known((id(self), id(record)), check_record, self, record)

    ledger.check_record = shared_check  # type: ignore[attr-defined,assignment]  # for the whole process
    TableState.first = staticmethod(shared_first)  # type: ignore[method-assign,assignment]  # for the whole process
    TableState.outcome, TableState.after = shared_outcome, shared_after  # type: ignore[assignment,method-assign]


def _known(key: tuple[object, ...], work: Callable[..., T], *given: object) -> T:
    """The value of these arguments, computed once under that key in this run."""
    if not _shared:
        return work(*given)
    found = _states.get(key)
    if found is None:
        found = _states[key] = given, work(*given)
    return cast("T", found[1])  # it was put there under this key


def _cached(work: Callable[..., T], most: int) -> Callable[..., T]:
    """Remember what comes of the arguments, in this run."""
    cached = lru_cache(most)(work)
    _caches.append(cached)
    return cached


def _reading_once(read: Callable[[Value], Record]) -> Callable[[Value], Record]:
    """Read each record once. It is looked up by its bytes: True and 1 are equal as values, and spelled differently."""
    known = _cached(lambda spelled: read(decode(spelled)), 1 << 12)
    return lambda value: known(encode(value))


def _password(code: str, fresh: bytes) -> Password:
    """Compute the numbers of a code once. The random bytes beside it decide only how long that takes."""
    return _known(("code", code), Password, code, fresh)


def _by_values(work: Any) -> Any:
    """Remember what comes of arguments of which some are lists."""
    known = _cached(work, 1 << 10)
    return lambda *given: known(*(tuple(each) if isinstance(each, list) else each for each in given))
