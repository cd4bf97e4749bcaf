"""The first start of a profile: it asks what one wants to be called."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from p2pgame.cli.profile import person
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.flows.welcome import start
from p2pgame.cli.screen.widgets.form import Form
from p2pgame.cli.screen.widgets.modal import Reading
from p2pgame.cli.screen.widgets.picker import Picker

from ..unwrapped import unwrapped
from .piloting import SMALLEST, Playing, at_once, run_loop


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the profile, which is not there yet."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    person.play_as("default")
    return tmp_path / "default"


def started(test: Callable[[Playing, Full], Awaitable[None]]) -> None:
    """Run a test from the start on."""

    async def run() -> None:
        app = Full(start, at_once())
        async with app.run_test(size=SMALLEST) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: isinstance(app.screen, Form | Picker | Reading))
            await test(playing, app)

    run_loop(run())


async def _named(playing: Playing, app: Full) -> None:
    assert "What do you want to be called?" in unwrapped(playing.text())
    await playing.press(*"Ada", "enter")
    await playing.until(lambda: isinstance(app.screen, Picker))


async def _at_once_in_the_menu(playing: Playing, app: Full) -> None:
    assert isinstance(app.screen, Picker)


def test_the_name_is_asked_once_and_kept(home: Path) -> None:
    """The second start begins with the menu."""
    started(_named)
    assert person.called() == ("Ada",)
    assert 'name = "Ada"' in (home / "settings.toml").read_text(encoding="utf-8")
    started(_at_once_in_the_menu)


def test_no_name_is_an_answer_too(home: Path) -> None:
    """Escape leads to the menu; it is not asked again."""

    async def test(playing: Playing, app: Full) -> None:
        await playing.press("escape")
        await playing.until(lambda: isinstance(app.screen, Picker))

    started(test)
    assert person.called() == ()
    started(_at_once_in_the_menu)


@pytest.mark.parametrize(("as_folder", "as_file"), [(True, "name = "), (False, "no folder")])
def test_where_settings_are_not_understood_no_name_is_asked(home: Path, as_folder: bool, as_file: str) -> None:
    """Or cannot be kept: a sentence says so, and nothing is written over."""
    path = home / "settings.toml" if as_folder else home
    path.parent.mkdir(exist_ok=True)
    path.write_text(as_file, encoding="utf-8")

    async def test(playing: Playing, app: Full) -> None:
        assert "are not used" in unwrapped(playing.text())
        await playing.press("escape")
        await playing.until(lambda: isinstance(app.screen, Picker))

    started(test)
    assert path.read_text(encoding="utf-8") == as_file
