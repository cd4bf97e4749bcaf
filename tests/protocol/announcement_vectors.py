"""The test vectors of announcements. Written by `vectors`."""

from __future__ import annotations

from dataclasses import asdict, replace

from p2pgame.protocol.lobby.announcement import Announcement, decode

from .test_announcement import ANNS, REFUSED, record, strings, with_field

SAID = {
    "Ann's table": ANNS,
    "full and open": replace(ANNS, taken=3, coded=False),
    "being played": replace(ANNS, taken=3, begun=True),
    "beyond ASCII": replace(ANNS, host="Zo\u00eb", table="\u738b\u5c0f\u660e's tink"),
    "of the future": replace(ANNS, game="chess-3d", rules=65536, protocol=65536),
}
"""Records that are written so."""

READ = {
    "unknown keys, other case, another order": record(b"mood=good", b"flag", b"", *reversed(strings(ANNS.encode()))),
    "capital letters": ANNS.encode().replace(b"game=", b"GAME="),
    "said not to have begun": record(*strings(ANNS.encode()), b"begun=0"),
    "a name to be cleaned": with_field("host", "\x1b[2JAnn\u202e"),
}
"""Records that nobody writes, but that can be read."""

NAMES = (
    (ANNS, "96c6"),
    (replace(ANNS, table="x" * 24), "0000"),
    (replace(ANNS, table="Dr. No... 2"), "0123"),
    (replace(ANNS, table="\U0001f3b2" * 24), "ffff"),
)


def announcement_vectors() -> dict[str, object]:
    """Records with their meaning, records that are refused, and instance names."""
    return {
        "about": "spec/discovery.md; records are the data of a TXT record in hexadecimal digits",
        "written": [{"name": name, "record": said.encode().hex(), "says": asdict(said)} for name, said in SAID.items()],
        "read": [{"name": name, "record": data.hex(), "says": asdict(decode(data))} for name, data in READ.items()],
        "refused": [{"name": name, "record": data.hex(), "code": code.value} for name, (data, code) in REFUSED.items()],
        "instances": [_named(said, nonce) for said, nonce in NAMES],
    }


def _named(said: Announcement, nonce: str) -> dict[str, str]:
    return {"table": said.table, "key": said.key, "nonce": nonce, "instance": said.instance(nonce)}
