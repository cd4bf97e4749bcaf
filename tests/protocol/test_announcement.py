"""A table's announcement on the LAN (`spec/discovery.md`, "The TXT record" and "The instance name")."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from p2pgame.protocol.identity.fingerprint import short
from p2pgame.protocol.lobby.announcement import LABEL_BYTES, SERVICE, Announcement, announcement, decode
from p2pgame.protocol.lobby.messages import Offer
from p2pgame.protocol.wire.errors import Code, CodecError, LocalError
from p2pgame.protocol.wire.limits import ANNOUNCEMENT_BYTES, SEATS
from p2pgame.protocol.wire.sanitize import clean_name

from .refusals import refused

SPEC = Path(__file__).parents[2] / "spec" / "discovery.md"
PUBLIC = bytes(range(32))
OFFER = Offer(host="Ann", game="tink", rules=1, options=(("long", True),), seats=3, coded=True)
ANNS = announcement(OFFER, PUBLIC, 1, "p2pgame 0.1.0")
WRONG_KEY = ANNS.key[:-2] + ("0" if ANNS.key[-2] != "0" else "1") + ANNS.key[-1]
KEYS = ["txtvers", "protocol", "game", "rules", "taken", "seats", "coded", "key", "host", "table", "software"]

offers = st.builds(
    Offer,
    host=st.text(max_size=40),
    game=st.from_regex(r"[a-z][a-z0-9-]{0,31}", fullmatch=True),
    rules=st.integers(1, 1 << 16),
    options=st.just(()),
    seats=st.integers(1, SEATS),
    coded=st.booleans(),
)
publics = st.binary(min_size=32, max_size=32)


@st.composite
def announcements(draw: st.DrawFn) -> Announcement:
    """Any announcement of a host."""
    offer = draw(offers)
    taken = draw(st.integers(1, offer.seats))
    return announcement(offer, draw(publics), taken, "p2pgame 0.1.0", draw(st.text(max_size=40)))


def strings(data: bytes) -> list[bytes]:
    """The strings of a TXT record."""
    found = []
    while data:
        found.append(data[1 : data[0] + 1])
        data = data[data[0] + 1 :]
    return found


def record(*found: bytes) -> bytes:
    """The TXT record of these strings."""
    return b"".join(bytes([len(string)]) + string for string in found)


def with_field(key: str, value: str | bytes) -> bytes:
    """Ann's record with another value of one key."""
    new = key.encode() + b"=" + (value.encode() if isinstance(value, str) else value)
    return record(*(new if string.startswith(f"{key}=".encode()) else string for string in strings(ANNS.encode())))


@given(said=announcements())
def test_an_announcement_reads_back(said: Announcement) -> None:
    """All of it, from a record that fits every packet."""
    data = said.encode()
    assert decode(data) == said
    assert len(data) <= 450


def test_the_example_of_the_specification() -> None:
    """Byte for byte."""
    example = re.search(r"```txt\n(.*?)```", SPEC.read_text("utf-8"), re.DOTALL)
    assert example is not None
    assert [line.encode() for line in example[1].splitlines()] == strings(ANNS.encode())


@given(offer=offers, public=publics)
def test_only_facts_that_every_caller_gets_are_announced(offer: Offer, public: bytes) -> None:
    """The offer without its options, the short fingerprint, how many sit, the software: no code, nothing of it."""
    data = announcement(offer, public, 1, "p2pgame 0.1.0", "Friday").encode()
    assert [string.split(b"=")[0].decode() for string in strings(data)] == KEYS
    again = announcement(replace(offer, options=(("long", True),)), public, 1, "p2pgame 0.1.0", "Friday").encode()
    assert again == data


@given(data=st.binary(max_size=ANNOUNCEMENT_BYTES + 10))
def test_bytes_from_a_stranger_are_an_announcement_or_refused(data: bytes) -> None:
    """Nothing else happens."""
    try:
        decode(data)
    except CodecError:
        return
    raise AssertionError("random bytes were taken for a table")


@given(values=st.fixed_dictionaries({}, optional={key: st.text(max_size=30) for key in (*KEYS, "begun")}))
def test_texts_of_an_announcement_are_fit_for_a_terminal(values: dict[str, str]) -> None:
    """For any fields: names are clean and numbers within bounds, or the record is refused."""
    known = dict(string.decode().split("=", 1) for string in strings(ANNS.encode()))
    data = record(*(f"{key}={value}".encode() for key, value in {**known, **values}.items()))
    try:
        read = decode(data)
    except CodecError:
        return
    assert clean_name(read.table) == read.table != ""
    assert clean_name(read.host) == read.host != ""
    assert re.fullmatch("([0-9A-Z]{5}-){4}[0-9A-Z]{5}", read.key)
    assert re.fullmatch("[a-z0-9-]+", read.game)
    assert re.fullmatch("[!-~ ]+", read.software)
    assert 1 <= read.taken <= read.seats <= SEATS


def without(key: str) -> bytes:
    """Ann's record without one key."""
    return record(*(string for string in strings(ANNS.encode()) if not string.startswith(f"{key}=".encode())))


NUMBERS = {
    "rules": ["0", "65537", "01", "+1", " 1", "1.0", "\u0661", "1" * 200, ""],
    "protocol": ["-1", "65537"],
    "taken": ["0", "4"],
    "seats": ["0", "6"],
    "coded": ["2", "true"],
}
"""Texts that are not numbers, or out of bounds."""

TEXTS = {
    "game": ["", "Tink", "-tink", "a" * 33, "t\u0131nk"],
    "key": ["7KQ2M", ANNS.key.lower(), ANNS.key[:-1], ANNS.key + "X", ANNS.key[:-1] + "U", WRONG_KEY],
    "software": ["", "p2pgame \x1b[2J", "p2pgame  0", "p" * 65],
    "host": ["", "\u200b\u202e", "x" * 97],
    "table": ["\x1b\n"],
}
"""Texts outside the key's alphabet, too long ones, and ones with nothing left when they are cleaned."""

REFUSED = {
    "nothing": (b"", Code.NOT_P2PGAME),
    "another program": (record(b"path=/index.html"), Code.NOT_P2PGAME),
    "another layout": (with_field("txtvers", "2"), Code.NOT_P2PGAME),
    "no layout": (with_field("txtvers", ""), Code.NOT_P2PGAME),
    "a string that ends early": (ANNS.encode()[:-1], Code.TRUNCATED),
    "no UTF-8": (with_field("host", b"\xff"), Code.INVALID_UTF8),
    "more than a record may have": (ANNS.encode() + record(*[b"x" * 255] * 4), Code.TOO_LONG),
    "a key twice, in another case": (ANNS.encode() + record(b"Seats=4"), Code.MALFORMED),
    **{f"no {key}": (without(key), Code.WRONG_SHAPE) for key in KEYS[1:]},
    **{f"{k}={v!r}": (with_field(k, v), Code.OUT_OF_BOUNDS) for k, values in NUMBERS.items() for v in values},
    **{f"{k}={v!r}": (with_field(k, v), Code.WRONG_TYPE) for k, values in TEXTS.items() for v in values},
}
"""Records that are no table of ours, and why."""


@pytest.mark.parametrize(("data", "code"), REFUSED.values(), ids=map(ascii, REFUSED))
def test_services_that_are_not_tables_are_refused(data: bytes, code: Code) -> None:
    """Other programs' records, and ours with a field missing, twice there or wrong."""
    with refused(code):
        decode(data)


def test_names_are_cleaned() -> None:
    """As all names are before they are shown."""
    assert decode(with_field("host", "\x1b[2JAnn\u202e")).host == "[2JAnn"
    assert decode(with_field("table", "  Fri\u200bday\n")).table == "Friday"


def test_unknown_keys_are_skipped_and_case_makes_no_difference() -> None:
    """As RFC 6763, section 6.4, has it: so keys can be added, and other programs' libraries be used."""
    shouted = (string.replace(b"game=", b"GAME=") for string in strings(ANNS.encode()))
    assert decode(record(*shouted, b"mood=good", b"flag", b"")) == ANNS


@pytest.mark.parametrize(
    "wrong",
    [
        replace(ANNS, taken=0),
        replace(ANNS, taken=4),
        replace(ANNS, game="Tink"),
        replace(ANNS, host="Ann\x1b"),
        replace(ANNS, table="x" * 300),
        replace(ANNS, software=""),
    ],
)
def test_frames_that_nobody_would_read_are_not_sent(wrong: Announcement) -> None:
    """Our own mistake, reported as ours."""
    with pytest.raises(LocalError):
        wrong.encode()


def test_names_that_are_not_given_are_made() -> None:
    """A host without a name goes by its fingerprint; a table without one by host and game."""
    nameless = announcement(replace(OFFER, host="\u200b"), PUBLIC, 1, "p2pgame 0.1.0")
    assert nameless.host == short(PUBLIC)
    assert nameless.table == f"{short(PUBLIC)}'s tink"
    assert ANNS.table == "Ann's tink"


def test_a_table_is_full_when_no_seat_is_free() -> None:
    """Then nobody need dial it."""
    assert not ANNS.full
    assert replace(ANNS, taken=3).full


@given(said=announcements(), nonces=st.lists(st.from_regex("[0-9a-f]{4}", fullmatch=True), min_size=2, max_size=2))
def test_instance_names_fit_and_differ(said: Announcement, nonces: list[str]) -> None:
    """At most 63 bytes of UTF-8, no control characters; two nonces make two names for any table."""
    one, other = map(said.instance, nonces)
    assert len(one.encode()) <= LABEL_BYTES
    assert one.isprintable()
    assert "." not in one
    assert said.short in one
    assert (one == other) == (nonces[0] == nonces[1])


def test_two_hosts_with_one_name_have_two_instance_names() -> None:
    """Told apart by the key, as on screen."""
    other = announcement(OFFER, bytes(32), 1, "p2pgame 0.1.0")
    assert other.table == ANNS.table
    assert other.instance("0000") != ANNS.instance("0000")


def test_a_record_is_of_an_instance_whose_name_has_its_key() -> None:
    """So nobody can put another key into somebody's table."""
    other = announcement(OFFER, bytes(32), 1, "p2pgame 0.1.0")
    name = f"{ANNS.instance('96c6')}.{SERVICE}".lower()
    assert ANNS.fits(name)
    assert ANNS.fits(ANNS.instance("96c6").lower())
    assert not other.fits(name)
    assert not ANNS.fits(f"ann.{SERVICE}")


def test_the_service_type_is_a_legal_one() -> None:
    """At most 15 letters, digits and hyphens (RFC 6335, section 5.1)."""
    assert re.fullmatch(r"_[a-z0-9-]{1,15}\._tcp\.local\.", SERVICE)


def test_every_field_is_announced() -> None:
    """The record holds the fields of `Announcement` under their own names, and `txtvers`; `begun` where it is so."""
    assert sorted([*KEYS, "begun"]) == sorted(["txtvers", *(field.name for field in fields(Announcement))])
    played = replace(ANNS, begun=True).encode()
    assert [string.split(b"=")[0].decode() for string in strings(played)] == [*KEYS, "begun"]


def test_a_table_has_begun_or_not() -> None:
    """Without the key it has not; other values are refused."""
    assert not ANNS.begun
    assert decode(replace(ANNS, begun=True).encode()).begun
    assert not decode(record(*strings(ANNS.encode()), b"begun=0")).begun
    for value in (b"2", b"", b"yes"):
        with refused(Code.OUT_OF_BOUNDS, "begun"):
            decode(record(*strings(ANNS.encode()), b"begun=" + value))
