"""The numbers of `spec/identity-and-link.md` about reading are those of the code."""

from __future__ import annotations

from pathlib import Path

from p2pgame.p2p.table.runner import SEAT_MESSAGES, SPECTATOR_MESSAGES
from p2pgame.protocol.wire.limits import LOBBY_MESSAGES

PAGE = (Path(__file__).parents[2] / "spec" / "identity-and-link.md").read_text("utf-8")


def test_messages_that_are_read_from_a_link() -> None:
    """In a tick of a table, and in a second of a lobby."""
    assert f"| {SEAT_MESSAGES:,} from a seat, {SPECTATOR_MESSAGES} from a spectator; the rest waits |" in PAGE
    assert f"| messages that are read from a link of a lobby in a second | {LOBBY_MESSAGES}; the rest waits |" in PAGE
