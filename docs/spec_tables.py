"""Writes those tables of the specification that stand in code as well.

uv run python -m docs.spec_tables

A page marks the place of a table with two comments, `<!-- begin NAME -->` and `<!-- end NAME -->`. The text between
them is made from the code; `tests/protocol/test_spec.py` compares it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path
from textwrap import wrap

from p2pgame.engine.pending import Chance, Over, Pending, Result, Secret, Turn, Window
from p2pgame.protocol.link.wordlist import ADJECTIVES, NOUNS
from p2pgame.protocol.table import faults, genesis_check, liveness, proposer, table, writing
from p2pgame.protocol.table.consensus import Acceptor, Ack
from p2pgame.protocol.table.kinds import DECISIONS, RECEIPTS, InputKind, rounds
from p2pgame.protocol.wire import limits

SPEC = Path(__file__).parents[1] / "spec"
PAGES = (
    "table/slots.md",
    "table/ballots.md",
    "table/absence.md",
    "table/messages.md",
    "words.md",
)
_BLOCK = re.compile(r"(<!-- begin (\w+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)

_PENDING: tuple[tuple[str, Pending], ...] = (
    ("a turn", Turn(0)),
    ("a secret choice", Secret((0, 1))),
    ("a window", Window((0, 1))),
    ("a draw", Chance((("", 1),))),
    ("nothing: the game is over", Over(Result((), (), (), ""))),
)
_LOWER, _SAME, _HIGHER = 4, 5, 6
"""Ballots that stand for all others, beside one in which a seat is bound."""


def with_tables(page: str) -> str:
    """A page with its tables as the code has them."""
    return _BLOCK.sub(lambda found: f"{found[1]}\n{TABLES[found[2]]()}\n\n{found[3]}", page)


def _rows(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    below = f"|{'---|' * len(head)}"
    return "\n".join([_row(head), below, *map(_row, rows)])


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _rounds() -> str:
    """The question of the rules, and the inputs that answer it."""
    rows = [(what, ", then ".join(kind.name for kind in rounds(pending))) for what, pending in _PENDING]
    return _rows(("the rules wait for", "rounds"), [("step 0", InputKind.ACCEPT.name), *rows])


def _kinds() -> str:
    """The kinds of inputs with their numbers."""

    def waits_for(kind: InputKind) -> str:
        return "a person's decision" if kind in DECISIONS else "nothing: its program gives it at once"

    def decided_by(kind: InputKind) -> str:
        return "all inputs" if kind in RECEIPTS else "acks, with more than two seats"

    rows = [(kind.name, str(kind.value), waits_for(kind), decided_by(kind)) for kind in InputKind]
    return _rows(("kind", "number", "waits for", "its slot is decided by"), rows)


def _ack(ballot: int) -> Ack:
    return Ack(0, ballot, b"", b"")


def _acceptors() -> dict[str, Acceptor]:
    """The possible bonds of a seat."""
    bound = {"nothing": Acceptor(0)}
    acked = {"": None, f"ack {0}": _ack(0), f"ack {_SAME}": _ack(_SAME)}
    for promised, (name, latest) in product((0, _SAME), acked.items()):
        words = [name] if name else []
        words += [f"promise {promised}"] if promised else []
        if words:
            bound[", ".join(words)] = Acceptor(0, promised, latest)
    return bound


def _acceptor() -> str:
    """The ballots that a seat may ack and promise, by its bonds."""

    def allowed(may: Callable[[int], bool], ballots: tuple[int, ...]) -> str:
        return ", ".join(str(ballot) for ballot in ballots if may(ballot)) or "none"

    rows = [
        (name, allowed(each.may_ack, (0, _LOWER, _SAME, _HIGHER)), allowed(each.may_promise, (_LOWER, _SAME, _HIGHER)))
        for name, each in _acceptors().items()
    ]
    return _rows(("bound by its", "may ack ballots", "may promise ballots"), rows)


def _times() -> str:
    """Limits of time, in ticks."""
    rows: list[tuple[str, int]] = [
        ("a window in the first cycle, and a lease", proposer.WINDOW),
        ("the longest window", proposer.WINDOW << proposer.DOUBLINGS),
        ("the longest pause after a lease", proposer.WINDOW << proposer.PAUSES),
        ("a seat counts as reachable after the latest contact", liveness.REACHABLE_TICKS),
        ("a final value waits for linked seats that have not acked it", writing.MOMENT),
        ("a final value that a linked seat has written waits for disputes about it", writing.DISPUTE),
        ("a decision may be on its way after the turn time, before others consent to SKIP", liveness.LEEWAY),
        ("grace times until a program consents to DROP by itself", liveness.PATIENCE),
        ("a linked seat that has accepted another table may still accept this one", genesis_check.ELSEWHERE_TICKS),
        ("a seat may take to show the position in which its program differs", faults.STATE_TICKS),
        ("receipts of the end may take", table.CLOSING),
    ]
    return _rows(("what", "ticks, or as it says"), [(what, f"{ticks:,}") for what, ticks in rows])


def _limits() -> str:
    """Limits of a peer's work."""
    tick, kept = "of a link in a tick", "of a link, until their slot opens"
    rows: list[tuple[str, str, int]] = [
        ("signatures checked: of promises, prepares, PROPOSEs, of second inputs and acks", tick, limits.CHECKS),
        ("promises that are taken, and as many prepares", "of one seat in a tick", limits.SAID),
        ("`have`s that are answered with statements", tick, limits.HAVES),
        ("messages of records that are sent", "to a link in a tick", limits.RECORDS_MESSAGES),
        ("records in a message, and records of later slots that are kept", kept, limits.RECORDS_PER_MESSAGE),
        ("papers about later slots that are kept", kept, limits.EARLY_PAPERS),
        ("signatures in these records, and as many in these papers", kept, limits.EARLY_SIGNATURES),
        ("lines of chat that are shown", "of one seat, or of all others, in a tick", limits.CHAT_LINES),
        ("refusals after which a link is cut", "of a link", limits.REFUSALS),
        ("cycles of ballots above the highest known that are promised", "in a slot", limits.BALLOT_CYCLES),
    ]
    return _rows(("what", "of which", "limit"), [(what, which, f"{most:,}") for what, which, most in rows])


def _words(words: tuple[str, ...]) -> str:
    lines = wrap(" ".join(words), 116, initial_indent="    ", subsequent_indent="    ")
    return "\n".join(lines)


TABLES: dict[str, Callable[[], str]] = {
    "rounds": _rounds,
    "kinds": _kinds,
    "acceptor": _acceptor,
    "times": _times,
    "limits": _limits,
    "adjectives": lambda: _words(ADJECTIVES),
    "nouns": lambda: _words(NOUNS),
}
"""By the name that stands in the comments."""


def main() -> None:
    """Write the tables into their pages."""
    for name in PAGES:
        path = SPEC / name
        path.write_text(with_tables(path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
