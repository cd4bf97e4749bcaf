"""Settings: the file, the sentence about a bad one, and the places where they apply."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from p2pgame.cli.profile import person
from p2pgame.cli.profile.settings import COLOURS, KEYS, BadSettings, Settings, parse, read, spell
from p2pgame.cli.profile.who import me
from p2pgame.cli.terminal.output import Output, coloured
from p2pgame.protocol.wire.sanitize import clean_name

NAMES = st.text(max_size=30).map(clean_name)


@hypothesis_settings(max_examples=40)
@given(st.builds(Settings, NAMES, st.sampled_from(COLOURS), st.sampled_from(KEYS), st.booleans()))
def test_written_settings_are_read_again(settings: Settings) -> None:
    """With any name."""
    assert parse(spell(settings)) == settings


def test_missing_settings_have_their_defaults() -> None:
    """A file of one line is a file."""
    assert parse('name = "Ada"') == Settings(name="Ada")
    assert parse("") == Settings()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("colours", "Expected"),
        ('colours = "pink"', "colours must be one of default, light, high-contrast, colour-blind, none, not 'pink'"),
        ("keys = 3", "keys must be one of wasd, hjkl, not 3"),
        ("bell = 1", "bell must be true or false, not 1"),
        ("name = 7", "7 cannot be shown as a name"),
        ('name = "a\\u0007b"', "cannot be shown as a name"),
        ("nmae = 'Ada'", "'nmae' is not a setting"),
    ],
)
def test_an_unknown_setting_is_named(text: str, words: str) -> None:
    """So that a person who wrote the file by hand can correct it."""
    with pytest.raises(BadSettings, match=words):
        parse(text)


@pytest.mark.parametrize(
    "data", [b"bell = 1", b"\xff\xfe", b"[", b"name = " + b"[" * 9000], ids=["value", "no text", "no TOML", "deep"]
)
def test_a_bad_file_is_one_sentence_and_the_usual_settings(data: bytes, tmp_path: Path) -> None:
    """It stays as it is."""
    path = tmp_path / "settings.toml"
    path.write_bytes(data)
    settings, trouble = read(path)
    assert settings == Settings()
    assert trouble.startswith(f"The settings in {path} are not used (")
    assert path.read_bytes() == data


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for all that is kept."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    return tmp_path


def test_others_see_the_name_of_the_settings(home: Path) -> None:
    """Unless another is given; each profile has settings of its own."""
    (home / "default").mkdir()
    (home / "default" / "settings.toml").write_text('name = "Ada"', "utf-8")
    assert me("default", None, None).name == "Ada"
    assert me("default", "Bea", None).name == "Bea"
    assert me("other", None, None).name != "Ada"


def test_new_settings_apply_at_once_and_are_saved(home: Path) -> None:
    """No colours, in line mode as well."""
    person.play_as("default")
    person.settle(Settings(colours="none"))
    assert not coloured()
    assert 'colours = "none"' in (home / "default" / "settings.toml").read_text("utf-8")


def test_a_bad_file_is_reported_once_on_standard_error(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The settings are asked for many times."""
    (home / "default").mkdir()
    (home / "default" / "settings.toml").write_text("bell = 3", "utf-8")
    person.play_as("default")
    assert (person.settings(), person.settings()) == (Settings(), Settings())
    assert capsys.readouterr().err.count("bell must be true or false, not 3") == 1


def test_the_bell_rings_at_a_terminal_if_the_setting_is_on(home: Path) -> None:
    """And never into a pipe."""
    person.play_as("default")
    for wanted, terminal, heard in [(True, True, "\a"), (True, False, ""), (False, True, "")]:
        person.settle(Settings(bell=wanted))
        stream = io.StringIO()
        Output(stream, screen=False, colour=False, wraps=terminal).ring()
        assert stream.getvalue() == heard


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ('pause = "long"', Settings(pause="long")),
        ("motion = false", Settings(motion=False)),
        ("notation = true", Settings(notation=True)),
    ],
)
def test_how_a_table_behaves_is_kept(text: str, known: Settings) -> None:
    """The pause before moves of bots, motion, and notation in the log; and all is spelled as it is read."""
    assert parse(text) == known
    assert parse(spell(known)) == known


@pytest.mark.parametrize(
    ("text", "fault"), [('pause = "an hour"', "pause must be one of short"), ("motion = 1", "motion")]
)
def test_a_bad_value_for_the_behaviour_of_a_table_is_refused(text: str, fault: str) -> None:
    """With the values that there are."""
    with pytest.raises(BadSettings, match=fault):
        parse(text)
