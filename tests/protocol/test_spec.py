"""Examples of `spec/encoding.md`, `spec/identity-and-link.md` and `spec/log.md` agree with the code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from p2pgame.protocol.identity.fingerprint import fingerprint
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.link import states
from p2pgame.protocol.link.states import State, Transitions
from p2pgame.protocol.wire import limits
from p2pgame.protocol.wire.codec import decode
from p2pgame.protocol.wire.framing import frame
from spake2.parameters.ed25519 import ParamsEd25519

from docs import spec_tables

SPEC = Path(__file__).parents[2] / "spec"
ENCODING = (SPEC / "encoding.md").read_text("utf-8")
LINK = (SPEC / "identity-and-link.md").read_text("utf-8")
LOG = (SPEC / "log.md").read_text("utf-8")


def rows(transitions: Transitions, side: str) -> set[tuple[str, str, str, str]]:
    """A table of transitions as the specification writes it."""
    return {
        (side, state.name, message.__name__.lower(), after.name)
        for state, messages in transitions.items()
        for message, after in messages.items()
    }


def test_the_tables_of_states() -> None:
    """All transitions, and no others."""
    written = set(re.findall(r"^\| (both|guest|host) \| (\w+) \| (\w+) \| (\w+) \|$", LINK, re.MULTILINE))
    ours = {"both": states.HANDSHAKE, "guest": states.GUEST, "host": states.HOST}
    assert written == set().union(*(rows(transitions, side) for side, transitions in ours.items()))


def test_every_state_can_be_reached_and_left() -> None:
    """From the first state of a side to its last; only a person leaves CODE_DUE."""
    for transitions, first, last in (
        (states.HANDSHAKE, State.HELLO_DUE, State.PROVEN),
        (states.GUEST, State.ANSWER_DUE, State.ADMITTED),
        (states.HOST, State.ELEMENT_DUE, State.ADMITTED),
    ):
        edges = {state: set(after.values()) for state, after in transitions.items()}
        if State.CODE_DUE in edges:
            edges[State.CODE_DUE] = {State.ELEMENT_DUE}
        reached = {first}
        for _ in edges:
            reached |= {after for state in reached for after in edges.get(state, ())}
        assert reached == {*transitions, last}


def example(page: str, after: str) -> bytes:
    """The bytes of the first indented block behind some words; a line's bytes end where two spaces follow."""
    block = page[page.index(after) :].split("\n\n")[1]
    return bytes.fromhex("".join(re.split(r"(?<=[0-9a-f])  ", line.strip())[0] for line in block.splitlines()))


def test_the_example_of_the_encoding() -> None:
    """Its bytes are its value, and its frame has its length."""
    data = example(ENCODING, "hashes and signatures.")
    assert decode(data) == (18, "s@d4", (-1, 200), b"\x01\x02", None, True)
    assert frame(data).startswith(bytes.fromhex("00000011"))


def test_the_example_of_a_hello() -> None:
    """It begins as that of the vectors does."""
    block = LINK[LINK.index("A hello on the stream") :].split("\n\n")[1]
    shown = [re.split(r"  +", line.strip())[0] for line in block.splitlines()]
    begin = bytes.fromhex("".join(shown[:4]))
    hello = json.loads((SPEC / "vectors" / "link.json").read_text("utf-8"))["sent"][0]["bytes"]
    assert bytes.fromhex(hello).startswith(begin)
    for line in shown[4:]:
        for part in line.split(" .. "):
            assert bytes.fromhex(part.replace("..", "")).hex() in hello


def test_the_example_of_a_log() -> None:
    """It begins as that of the vectors does, and names the length of its first record."""
    lines = [re.split(r"   +", line.strip())[0] for line in LOG.split("\n\n")[2].splitlines()[:3]]
    begin = bytes.fromhex("".join(lines).removesuffix("..."))
    log = bytes.fromhex(json.loads((SPEC / "vectors" / "log.json").read_text("utf-8"))["log"])
    assert log.startswith(begin)
    assert f"record 0: {int.from_bytes(log[8:12], 'big')} bytes" in LOG


def test_the_example_of_a_fingerprint() -> None:
    """Of the key whose seed is the bytes from 0 to 31."""
    assert fingerprint(Identity(bytes(range(32))).public) in LINK


def test_the_constants_of_the_exchange() -> None:
    """Those of the package."""
    assert f"M = {ParamsEd25519.M.to_bytes().hex()}\n" in LINK
    assert f"N = {ParamsEd25519.N.to_bytes().hex()}\n" in LINK


def test_the_limits() -> None:
    """As the page of the encoding lists them."""
    for limit, value in {
        "payload, before the welcome of `identity-and-link.md`": f"{limits.FRAME_BEFORE_PROOF} bytes",
        "payload, after it": f"{limits.FRAME >> 10} KiB",
        "nesting in a message before the welcome; its elements": f"{limits.HANDSHAKE.depth}; {limits.HANDSHAKE.items}",
        "nesting in a message": f"{limits.MESSAGE.depth}",
        "elements of one array in a message": f"{limits.MESSAGE.items:,}",
    }.items():
        assert f"| {limit} | {value} |" in ENCODING


@pytest.mark.parametrize("name", spec_tables.PAGES)
def test_pages_have_the_tables_of_the_code(name: str) -> None:
    """As `docs/spec_tables.py` writes them."""
    page = (SPEC / name).read_text("utf-8")
    assert page == spec_tables.with_tables(page), "run `uv run python -m docs.spec_tables`"


def test_every_table_of_the_code_is_in_a_page() -> None:
    """And in one only."""
    pages = "".join((SPEC / name).read_text("utf-8") for name in spec_tables.PAGES)
    assert sorted(re.findall(r"^<!-- begin (\w+) -->$", pages, re.MULTILINE)) == sorted(spec_tables.TABLES)
