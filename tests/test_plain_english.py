"""Strings and docstrings are plain English: the worst patterns stay out of clean folders."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

CLEAN = (
    "cli",
    "cli/commands",
    "cli/doctor",
    "cli/export",
    "cli/games/te_trix",
    "cli/games/ten",
    "cli/games/tetris",
    "cli/games/tink",
    "cli/saves",
    "cli/screen",
    "cli/screen/flows",
    "cli/screen/screens",
    "cli/screen/table",
    "cli/screen/widgets",
    "cli/system",
    "cli/table",
    "cli/thinking",
    "cli/words",
    "engine/games",
    "protocol/identity",
)
"""Folders without such sentences, each without those below it. The list grows until it holds all of them."""

PATTERNS = {
    "whoever": r"\bwho(?:m|se)?(?:so)?ever\b",
    "is none": r"\b(?:is|are|was|were) none\b",
    "who has the": r"\bwho has the\b",
    "as long as they like": r"\bas long as (?:they|you) like\b",
    "so far as": r"\b(?:so|as) far as\b",
    "be it only": r"\bbe it only\b",
    "there is that": r"\bthere is that\b",
    "gone on with": r"\bgone on with\b",
    "is told of": r"\b(?:is|are) told of\b",
    "goes with no": r"\bgoes with no\b",
}
"""Name to what is looked for, in any case."""

_FREE_RELATIVE = re.compile(r"(?:\A|(?<=[.;:!?])\s+)(?:Who|Whom|Whose|What|Which)\s[^.;:!?]*(?:[.;:!?]|\Z)")
"""A sentence that begins with a relative; with a question mark at its end it asks."""


def faults(text: str) -> list[str]:
    """The patterns that stand in a text, by their names, and the sentences that begin with a relative."""
    found = [name for name, pattern in PATTERNS.items() if re.search(pattern, text, re.IGNORECASE)]
    begun = (match[0].strip() for match in _FREE_RELATIVE.finditer(text))
    return found + [sentence for sentence in begun if not sentence.endswith("?")]


def texts(source: str) -> Iterator[tuple[int, str]]:
    """The string literals and docstrings of a source, with their lines; of one with fields, each part."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


@pytest.mark.parametrize("folder", CLEAN)
def test_a_clean_folder_stays_clean(folder: str) -> None:
    """Each fault is told with its place."""
    files = sorted((ROOT / folder).glob("*.py"))
    assert files, folder
    found = [
        f"{path.relative_to(ROOT)}:{line}: {fault!r}"
        for path in files
        for line, text in texts(path.read_text("utf-8"))
        for fault in faults(text)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "text",
    [
        "Whoever takes longer makes the default move.",
        "free: whoever comes gets it",
        "There is none, or it is none of ours.",
        "who has the code",
        "None for as long as they like.",
        "So far as can be told.",
        "No table waits to be gone on with.",
        "What is played, and by which bots.",
        "The board. Who has answered already.",
        "Whose lines these are; None for a spectator.",
    ],
)
def test_the_worst_patterns_are_found(text: str) -> None:
    """Sentences that stood in the source."""
    assert faults(text)


@pytest.mark.parametrize(
    "text",
    [
        "Which one? ",
        "What this player is called?",
        "anyone with the code",
        "The seats that have answered.",
        "Wait for the player who thinks.",
        "No level has that name.",
    ],
)
def test_plain_sentences_are_not(text: str) -> None:
    """Questions ask, and a relative inside of a sentence is English."""
    assert not faults(text)
