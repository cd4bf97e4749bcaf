"""Forms of the menu: what is settled before a table, and the settings of the person."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from p2pgame.cli.games.palette import ground_of, ink_of
from p2pgame.cli.profile import person
from p2pgame.cli.profile.settings import Settings
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.flows.terms import play_fields
from p2pgame.cli.screen.keys import meaning, moving
from p2pgame.cli.screen.screens.table import TableScreen
from p2pgame.cli.screen.widgets.form import Form
from p2pgame.cli.table.table import Table
from p2pgame.engine.games import GAMES, load
from p2pgame.protocol.log.local_replay import LocalReplay

from ..unwrapped import unwrapped
from .piloting import Playing
from .test_menu import at_the_menu


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own settings are touched."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    person.play_as("default")


def _form(app: Full) -> Form:
    assert isinstance(app.screen, Form)
    return app.screen


async def _to_form(playing: Playing, app: Full, way: str, game_id: str) -> Form:
    await playing.press(way)
    await playing.until(lambda: "Which game?" in playing.text())
    await playing.press(str(list(GAMES).index(game_id) + 1))
    await playing.until(lambda: isinstance(app.screen, Form))
    return _form(app)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_option_of_a_game_is_a_line_in_words(game_id: str) -> None:
    """At some number of seats, with every value it may have."""
    game, seen = load(game_id), dict[str, set[object]]()
    for seats in game.seats:
        for field in play_fields(game, {"seats": seats, "people": 1}):
            assert field.about
            seen.setdefault(field.word, set()).update(field.choices)
    for option in game.options:
        assert seen[option.name] == set(option.choices)


def test_a_variant_for_one_is_chosen_and_played() -> None:
    """TEN alone: the grade of JEN comes up with the single seat, and the level of bots goes."""

    async def test(playing: Playing, app: Full) -> None:
        form = await _to_form(playing, app, "1", "ten")
        assert "jen" not in [field.word for field in form.fields]
        await playing.press("left")
        assert [field.word for field in form.fields] == ["seats", "bust_buy", "jen"]
        await playing.press("up", "right", "right")
        assert "JEN draws until she has that much" in playing.text()
        await playing.press("enter")
        await playing.until(lambda: isinstance(app.screen, TableScreen))
        position = playing.table.table.game.position(playing.table.table.state)
        assert (position["seats"], position["options"]["jen"]) == (1, 6)

    at_the_menu(test)


def test_two_at_one_keyboard_have_names() -> None:
    """A line for each; no bot is left, so no level is asked for."""

    async def test(playing: Playing, app: Full) -> None:
        form = await _to_form(playing, app, "1", "tink")
        await playing.press("down", "right", "down", "A", "d", "a", "down", "B", "e", "n")
        assert [field.word for field in form.fields] == ["seats", "people", "name 0", "name 1"]
        await playing.press("enter")
        await playing.until(lambda: isinstance(app.screen, TableScreen))
        assert playing.table.table.names == ("Ada", "Ben")

    at_the_menu(test)


async def _begin_again(playing: Playing, app: Full) -> Form:
    """From the menu to the form of the same game; the cursor stands where it was."""
    await playing.press("enter")
    await playing.until(lambda: "Which game?" in playing.text())
    await playing.press("enter")
    await playing.until(lambda: isinstance(app.screen, Form))
    return _form(app)


async def _at_table(playing: Playing, seats: int) -> Table:
    """The table that Enter leads to, with that many seats."""
    await playing.press("enter")
    await playing.until(lambda: playing.has_table)
    table = playing.table.table
    assert len(table.names) == seats
    return table


async def _make_a_move(playing: Playing) -> None:
    """Make the move that is shown, and wait for the next question."""
    await playing.asked()
    await playing.press("enter")
    await playing.asked()


async def _leave(playing: Playing) -> str:
    """Leave the table for the menu; the question that was asked before."""
    await playing.press("q")
    asked = unwrapped(playing.text())
    await playing.press("y")
    await playing.until(lambda: "Host a table" in playing.text())
    return asked


def test_a_game_from_the_menu_is_saved_and_resumed(tmp_path: Path) -> None:
    """The last screen says how to resume it; its seats, options and players stay; a new game replaces no other one."""

    async def test(playing: Playing, app: Full) -> None:
        form = await _to_form(playing, app, "1", "tink")
        assert [field.word for field in form.fields] == ["seats", "people", "level"]
        await playing.press("right")
        table = await _at_table(playing, seats=3)
        await _make_a_move(playing)
        step = table.step
        told = "The game is saved. Resume it with p2pgame play tink, or with Play here in the menu."
        assert told in await _leave(playing)

        form = await _begin_again(playing, app)
        assert [field.word for field in form.fields] == ["game"]
        told = f"An unfinished game of you and 2 bots (normal), after {step} steps, last played 20"
        assert told in unwrapped(playing.text())
        table = await _at_table(playing, seats=3)
        assert table.step == step
        await _leave(playing)

        form = await _begin_again(playing, app)
        await playing.press("right")
        assert [field.word for field in form.fields] == ["game", "seats", "people", "level"]
        assert "The unfinished game is kept." in playing.text()
        await _at_table(playing, seats=2)
        await _make_a_move(playing)
        logs = [LocalReplay(log.read_bytes(), load) for log in (tmp_path / "default" / "logs").glob("*.p2plog")]
        lengths = {len(log.people): len(list(log.steps())) for log in logs}
        assert lengths[3] == step
        assert sorted(len(log.people) for log in logs) == [2, 3], "the new game takes no other's place"

    at_the_menu(test)


def test_bots_leave_the_host_a_seat() -> None:
    """Fewer players, fewer bots; their level is asked for where there are some."""

    async def test(playing: Playing, app: Full) -> None:
        form = await _to_form(playing, app, "3", "tetris")
        await playing.press("right", "right", "down", "left")
        assert (form.values["seats"], form.values["bots"]) == (4, 3)
        assert "level" in [field.word for field in form.fields]
        await playing.press("up", "left", "left")
        assert form.values["seats"] == 2
        assert form.values["bots"] in (0, 1)
        await playing.press("escape", "escape")

    at_the_menu(test)


def test_the_host_gives_each_decision_its_time() -> None:
    """None by itself; the form says what happens when it is up."""

    async def test(playing: Playing, app: Full) -> None:
        form = await _to_form(playing, app, "3", "tink")
        assert form.values["turn time"] == 0
        await playing.press("down", "down", "down", "right", "right")
        assert form.values["turn time"] == 60
        assert "a minute" in playing.text()
        assert "the others vote for the game's default move" in playing.text()
        await playing.press("escape", "escape")

    at_the_menu(test)


def test_settings_are_changed_kept_and_hold_at_once(tmp_path: Path) -> None:
    """A name is typed, colours go, other letters move."""

    async def test(playing: Playing, app: Full) -> None:
        await playing.press("8")
        await playing.until(lambda: isinstance(app.screen, Form))
        await playing.until(lambda: "0 of 24 characters" in playing.text())
        await playing.press(*"A" * 30)
        assert _form(app).values["name"] == "A" * 24
        assert "24 of 24 characters" in playing.text()
        await playing.press(
            *["backspace"] * 23, "d", "q", "backspace", "a", "down", "left", "down", "right", "down", "right", "enter"
        )
        await playing.until(lambda: "Host a table" in playing.text())
        assert person.settings() == Settings("Ada", "none", "hjkl", bell=True)
        assert 'name = "Ada"' in (tmp_path / "default" / "settings.toml").read_text("utf-8")
        assert (meaning("k"), meaning("L"), "k" in moving()) == ("up", "l", True)
        styles = {segment.style for strip in playing.strips for segment in strip}
        assert not [style for style in styles if style and style.color and style.color.triplet]
        await playing.press("q")

    at_the_menu(test)


def _papers(playing: Playing) -> set[str | None]:
    """The colours of all backgrounds on the screen."""
    segments = [segment for strip in playing.strips for segment in strip]
    return {color.get_truecolor().hex for segment in segments if (color := segment.style and segment.style.bgcolor)}


def _letters_of(playing: Playing, words: str) -> set[str | None]:
    """The colours of some words."""
    segments = [segment for strip in playing.strips for segment in strip]
    found = [segment.style.color for segment in segments if words in segment.text and segment.style]
    return {color.get_truecolor().hex for color in found if color}


def test_colours_are_shown_as_they_are_chosen(tmp_path: Path) -> None:
    """And are as before when the settings are left by Escape."""

    async def test(playing: Playing, app: Full) -> None:
        await playing.press("8")
        await playing.until(lambda: isinstance(app.screen, Form))
        dark = app.screen.styles.background.hex
        await playing.press("down", "right")
        await playing.until(lambda: app.screen.styles.background.hex == ground_of("light").upper())
        await playing.until(lambda: {ink_of(ink, "light").paper for ink in ("I", "S", "T", "blue")} <= _papers(playing))
        assert _letters_of(playing, "Your name") == {ink_of("plain", "light").ink}
        assert person.settings().colours == "light"
        await playing.press("escape")
        await playing.until(lambda: "Host a table" in playing.text())
        await playing.until(lambda: app.screen.styles.background.hex == dark)
        assert person.settings().colours == "default"
        assert not (tmp_path / "default" / "settings.toml").exists()
        await playing.press("q")

    at_the_menu(test)


def test_the_bell_rings_when_something_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only if the setting is on."""
    rung: list[bool] = []
    monkeypatch.setattr(Full, "bell", lambda _app: rung.append(True))
    person.settle(Settings(bell=True))

    async def test(playing: Playing, app: Full) -> None:
        await _to_form(playing, app, "1", "tetris")
        assert not rung
        await playing.press("enter")
        await playing.until(lambda: isinstance(app.screen, TableScreen) and app.screen.view.ready)
        assert rung

    at_the_menu(test)


def test_unsaved_settings_apply_until_the_program_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full."""

    def full(_path: Path, _data: bytes, _mode: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("p2pgame.p2p.store.atomic_write.replace", full)

    async def test(playing: Playing, app: Full) -> None:
        await playing.press("8")
        await playing.until(lambda: isinstance(app.screen, Form))
        await playing.press("enter")
        await playing.until(lambda: "They apply until you leave." in unwrapped(playing.text()))

    at_the_menu(test)


def test_help_comes_on_every_screen_of_the_menu() -> None:
    """By the question mark, and goes by Escape."""

    async def test(playing: Playing, app: Full) -> None:
        await playing.press("question_mark")
        assert "move between entries" in playing.text()
        await playing.press("escape")
        await _to_form(playing, app, "1", "tink")
        await playing.press("question_mark")
        assert "change the value" in playing.text()
        await playing.press("escape", "escape")

    at_the_menu(test)
