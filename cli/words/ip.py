"""IP addresses as people type them."""

from __future__ import annotations

from ipaddress import ip_address


def is_ip(word: str) -> bool:
    """Whether the word is an IP address, perhaps with a zone."""
    try:
        ip_address(word.partition("%")[0])
    except ValueError:
        return False
    return True
