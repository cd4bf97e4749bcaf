"""The help of a table: keys, and the meaning of the signs on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from p2pgame.cli.games import presentation_of
from p2pgame.cli.games.legend import legend_of
from p2pgame.cli.profile import person
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.help import keys_text
from p2pgame.cli.screen.pending_move import PendingMove
from p2pgame.cli.screen.screens.table import TableScreen
from p2pgame.cli.screen.table.sight import Sight
from p2pgame.cli.screen.table.table_captions import TableCaptions
from p2pgame.cli.table.answer import answer
from p2pgame.cli.table.network import NetworkTable
from p2pgame.cli.table.network_commands import LOOKS_ON
from p2pgame.cli.table.replies import Say
from p2pgame.cli.table.table import Table
from p2pgame.engine.games import GAMES, load
from textual.containers import VerticalScroll

from ..unwrapped import unwrapped
from .piloting import SMALLEST, Playing, played, table_of
from .test_network_table import seated, watched
from .test_watch_and_resume_full import shown


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own settings are touched."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    person.play_as("default")


@pytest.mark.parametrize("game_id", GAMES)
def test_the_help_explains_the_signs_of_the_game(game_id: str) -> None:
    """All signs, with those of people's things."""

    async def test(playing: Playing) -> None:
        await playing.press("question_mark")
        scroll = playing.app.screen.query_one(VerticalScroll)
        await playing.until(lambda: scroll.max_scroll_y > 0)
        shown = playing.text()
        while not scroll.is_vertical_scroll_end:
            await playing.press("pagedown")
            shown += playing.text()
        words = unwrapped(shown)
        for sign, meaning in {**legend_of(load(game_id)), **presentation_of(load(game_id)).phrases.things}.items():
            assert sign in words
            assert " ".join(meaning.split()[:3]) in words

    played(table_of(game_id, 2, first="I" if game_id == "tetris" else "0"), test, size=SMALLEST)


def test_facts_and_shelves_have_the_games_own_words() -> None:
    """Rows, coins and points say what they are; these do not."""
    names = {
        game_id: {
            *(note.name for board in picture.boards for note in board.notes),
            *(shelf.name for shelf in picture.shelves),
        }
        for game_id in GAMES
        for picture in (load(game_id).picture(load(game_id).begin(2)),)
    }
    assert {"bar", "supply", "Next Level"} <= names["tentricks"] & set(legend_of(load("tentricks")))
    assert {"bust", "market"} <= names["ten"] & set(legend_of(load("ten")))
    assert {"minos", "hold"} <= names["tetris"] & set(legend_of(load("tetris")))


def helped(table: Table) -> str:
    """The help of a table, as `?` shows it."""
    return TableCaptions(table, Sight(table)).help(PendingMove(table.game, None, None)).plain


def test_the_help_lists_the_commands_and_keys_of_this_table(tmp_path: Path) -> None:
    """A local table has commands that a network table refuses, and the other way round; a spectator cannot chat."""
    local, network, watch_hint = map(helped, (table_of("tink", 2, first="0"), seated(tmp_path), watched(tmp_path)))
    for told in (local, network, watch_hint):
        assert all(f"  {command}" in told for command in ("show", "score", "rules [3.1]", "quit", "help", ": or /"))
    here, there = ("undo", "save FILE", "resign", "ctrl+z"), ("say TEXT", "drop NAME", "chat with the others")
    assert [command in local for command in (*here, *there, "who  ")] == [True] * 4 + [False] * 4
    assert [command in network for command in (*here, *there, "who  ")] == [False] * 4 + [True] * 4
    assert [command in watch_hint for command in ("say TEXT", "who  ")] == [True, True]
    assert not [command for command in (*here, "drop NAME") if command in watch_hint]


def test_the_help_of_a_spectator_has_nothing_for_moves(tmp_path: Path) -> None:
    """On the screen and in lines: a spectator can make none, and needs no hint."""
    table = watched(tmp_path)
    in_lines = answer(table.view(), "help")
    assert isinstance(in_lines, Say)
    for told in (helped(table), in_lines.text):
        assert "  who  " in told
        assert not [each for each in ("a move or", "legal [", "hint", load("tink").move_help[:20]) if each in told]
    for line in ("legal", "hint", "i"):
        assert answer(table.view(), line) == Say(LOOKS_ON)


@pytest.mark.parametrize("talks", [True, False])
def test_a_spectator_sees_the_key_for_chat_while_somebody_listens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, talks: bool
) -> None:
    """In the foot and in the help, as a player does."""
    monkeypatch.setattr(NetworkTable, "talks", talks)
    table = watched(tmp_path)
    captions = TableCaptions(table, Sight(table))
    captions.sight.look()
    move = PendingMove(table.game, None, None)
    assert ("t" in captions.foot(move)) is talks
    assert ("chat with the others" in captions.help(move).plain) is talks
    assert captions.foot(move)[":"] == "type"


@pytest.mark.parametrize(("looks_on", "what"), [(True, "a command"), (False, "a move or a command")])
def test_the_typed_line_asks_only_for_what_can_be_typed(tmp_path: Path, looks_on: bool, what: str) -> None:
    async def test(playing: Playing, _app: Full) -> None:
        await playing.until(lambda: playing.has_table and "Tink" in playing.text())
        await playing.press("colon")
        assert f" {what}; `help` lists them" in playing.text()

    table: Table = watched(tmp_path) if looks_on else table_of("tink", 2, first="0")

    async def story(app: Full) -> int:
        await app.push_screen_wait(TableScreen(table))
        return 0

    shown(story, test)


def test_a_long_meaning_continues_below_its_beginning() -> None:
    """On a screen of 80, whole words."""
    lines = keys_text({"a": "word " * 30, "long key": "b"}).plain.split("\n")
    assert max(map(len, lines)) <= 74
    assert [line.startswith("            word") for line in lines] == [False, True, True, False]
