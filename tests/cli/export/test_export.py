"""Pictures and pages of a log, and the sentences when they cannot be written."""

from __future__ import annotations

import re
import struct
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from p2pgame.cli.export.files import drawing_of, picture_of
from p2pgame.cli.export.png import ZOOM, png_of, spelled_out
from p2pgame.cli.export.svg import drawing
from p2pgame.cli.games import presentation_of
from p2pgame.cli.games.palette import TEXTURES, ink_of, inks
from p2pgame.cli.main import app as command
from p2pgame.cli.saves.logs import describe_log
from p2pgame.cli.system.exits import ExitCode
from p2pgame.cli.table.replay import Frame, Frames
from p2pgame.cli.table.score import describe_winners
from p2pgame.engine.games import load
from p2pgame.engine.pending import Over
from p2pgame.engine.picture import Board, Mark, Picture

from ..screen.logged import log_of, recording_of, replay_of
from ..unwrapped import unwrapped

_TEXT = re.compile(r"<text.*?</text>")


def test_a_position_is_a_picture_with_letters_in_it(tmp_path: Path) -> None:
    """As large as the drawing says, twice as sharp; without the letters it would be another."""
    drawing, picture = tmp_path / "game.svg", tmp_path / "game.png"
    words = ["replay", str(log_of("tink")), "--at", "5", "--svg", str(drawing), "--png", str(picture)]
    assert CliRunner().invoke(command, words).exit_code == 0
    text, data = drawing.read_text("utf-8"), picture.read_bytes()
    size = re.search(r'width="(\d+)" height="(\d+)"', text)
    assert size is not None
    assert data[:16] == b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
    assert struct.unpack(">II", data[16:24]) == (ZOOM * int(size[1]), ZOOM * int(size[2]))
    assert data == png_of(text)
    assert data != png_of(_TEXT.sub("", text))


def test_the_last_position_names_the_winner(tmp_path: Path) -> None:
    """Or says that nobody has won. No earlier position names one."""
    replay = replay_of(log_of("tink"))
    *_, last = replay.steps()
    pending = replay.game.pending(last.state)
    assert isinstance(pending, Over)
    ending = describe_winners(presentation_of(replay.game).phrases, pending.result, ("Ada", "Ben"))
    for words, told in (([], True), (["--at", "5"], False)):
        drawing = tmp_path / f"{told}.svg"
        assert (
            CliRunner().invoke(command, ["replay", str(log_of("tink")), *words, "--svg", str(drawing)]).exit_code == 0
        )
        assert (ending in drawing.read_text("utf-8")) is told


@pytest.mark.parametrize("option", ["--png", "--svg", "--html"])
def test_a_failed_write_is_one_sentence(option: str, tmp_path: Path) -> None:
    """And the exit code says so to programs."""
    result = CliRunner().invoke(command, ["replay", str(log_of("tink")), option, str(tmp_path / "none" / "file")])
    assert result.exit_code == 1
    assert "cannot be written: No such file or directory." in str(result.exception) + result.output


@pytest.mark.parametrize("option", ["--png", "--svg", "--html"])
def test_only_earlier_exports_are_overwritten(option: str, tmp_path: Path) -> None:
    """A log is never overwritten. A file of the same kind is replaced, and an empty one is filled."""
    log = tmp_path / "game.p2plog"
    log.write_bytes(log_of("tink").read_bytes())
    held = log.read_bytes()
    result = CliRunner().invoke(command, ["replay", str(log), option, str(log)])
    assert result.exit_code == 2
    assert "exists and is not a" in str(result.exception) + result.output
    assert log.read_bytes() == held
    target = tmp_path / "written"
    target.touch()
    for _ in range(2):
        assert CliRunner().invoke(command, ["replay", str(log), option, str(target)]).exit_code == 0
    assert target.read_bytes()


def test_two_files_of_one_name_are_not_written(tmp_path: Path) -> None:
    """The second would take the place of the first."""
    target = tmp_path / "game"
    words = ["replay", str(log_of("tink")), "--svg", str(target), "--html", str(target)]
    result = CliRunner().invoke(command, words)
    assert result.exit_code == 2
    assert "the same name" in str(result.exception) + result.output
    assert not target.exists()


def test_a_sentence_refuses_a_step_that_does_not_exist(tmp_path: Path) -> None:
    """With the last that is; nothing is written."""
    picture = tmp_path / "game.png"
    result = CliRunner().invoke(command, ["replay", str(log_of("tink")), "--png", str(picture), "--at", "100000"])
    assert result.exit_code == 2
    assert "The log has no step 100000: the last step is" in str(result.exception) + result.output
    assert not picture.exists()


@cache
def _step_with_pieces() -> int:
    """The first step of the game of Tetris after which two kinds of pieces that have other colours lie there."""
    for frame in Frames(recording_of(log_of("tetris")), ("Ada", "Ben")).all():
        picture = load("tetris").picture(frame.state)
        inks = {mark.ink for board in picture.boards for row in board.marks for mark in row}
        if len(inks & set("TSZJ")) >= 2:
            return frame.number
    raise AssertionError("nobody has dropped two of these pieces")


def _written(option: str, folder: Path, colours: str, no_color: str = "") -> str:
    """The file that is made of a game of Tetris, by somebody with that setting; a drawing shows a step with pieces."""
    at = () if option == "--html" else ("--at", str(_step_with_pieces()))
    home, file = folder / "home", folder / "game"
    (home / "default").mkdir(parents=True)
    (home / "default" / "settings.toml").write_text(f'colours = "{colours}"\n', "utf-8")
    seen = {"P2PGAME_HOME": str(home), "NO_COLOR": no_color}
    assert CliRunner(env=seen).invoke(command, ["replay", str(log_of("tetris")), option, str(file), *at]).exit_code == 0
    return file.read_text("utf-8")


def _pieces(text: str) -> set[str]:
    """The pieces whose letters stand in a drawing or a page with their texture."""
    return {name for name in "IOTSZJLm" if f'{name}{TEXTURES[name]}"' in text or f">{name}{TEXTURES[name]}<" in text}


def _has(text: str, colours: str) -> bool:
    """Whether the pieces have the paper of that setting."""
    papers = [inks(colours)[name].paper for name in "TSZJ"]
    return any(f'fill="{paper}"' in text or f"background: {paper};" in text for paper in papers)


@pytest.mark.parametrize("option", ["--svg", "--html"])
def test_usual_colours_need_no_textures(option: str, tmp_path: Path) -> None:
    """Only letters."""
    text = _written(option, tmp_path, "default")
    assert _has(text, "default")
    assert not _has(text, "colour-blind")
    assert not _pieces(text)


@pytest.mark.parametrize("option", ["--svg", "--html"])
def test_exports_for_the_colour_blind_look_like_their_screen(option: str, tmp_path: Path) -> None:
    """Their colours, and a texture beside each letter."""
    text = _written(option, tmp_path, "colour-blind")
    assert _has(text, "colour-blind")
    assert not _has(text, "default")
    assert _pieces(text)


@pytest.mark.parametrize(("colours", "no_color"), [("none", ""), ("default", "1"), ("colour-blind", "1")])
@pytest.mark.parametrize("option", ["--svg", "--html"])
def test_without_colours_there_are_shades_of_grey(option: str, colours: str, no_color: str, tmp_path: Path) -> None:
    """By the settings or by `NO_COLOR`; textures replace colours. The frame of a page turns grey as well."""
    text = _written(option, tmp_path, colours, no_color)
    inner = text if option == "--svg" else text[text.index(".ink-") :]
    found = set(re.findall(r"#[0-9a-f]{6}", inner))
    assert len(found) > 3
    assert all(len({colour[1:3], colour[3:5], colour[5:]}) == 1 for colour in found)
    assert _pieces(text)
    assert option == "--svg" or "grayscale(1)" in text


def test_a_picture_has_the_colours_of_the_drawing(tmp_path: Path) -> None:
    """It is made from it."""
    drawn = _written("--svg", tmp_path, "colour-blind")
    picture = tmp_path / "game.png"
    seen = {"P2PGAME_HOME": str(tmp_path / "home"), "NO_COLOR": ""}
    words = ["replay", str(log_of("tetris")), "--png", str(picture), "--at", str(_step_with_pieces())]
    assert CliRunner(env=seen).invoke(command, words).exit_code == 0
    assert picture.read_bytes() == png_of(drawn)


def test_emoji_in_a_name_are_spelled_out_in_a_picture() -> None:
    """On a machine with any fonts. Marks that only change the look are left out, and words stay unchanged."""
    assert spelled_out("Ada 🦊") == "Ada :fox face:"
    assert spelled_out("👍🏽 Ada 🇩🇪") == ":thumbs up sign: Ada DE"
    assert spelled_out("Zoë 漢字 ♥") == "Zoë 漢字 ♥"


def test_a_picture_has_the_names_spelled_out_and_a_drawing_as_they_are() -> None:
    """Browsers, which show drawings, have the fonts."""
    game = load("tink")
    state = game.begin(2, {})
    frame = Frame(0, state, (), "news", "")
    assert "Ada 🦊" in drawing_of(game, frame, ("Ada 🦊", "Ben"))
    spelled = drawing(game.picture(state), ("Ada :fox face:", "Ben"), "Tink, step 0", "default")
    assert picture_of(game, frame, ("Ada 🦊", "Ben")) == png_of(spelled)


def test_a_saved_game_is_not_a_log(tmp_path: Path) -> None:
    """The refusal names the command that opens it."""
    kept = tmp_path / "tink.game"
    kept.write_text("# p2pgame play tink, rules 1\nnew 2\n", "utf-8")
    result = CliRunner().invoke(command, ["replay", str(kept)])
    assert result.exit_code == ExitCode.USAGE
    assert f"Open it with `p2pgame play tink --save {kept}`." in unwrapped(result.output)


def test_logs_in_a_list_show_players_and_time(tmp_path: Path) -> None:
    """A file that is not a log gets no description."""
    log = log_of("tink")
    assert re.fullmatch(r"Tink: Ada, Ben; last played \d{4}-\d\d-\d\d \d\d:\d\d", describe_log(log))
    other = tmp_path / "other.p2plog"
    for data in (b"", b"something", log.read_bytes()[:40]):
        other.write_bytes(data)
        assert describe_log(other) == ""
    assert describe_log(tmp_path / "none") == ""


def test_small_stones_are_drawn_smaller_than_large_ones() -> None:
    """Each on a free square of the board."""
    stones = {size: Mark(size, "seat0", seat=0, inset=inset) for size, inset in {"s": 2, "m": 1, "l": 0}.items()}
    paper = ink_of("seat0", "default").paper
    widths = []
    for mark in stones.values():
        drawn = drawing(Picture((Board(None, ((mark,),), ("a",), ("1",)),)), ("Ada",), "Tink", "default")
        widths += re.findall(rf'<rect [^>]*width="([0-9]+)"[^>]*fill="{paper}"', drawn)
    assert len(widths) == 3
    assert sorted(map(int, widths)) == list(map(int, widths))


def test_winning_squares_keep_their_colour_and_others_fade() -> None:
    """Only once something has won."""
    won, lost = Mark("s", "seat0", won=True), Mark("s", "seat0")
    paper = ink_of("seat0", "default").paper
    assert paper is not None

    def drawn(*marks: Mark) -> str:
        return drawing(Picture((Board(None, (marks,), ("a", "b")[: len(marks)], ("1",)),)), ("Ada",), "Tink", "default")

    assert drawn(lost).count(paper) == 1
    assert drawn(won, lost).count(paper) == 1
