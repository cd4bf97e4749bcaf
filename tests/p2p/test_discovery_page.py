"""The numbers of `spec/discovery.md` are those of the code."""

from __future__ import annotations

from pathlib import Path

from p2pgame.p2p.lan import browser, discovery
from p2pgame.protocol.wire import limits

PAGE = (Path(__file__).parents[2] / "spec" / "discovery.md").read_text("utf-8")


def test_times_of_announcing() -> None:
    """Lifetimes, the space between changes, and how soon new addresses count."""
    assert f"SRV, A and AAAA live for {discovery.LIFETIME} seconds, PTR and TXT for {discovery.TEXT_LIFETIME}." in PAGE
    assert f"as soon as {discovery.SPACING} seconds have passed" in PAGE
    assert f"begins again within {discovery.ADDRESS_POLL:.0f} seconds" in PAGE


def test_times_of_browsing() -> None:
    """When all are asked, and how long one that is silent is."""
    first, *others = sorted(browser.ASKED_AT)
    assert first == 0
    assert f"after {', '.join(map(str, others[:-1]))} and {others[-1]} seconds, and then once a minute" in PAGE
    assert browser.ASKED_EVERY * browser.SWEEP == 60
    assert f"asked for every second, for {browser.PATIENCE // 1000} seconds" in PAGE
    assert f"seen for at most {discovery.LIFETIME} seconds" in PAGE


def test_limits() -> None:
    """The limits of names, tables and records."""
    kept = f"at most {browser.MOST_NAMES} names, and keeps at most {browser.MOST_TABLES} tables"
    assert f"{kept}, each with at most {limits.ADDRESSES} addresses" in PAGE
    assert f"at most 255 bytes, the record at most {limits.ANNOUNCEMENT_BYTES}" in PAGE
    assert f"at most {limits.WORD_BYTES} |" in PAGE
