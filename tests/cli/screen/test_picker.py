"""A list to choose from that changes while a person looks at it."""

from __future__ import annotations

from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.widgets.picker import Entry, Picker

from .piloting import SMALLEST, Playing, at_once, run_loop

ADA, BEN, CY = (Entry(name, f"{name}'s table") for name in ("ada", "ben", "cy"))


def _answer(keys_before: list[str], entries: tuple[Entry, ...], keys_after: list[str]) -> str | None:
    """The selection from three tables, which become others after the first keys; None for no selection."""
    picker = Picker("Which table?", [ADA, BEN, CY])
    answers: list[str] = []

    async def story(app: Full) -> int:
        answers.append(await app.push_screen_wait(picker))
        return 0

    async def run() -> None:
        app = Full(story, at_once())
        async with app.run_test(size=SMALLEST) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: app.screen is picker)
            await playing.press(*keys_before)
            picker.change(entries)
            await pilot.pause()
            await playing.press(*keys_after)

    run_loop(run())
    return answers[0] if answers else None


def test_the_cursor_stays_on_its_entry_when_others_come_and_go() -> None:
    """At its new place in the list."""
    assert _answer(["down"], (Entry("new", "New"), ADA, BEN), ["enter"]) == "ben"


def test_enter_selects_nothing_when_the_entry_under_the_cursor_has_gone() -> None:
    """A stranger on the network can withdraw a table in another's name, just before somebody presses enter."""
    assert _answer(["down"], (ADA, CY), ["enter"]) is None


def test_after_that_the_cursor_is_moved_to_another_entry() -> None:
    """An arrow goes to the first entry, and enter selects it."""
    assert _answer(["down"], (ADA, CY), ["enter", "down", "enter"]) == "ada"
