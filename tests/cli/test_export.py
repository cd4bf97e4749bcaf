"""Pictures and pages of a log, and what is said when they cannot be written."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from click.testing import CliRunner
from p2pgame.cli.main import app as command
from p2pgame.cli.web.png import ZOOM, png_of

from .tui.logged import log_of

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


@pytest.mark.parametrize("option", ["--png", "--svg", "--html"])
def test_what_cannot_be_written_is_said_in_a_sentence(option: str, tmp_path: Path) -> None:
    """And the exit code tells programs."""
    result = CliRunner().invoke(command, ["replay", str(log_of("tink")), option, str(tmp_path / "none" / "file")])
    assert result.exit_code == 1
    assert "cannot be written: No such file or directory." in str(result.exception) + result.output


def test_a_step_that_is_not_there_is_said(tmp_path: Path) -> None:
    """With the last that is; nothing is written."""
    picture = tmp_path / "game.png"
    result = CliRunner().invoke(command, ["replay", str(log_of("tink")), "--png", str(picture), "--at", "100000"])
    assert result.exit_code == 2
    assert "The log has no step 100000: its last is" in str(result.exception) + result.output
    assert not picture.exists()
