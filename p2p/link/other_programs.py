"""Other programs that may listen where a table was expected, told by the first bytes that they send."""

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
"""How an alert and a handshake of TLS begin."""


def whose(first: bytes) -> str:
    """What answers, as a clause about the other side, by the first bytes that came from it."""
    if not first or first.startswith(_TLS):
        return "does not speak TLS 1.3"
    known = next((name for beginning, name in _BEGINNINGS if first.startswith(beginning)), "another program")
    return f"is {known}, not p2pgame"
