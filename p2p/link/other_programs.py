"""Other programs that may listen at a table's address, recognized by their first bytes."""

from __future__ import annotations

_BEGINNINGS = (
    (b"HTTP/", "a web server or a proxy"),
    (b"<", "a web server or a proxy"),
    (b"SSH-", "an SSH server"),
    (b"RFB ", "a screen that is shared by VNC"),
    (b"220", "a mail or file server"),
    (b"+OK", "a mail server"),
    (b"* OK", "a mail server"),
    (b"\xff\xfb", "a Telnet server"),
    (b"\xff\xfd", "a Telnet server"),
    (b"-ERR", "a database"),
)

_TLS = (b"\x15\x03", b"\x16\x03")
"""First bytes of an alert and of a handshake of TLS."""


def describe(first: bytes) -> str:
    """The program that answers, as a clause about the other side, from its first bytes."""
    if not first or first.startswith(_TLS):
        return "does not speak TLS 1.3"
    known = next((name for beginning, name in _BEGINNINGS if first.startswith(beginning)), "another program")
    return f"is {known}, not p2pgame"
