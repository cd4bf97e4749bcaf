"""Why nobody at a network table needs to be trusted: the facts, in words for people who do not know hashes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from p2pgame.protocol.identity.fingerprint import fingerprint
from p2pgame.protocol.log.local_replay import LocalReplay
from p2pgame.protocol.log.recording import Recording
from p2pgame.protocol.log.replay import Replay
from p2pgame.protocol.table.ledger import Ledger

from ..words.paths import display_path
from .table import Paragraph

_SHOWN_DRAWS = 8


def explained(
    recording: Recording, names: Sequence[str], links: Sequence[str], draws: Sequence[str], log: Path
) -> tuple[Paragraph, ...]:
    """The reasons to trust a recording, and the limits of that trust."""
    if isinstance(recording, LocalReplay):
        return _local(recording, log)
    assert isinstance(recording, Replay)
    return explained_table(recording.ledger, names, links, draws, log)


def _local(recording: LocalReplay, log: Path) -> tuple[Paragraph, ...]:
    return (
        Paragraph(
            "A game on one machine",
            (
                f"One player's key signed this whole log: {fingerprint(recording.contract.owner)}",
                "All moves follow the rules. Each signature covers everything before it: nothing was changed later.",
                "The draws are that machine's own. Nothing proves that they were fair, or who sat at the keyboard.",
                f"head {recording.standings[-1].head.hex()[:16]}",
                f"The log {display_path(log)} lets anybody check this later: `p2pgame verify`.",
            ),
        ),
    )


def explained_table(
    ledger: Ledger, names: Sequence[str], links: Sequence[str], draws: Sequence[str], log: Path
) -> tuple[Paragraph, ...]:
    """The players, the draws and the history, with the reasons to trust them. Draws show their outcome only."""
    now, seats = ledger.now, ledger.genesis.contract.seats
    players = [
        f"{name}  {fingerprint(seat.public)}  {link}" for name, seat, link in zip(names, seats, links, strict=True)
    ]
    return (
        Paragraph(
            "Players and keys",
            (
                *players,
                "The letters are a fingerprint of each player's key. Read them to each other aloud: if they match, "
                "nobody sits between you. Every move is signed with that key, so nobody can move for another.",
            ),
        ),
        Paragraph(
            "Draws",
            (
                "All players draw each card and each die together. Before the game everybody sealed a list of numbers; "
                "for a draw, everybody opens the next one, and all of them together decide. Nobody could choose their "
                "number after seeing another, and nobody knows a card before it is drawn. Each opened number is "
                "checked by all:",
                *([draw.partition("\n")[0] for draw in draws[-_SHOWN_DRAWS:]] or ("nothing has been drawn yet",)),
            ),
        ),
        Paragraph(
            "Secret choices",
            (
                "When several choose at once, each sends a sealed envelope first, and opens it when all have arrived. "
                "A seal proves that the choice was not changed.",
            ),
        ),
        Paragraph(
            "One history",
            (
                f"step {max(0, now.step - 1)}, head {now.head.hex()[:16]}, state {now.state_hash.hex()[:16]}",
                "The head is a fingerprint of the whole history. Every message carries it: if two of you had "
                "different histories, both programs would stop and say so.",
                f"The log {display_path(log)} lets anybody check all of this later: `p2pgame verify`.",
            ),
        ),
    )
