"""Logs looked at on the whole screen, and written for a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from p2pgame.cli.main import app as command
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.drawing import style
from p2pgame.cli.screen.flows.replay import replay
from p2pgame.cli.screen.screens.replay import ReplayScreen
from p2pgame.cli.screen.widgets.board import BoardView
from p2pgame.cli.screen.widgets.seek import SeekBar
from p2pgame.cli.table.network import describe_verification
from p2pgame.engine.squares import parse_square
from rich.text import Text
from textual.widgets import Static

from ..unwrapped import unwrapped
from .logged import log_of, recording_of, replay_of
from .piloting import SMALLEST, Playing, at_once, run_loop


def looked_at(
    path: Path, test: Callable[[Playing, ReplayScreen], Awaitable[None]], size: tuple[int, int] = SMALLEST
) -> Full:
    """Run a test with a log on the screen."""

    async def run() -> Full:
        app = Full(lambda app: replay(app, recording_of(path), path), at_once())
        async with app.run_test(size=size) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: isinstance(app.screen, ReplayScreen))
            assert isinstance(app.screen, ReplayScreen)
            await test(playing, app.screen)
        return app

    return run_loop(run())


def test_arrows_step_and_home_and_end_jump() -> None:
    """Through the frames of the log, not beyond."""

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        last = len(screen.replay.frames) - 1
        await playing.press("right", "right")
        assert screen.replay.at == 2
        await playing.press("left")
        assert screen.replay.at == 1
        await playing.press("end", "right")
        assert screen.replay.at == last
        await playing.press("home", "left")
        assert screen.replay.at == 0

    looked_at(log_of("tink"), test)


def test_a_step_is_gone_to_by_its_number() -> None:
    """`go 5`, as the log numbers it."""

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        screen.obey("go 5")
        await playing.press("l")
        assert screen.view.table.step == 5

    looked_at(log_of("tink"), test)


def test_steps_are_counted_as_in_the_log() -> None:
    """From 0, when all accept, to the step in which all sign the end: that is the last, and there is no other."""

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        numbers = [frame.number for frame in screen.replay.frames]
        assert numbers == list(range(len(numbers)))
        await playing.press("end")
        assert f"{numbers[-1]}/{numbers[-1]}" in playing.text()
        assert "The end is signed by Ada and Ben." in playing.text()
        screen.obey(f"go {numbers[-1] + 1}")
        assert f"There is no step {numbers[-1] + 1}: the last is {numbers[-1]}." in screen.view.said
        assert screen.view.table.step == numbers[-1]

    looked_at(log_of("tink"), test)


def test_a_replay_lists_its_commands_after_an_unknown_one() -> None:
    """Nothing can be moved in it."""

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        for line in ("foo", "s@d4", "go", "go foo", "undo", "legal"):
            screen.view.sayings.forget()
            screen.obey(line)
            assert screen.view.said == "A replay takes go STEP, score, rules, help or quit.", line
            await playing.press("right")
            assert "A replay takes" not in playing.text(), "another step is shown already"

    looked_at(log_of("tink"), test)


def test_space_plays_on_and_stops() -> None:
    """Faster after `+`."""

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        await playing.press("plus", "plus", "space")  # slow enough not to come to the end meanwhile
        await playing.until(lambda: screen.replay.at >= 2)
        await playing.press("space")
        assert "paused" in playing.text()

    looked_at(log_of("tink"), test)


def test_the_score_sheet_is_at_the_end() -> None:
    """And the exit code says that the log was closed."""

    async def test(playing: Playing, _screen: ReplayScreen) -> None:
        await playing.press("end", "e")
        assert "The game is over" in playing.text()
        await playing.press("escape", "q")

    assert looked_at(log_of("tink"), test).return_value == 0


def test_the_score_sheet_of_te_trix_names_the_full_sheet() -> None:
    """And has one row for each symbol."""

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        await playing.press("end", "e")
        text = playing.text().replace("│", " ")
        assert "no room for the shape. The game is over" in unwrapped(text)
        assert [line.split()[0] for line in text.splitlines() if " x " in line] == ["circles", "squares", "crosses"]
        assert describe_verification(log_of("te-trix")).startswith("The log is fair and intact: ")
        assert f" steps (0 to {screen.replay.frames[-1].number}), " in describe_verification(log_of("te-trix"))

    looked_at(log_of("te-trix"), test)


def test_each_seat_is_looked_at() -> None:
    """By its number or one after another: its board is the large one."""

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        await playing.press("end", "2")
        view = screen.query_one(BoardView)
        assert view.board is not None
        assert view.board.seat == 1
        await playing.press("tab")
        assert view.board.seat == 0
        await playing.press("shift+tab")
        assert view.board.seat == 1

    looked_at(log_of("te-trix"), test)


def test_the_bar_is_pressed_and_dragged() -> None:
    """Its right end is the end of the log, its left the beginning."""

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        last = len(screen.replay.frames) - 1
        bar = screen.query_one(SeekBar)
        await playing.click("#seek", (1 + bar.length, 0))
        assert screen.replay.at == last
        await playing.click("#seek", (1 + bar.length // 2, 0))
        assert abs(screen.replay.at - last / 2) <= 1
        await playing.click("#seek", (1, 0))
        assert screen.replay.at == 0

    looked_at(log_of("tink"), test)


def test_the_current_move_is_marked_in_the_list() -> None:
    """Its number stands out, alone of all."""

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        await playing.press("right", "right", "right", "l")
        number = screen.view.table.step
        body = playing.app.screen.query_one("#body", Static).content
        assert isinstance(body, Text)
        assert _marked(body) == [str(number)]

    looked_at(log_of("tink"), test)


def _marked(text: Text) -> list[str]:
    """The text that stands out as the current step."""
    return [text.plain[span.start : span.end].strip() for span in text.spans if span.style == style("cursor")]


def _shown(screen: ReplayScreen, place: str) -> list[str]:
    """The lines of a part of the screen."""
    content = screen.query_one(place, Static).content
    assert isinstance(content, Text)
    return content.plain.split("\n")


@pytest.mark.parametrize("game_id", ["tetris", pytest.param("tentricks", marks=pytest.mark.long)])
def test_where_there_is_no_room_for_the_list_the_moves_around_are_shown(game_id: str) -> None:
    """The one before, the current one marked, and the next; the foot shows the key of the list, also at the end."""

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        await playing.press(*["right"] * 5)
        assert not screen.query_one("#log").display
        told = [(frame.number, frame.text.replace("\n", "; ")) for frame in screen.replay.frames[4:7]]
        now = screen.replay.frames[5]
        lines = [*_shown(screen, "#question"), *_shown(screen, "#preview")]
        for line, (number, step) in zip(lines, told, strict=True):
            assert f"{number:>3} {step}".startswith(line.removesuffix("…")), "cut at the edge at most"
            assert line in playing.text()
        content = screen.query_one("#question", Static).content
        assert isinstance(content, Text)
        assert _marked(content) == [str(now.number)]
        assert "parts checked" in playing.text()
        assert "l list" in playing.text()
        await playing.press("home")
        assert _shown(screen, "#question") == ["", "    Before the first step."]
        await playing.press("end")
        assert _shown(screen, "#preview") == [""]
        assert "l list" in playing.text()
        assert "e score" in playing.text()
        assert "q leave" in playing.text()

    looked_at(log_of(game_id, 4), test)


def test_where_there_is_room_the_list_itself_is_shown() -> None:
    """And the moves around the current one are not shown twice."""

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        await playing.press(*["right"] * 5)
        assert screen.query_one("#log").display
        assert _shown(screen, "#question") == [screen.replay.frames[5].text]

    looked_at(log_of("tetris", 4), test, (140, 40))


def test_marks_on_the_board_are_of_the_step_itself() -> None:
    """Also after a jump, and going back: of Tink the square of one stone, and those of stones spent on it."""

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        for key in ("pagedown", "left", "left"):
            await playing.press(key)
            move = screen.replay.frames[screen.replay.at].text.split(": ", 1)[1].split(" (", 1)[0]
            squares = {parse_square(square, 8, 8) for square in re.findall("[a-h][1-8]", move)}
            assert screen.view.sight.latest.get(None, set()) == squares

    looked_at(log_of("tink"), test)


def test_help_lists_the_keys_of_a_replay() -> None:
    """And not those of a player."""

    async def test(playing: Playing, _screen: ReplayScreen) -> None:
        await playing.press("question_mark")
        assert "go to a step, by its number" in playing.text()
        assert "make the move" not in playing.text()

    looked_at(log_of("tink"), test)


@pytest.fixture
def _looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody needs to wait for half a second."""
    monkeypatch.setattr("p2pgame.cli.screen.driving.LOOK_AGAIN", 0.02)


def _parts(path: Path, steps: int) -> tuple[bytes, bytes, bytes]:
    """A log in three: that many steps, the next, and the rest."""
    replay = replay_of(path)
    played, ends = replay.steps(), []
    for _ in range(steps + 1):
        next(played)
        ends.append(replay.end)
    return replay.data[: ends[-2]], replay.data[ends[-2] : ends[-1]], replay.data[ends[-1] :]


def _append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


@pytest.mark.usefixtures("_looks_often")
def test_a_log_that_is_still_played_is_followed(tmp_path: Path) -> None:
    """At its end each step is seen as it comes; a person who looks back stays there; half a record is waited for."""
    path = tmp_path / "live.p2plog"
    begin, following, rest = _parts(log_of("tink"), 6)
    path.write_bytes(begin)

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        await playing.press("end")
        assert "If the game continues, its moves appear." in unwrapped(playing.text())
        known = len(screen.replay.frames)
        _append(path, following[:10])
        await playing.until(lambda: screen.replay.cut is not None)
        assert len(screen.replay.frames) == known
        _append(path, following[10:])
        await playing.until(lambda: len(screen.replay.frames) > known)
        assert screen.replay.at == len(screen.replay.frames) - 1
        await playing.press("home")
        _append(path, rest)
        await playing.until(lambda: screen.replay.ended)
        assert screen.replay.at == 0
        await playing.press("end", "e")
        assert "The game is over" in playing.text()
        await playing.press("escape", "q")

    assert looked_at(path, test).return_value == 0


@pytest.mark.usefixtures("_looks_often")
def test_new_records_of_a_log_are_checked_too(tmp_path: Path) -> None:
    """A sentence shows a step that does not hold, and the log is not followed further."""
    path = tmp_path / "live.p2plog"
    begin, following, rest = _parts(log_of("tink"), 6)
    path.write_bytes(begin)

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        await playing.press("end")
        _append(path, following + bytes((rest[0],)) + rest[1:-1] + bytes((rest[-1] ^ 1,)))
        await playing.until(lambda: screen.replay.ended)
        await playing.press("end")
        assert "The log is intact up to step" in unwrapped(playing.text())
        await playing.press("q")

    app = looked_at(path, test)
    assert app.refusal is not None
    assert "The log is intact up to step" in app.refusal.message


def test_a_log_that_does_not_hold_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """With the step; no screen is opened for it."""
    path = tmp_path / "bad.p2plog"
    data = log_of("tink").read_bytes()
    path.write_bytes(data[:-1] + bytes((data[-1] ^ 1,)))

    async def run() -> Full:
        app = Full(lambda app: replay(app, recording_of(path), path), at_once())
        async with app.run_test(size=SMALLEST) as pilot:
            await Playing(app, pilot).until(lambda: app.refusal is not None)
        return app

    refusal = run_loop(run()).refusal
    assert refusal is not None
    assert "The log is intact up to step" in refusal.message


@pytest.mark.parametrize("game_id", ["tink", "te-trix"])
def test_the_page_has_every_step_and_needs_nothing_else(game_id: str, tmp_path: Path) -> None:
    """All frames are data in it; it names no other file and no address."""
    path, page = log_of(game_id), tmp_path / "game.html"
    result = CliRunner().invoke(command, ["replay", str(path), "--html", str(page)])
    assert result.exit_code == 0
    text = page.read_text("utf-8")
    found = re.search(r"const log = (\{.*\});", text)
    assert found is not None
    data = json.loads(found[1])
    assert [frame["step"] for frame in data["frames"]][1:] == sorted({frame["step"] for frame in data["frames"][1:]})
    assert data["ending"]["reason"].startswith("The game is over")
    assert not re.search(r"https?://|src=|href=", text)


def test_a_position_is_drawn(tmp_path: Path) -> None:
    """Well-formed, with a square for each of the board."""
    drawing = tmp_path / "game.svg"
    result = CliRunner().invoke(command, ["replay", str(log_of("tink")), "--svg", str(drawing), "--at", "3"])
    assert result.exit_code == 0
    root = ElementTree.parse(drawing).getroot()  # noqa: S314 - we wrote it
    assert len(root.findall("{http://www.w3.org/2000/svg}rect")) >= 64
