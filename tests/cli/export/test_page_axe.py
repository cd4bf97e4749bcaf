"""The page that plays a game back, looked at by axe-core: roles, labels, contrast, focus.

`npm install --no-save axe-core` in the repository, or `AXE=PATH`, brings the script that is run in the page.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from p2pgame.engine.games import GAMES

from ..browser import Page, found
from .test_page import DESKTOP, PHONE, opened

_INSTALLED = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"
AXE = Path(os.environ.get("AXE", _INSTALLED))

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(found() is None, reason="there is no chromium, google-chrome or chrome on the PATH"),
    pytest.mark.skipif(not AXE.is_file(), reason="there is no axe-core: npm install --no-save axe-core"),
]

STATES = (
    "go(0)",
    "go(Math.floor(last / 2))",
    "go(last)",
    "look(String(seats[0]))",
    "document.getElementById('ahead').click()",
)
"""The page at its beginning, in the middle, at its end, from one seat, and with all moves listed."""


def violations(page: Page) -> list[str]:
    """Violations found by axe, by its rules; the content security policy admits only the debugger's script."""
    page.ask("window.found = null; axe.run().then(result => { window.found = result.violations; }); 1")
    page.until(lambda: bool(page.ask("window.found !== null")))
    told: list[str] = page.ask("found.map(each => `${each.id}: ${each.nodes[0].html.slice(0, 100)}`)")
    return told


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game_id", GAMES)
def test_axe_finds_nothing(game_id: str, size: tuple[int, int], tmp_path: Path) -> None:
    """In any state of the page, in the usual colours."""
    with opened(game_id, tmp_path, size) as page:
        page.ask(f"{AXE.read_text('utf-8')};1")
        for state in STATES:
            page.ask(f"{state};1")
            assert violations(page) == [], state


@pytest.mark.parametrize("colours", ["light", "high-contrast", "colour-blind"])
def test_axe_finds_nothing_in_other_colours(colours: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the settings may ask for."""
    from p2pgame.cli.export import files  # noqa: PLC0415 - only here

    monkeypatch.setattr(files, "colours", lambda: colours)
    for game_id in GAMES:
        with opened(game_id, tmp_path, DESKTOP) as page:
            page.ask(f"{AXE.read_text('utf-8')};1")
            page.ask("go(last - 1);1")
            assert violations(page) == [], game_id
