"""The page that plays a game back, in a headless Chromium: by buttons, keys, the bar, and by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from p2pgame.cli.main import app as command
from p2pgame.engine.games import GAMES

from ..browser import Page, found
from ..screen.logged import log_of

CHROMIUM = found()
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium, google-chrome or chrome on the PATH"),
]
PHONE, DESKTOP = (390, 844), (1280, 800)
CURRENT = "document.querySelector('#moves [aria-current]')"


def opened(game_id: str, folder: Path, size: tuple[int, int], seats: int = 2) -> Page:
    """The page of a whole game between bots."""
    page = folder / f"{game_id}.html"
    result = CliRunner().invoke(command, ["replay", str(log_of(game_id, seats)), "--html", str(page)])
    assert result.exit_code == 0
    assert CHROMIUM is not None
    return Page(CHROMIUM, page, size)


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    """Tetris between two, on a desktop."""
    with opened("tetris", tmp_path, DESKTOP) as page:
        yield page


def at(page: Page) -> int:
    """The step that is shown."""
    return int(page.ask("document.getElementById('at').textContent").split("/")[0])


def last(page: Page) -> int:
    """The last step."""
    return int(page.ask("document.getElementById('at').textContent").split("/")[1])


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_is_played_through(game_id: str, size: tuple[int, int], tmp_path: Path) -> None:
    """Every step is shown without an error; the page loads no other file, and fits the screen's width."""
    with opened(game_id, tmp_path, size) as page:
        wide = "document.documentElement.scrollWidth"
        for place in range(last(page) + 1):
            assert at(page) == place
            assert page.ask("document.querySelectorAll('#boards td').length") > 0
            assert page.ask(wide) <= size[0]
            page.press("ArrowRight")
        assert page.complaints == []
        assert [url for url in page.requests if not url.startswith(("file:", "about:"))] == []
        assert len(page.requests) == 1


def test_the_buttons_step_and_jump(page: Page) -> None:
    """To the beginning, back, on, to the end."""
    for button, place in [
        ("next", 1),
        ("next", 2),
        ("back", 1),
        ("last", last(page)),
        ("next", last(page)),
        ("first", 0),
    ]:
        page.click(f"[data-go={button}]")
        assert at(page) == place


def test_the_keys_step_and_jump(page: Page) -> None:
    """As on the terminal."""
    for key, place in [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last(page)), ("Home", 0)]:
        page.press(key)
        assert at(page) == place


def test_the_bar_goes_where_it_is_pressed(page: Page) -> None:
    """Its middle is the middle of the game."""
    page.click("#seek")
    assert abs(at(page) - last(page) / 2) <= 1


def test_a_move_in_the_list_is_gone_to(page: Page) -> None:
    """The step is marked, and its words stand above the boards."""
    page.click("#ahead")
    page.click("#moves li:nth-child(3) a")
    page.until(lambda: at(page) == 3)
    assert page.ask(f"{CURRENT}.parentElement.dataset.at") == "3"
    caption = page.ask(f"{CURRENT}.textContent").partition(". ")[2]
    assert page.ask("document.getElementById('caption').textContent") == caption.replace("\n", "; ")


def test_moves_to_come_are_hidden_unless_wanted(page: Page) -> None:
    """Until a box is ticked; at the end all are in sight."""
    shown = "[...document.querySelectorAll('#moves li')].filter(item => !item.hidden).length"
    assert page.ask(shown) == 0
    page.press("ArrowRight")
    page.press("ArrowRight")
    assert page.ask(shown) == 2
    page.click("#ahead")
    assert page.ask(shown) == last(page)
    page.click("#ahead")
    page.press("End")
    assert page.ask(shown) == last(page)


def test_the_address_leads_to_a_step(page: Page) -> None:
    """`#step=12`, when the page is opened and later; the address follows what is shown."""
    page.press("ArrowRight")
    page.until(lambda: bool(page.ask("location.hash === '#step=1'")))
    page.ask("location.hash = '#step=12'")
    page.until(lambda: at(page) == 12)
    page.ask("location.reload()")
    page.until(lambda: page.ask("document.readyState") == "complete" and at(page) == 12)
    page.ask("location.hash = '#step=999999'")
    page.until(lambda: at(page) == last(page))


def test_the_title_has_the_players_and_the_day(page: Page) -> None:
    """And at the end the winner, but not before."""
    names = page.ask("log.names")
    for text in (page.ask("document.title"), page.ask("document.querySelector('header').innerText")):
        assert all(name in text for name in names)
        assert re.search(r"\b20\d\d-\d\d-\d\d\b", text)
        assert "win" not in text
    page.press("End")
    assert page.ask("document.title").startswith(page.ask("log.ending.winners"))
    assert page.ask("log.ending.winners") in page.ask("document.getElementById('caption').textContent")


@pytest.mark.parametrize("focused", ["#speed", "#view", "#seek", "#ahead", "#moves", "#boards", "#play"])
def test_the_arrows_always_step(page: Page, focused: str) -> None:
    """Also where a list or the bar has the focus, which would take them."""
    page.ask(f"document.querySelector('{focused}').focus()")
    page.press("ArrowRight")
    page.press("ArrowRight")
    page.press("ArrowLeft")
    assert at(page) == 1


def test_the_space_bar_presses_the_button_that_has_the_focus(page: Page) -> None:
    """A person who moves by Tab presses the focused button."""
    page.ask("document.querySelector('[data-go=next]').focus()")
    page.press(" ")
    assert at(page) == 1
    assert page.ask("timer") is None


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize(("small", "large"), [((1000, 700), (1900, 1100))])
def test_boards_grow_with_the_window(
    game_id: str, small: tuple[int, int], large: tuple[int, int], tmp_path: Path
) -> None:
    """And stay in sight whole; the score sheet at the end does not move them."""
    size = "document.querySelector('#boards tbody td').getBoundingClientRect().width"
    place = "JSON.stringify([...document.querySelectorAll('#boards table')].map(e => e.getBoundingClientRect()))"
    with opened(game_id, tmp_path, small) as page:
        before = page.ask(size)
        page.ask("addEventListener('resize', () => { window.fitted = [innerWidth, innerHeight].join(); })")
        page.resize(large)
        page.until(lambda: bool(page.ask(f"window.fitted === '{large[0]},{large[1]}'")))
        assert page.ask(size) > before * 1.1
        assert page.ask("document.getElementById('boards').scrollHeight") <= page.ask("innerHeight")
        page.ask(f"go(last - 1); window.stood = {place}")
        page.press("End")
        assert not page.ask("document.getElementById('end').hidden")
        assert page.ask(f"{place} === stood")


def test_it_plays_at_a_speed_and_stops_at_the_end(page: Page) -> None:
    """Faster by a key; the button says what it would do."""
    for _ in range(3):
        page.press("+")
    assert page.ask("document.getElementById('speed').value") == "8"
    page.press("End")
    page.press("ArrowLeft")
    page.click("#play")
    assert page.ask("document.getElementById('play').textContent") == "pause"
    page.until(lambda: at(page) == last(page))
    assert page.ask("document.getElementById('play').textContent") == "play"


def test_a_pause_holds(page: Page) -> None:
    """The space bar plays, and pressed again stops."""
    page.press("+")
    page.press(" ")
    page.until(lambda: at(page) >= 1)
    page.press(" ")
    assert page.ask("timer") is None
    assert at(page) < last(page)


def test_each_seat_is_looked_at(page: Page) -> None:
    """Its board comes first and large, the others stand aside; 0 shows all alike."""
    names = page.ask("log.names")
    for number, name in enumerate(names, 1):
        page.press(str(number))
        assert page.ask("document.querySelector('#boards caption').firstChild.textContent") == name
        assert page.ask("document.querySelectorAll('#boards .aside').length") == len(names) - 1
        assert page.ask("document.getElementById('view').selectedOptions[0].textContent") == name
    page.press("0")
    assert page.ask("document.querySelectorAll('#boards .aside').length") == 0


def test_the_score_sheet_is_shown_at_the_end(page: Page) -> None:
    """At the end it is in sight, and has words; before that it is hidden."""
    assert page.ask("document.getElementById('end').hidden")
    page.press("End")
    assert not page.ask("document.getElementById('end').hidden")
    assert "The game is over" in page.ask("document.getElementById('ending').innerText")
    names = page.ask("[...document.querySelectorAll('#end thead th')].map(cell => cell.textContent)")
    assert names == page.ask("log.names")
    for row in page.ask("[...document.querySelectorAll('#end tbody tr')].map(row => row.children.length)"):
        assert row == 1 + len(names)
    assert page.ask("document.querySelector('#end tfoot').textContent").startswith("total")
    assert page.ask("document.getElementById('end').getBoundingClientRect().top") < DESKTOP[1]


def test_names_of_others_are_only_text(tmp_path: Path) -> None:
    """A name that is markup is shown, not run."""
    with opened("tink", tmp_path, PHONE) as page:
        page.ask("log.frames[1].caption = '<img src=x onerror=fail()>'; show(1)")
        assert page.ask("document.querySelectorAll('#caption img').length") == 0
        assert page.complaints == []
