"""Games played on the whole screen by pressing keys."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from p2pgame.cli.games import presentation_of
from p2pgame.cli.games.palette import TEXTURES
from p2pgame.cli.games.preview import changed
from p2pgame.cli.games.session import Session
from p2pgame.cli.profile import person
from p2pgame.cli.profile.settings import Settings
from p2pgame.cli.saves.saved import Players
from p2pgame.cli.saves.unfinished_games import new_log
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.flows.play import play
from p2pgame.cli.screen.render import question_text
from p2pgame.cli.screen.screens.replay import ReplayScreen
from p2pgame.cli.screen.screens.table import TableScreen
from p2pgame.cli.screen.widgets.board import BoardView
from p2pgame.cli.table.local import LocalTable
from p2pgame.cli.table.score import describe_winners
from p2pgame.cli.words.widths import bare_name
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.normal import Normal
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.picture import Board, Mark
from textual import events

from ..unwrapped import unwrapped
from .piloting import SMALLEST, Playing, at_once, played, run_loop, table_of


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own settings are touched."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    person.play_as("default")


def test_a_stone_of_tink_goes_where_the_arrows_lead() -> None:
    """One to the right and one up from where the aim begins."""

    async def test(playing: Playing) -> None:
        screen = playing.table
        column, row = screen.spelled[2], int(screen.spelled[3])
        await playing.press("left", "up")
        wanted = f"s@{chr(ord(column) - 1)}{row + 1}"
        assert screen.spelled == wanted
        await playing.press("enter")
        assert f"small stone on {wanted[2:]}" in screen.table.lines[1].text

    played(table_of("tink", 2, first="0"), test)


@pytest.mark.parametrize("size", [SMALLEST, (100, 30), (160, 48)])
def test_the_board_keeps_its_size_when_the_first_stones_come(size: tuple[int, int]) -> None:
    """An empty board of Tink has squares for the two letters of a stone."""

    def letters(playing: Playing) -> str:
        return next(line for line in playing.text().split("\n") if re.search(r"a +b +c +d +e +f +g +h", line))[:50]

    async def test(playing: Playing) -> None:
        await playing.asked()
        empty = letters(playing)
        await playing.press("enter")
        await playing.asked()
        assert playing.table.table.step > 1
        assert letters(playing) == empty

    played(table_of("tink", 2, first="0"), test, size)


def test_escape_goes_back_to_where_the_move_began() -> None:
    """Another square and another size: both are undone."""

    async def test(playing: Playing) -> None:
        begun = playing.table.spelled
        await playing.press("left", "up", "2")
        assert playing.table.spelled != begun
        await playing.press("escape")
        assert playing.table.spelled == begun

    played(table_of("tink", 2, first="0"), test)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_hint_lies_on_the_board_and_enter_makes_it(game_id: str) -> None:
    """The hard bot's move is shown as a move in hand."""

    async def test(playing: Playing) -> None:
        screen = playing.table
        await playing.press("i")
        await playing.until(lambda: "The hard bot would play" in screen.said)
        idea = screen.spelled
        words = presentation_of(screen.table.game).phrases.describe(screen.table.state, 0, idea, screen.table.names)
        assert f"Hint: The hard bot would play: {words}" in screen.said
        screen.table.view().game.parse(idea)
        await playing.press("enter")
        await playing.until(lambda: any(words in line.text for line in screen.table.lines))

    played(table_of(game_id, 2, first="I" if game_id == "tetris" else "0"), test)


@pytest.mark.parametrize(("game_id", "seed", "below"), [("tentricks", 5, "supply"), ("tetris", 1, "next ")])
def test_lines_below_a_piece_stay_while_it_is_turned(game_id: str, seed: int, below: str) -> None:
    """A lying piece takes as many rows beside the board as the same piece upright."""

    async def test(playing: Playing) -> None:
        screen = playing.table
        while screen.move.sketch() is None:
            await playing.press("enter")
            await playing.asked()

        def row() -> int:
            return next(row for row, line in enumerate(playing.text().split("\n")) if below in line)

        heights, rows = set(), set()
        for _ in range(2):
            sketch = screen.move.sketch()
            assert sketch is not None
            heights.add(len(sketch.rows))
            rows.add(row())
            await playing.press("r")
        assert len(heights) == 2
        assert len(rows) == 1

    played(table_of(game_id, 2, seed=seed, first="I" if game_id == "tetris" else "0"), test)


def test_the_bots_continue_after_a_hint() -> None:
    """The hint is played, the bot answers, and the person is asked again."""

    async def test(playing: Playing) -> None:
        screen = playing.table
        await playing.press("i")
        await playing.until(lambda: "The hard bot would play" in screen.said)
        step = screen.table.step
        await playing.press("enter")
        await playing.until(lambda: screen.table.step == step + 2 and screen.ready)

    played(table_of("tink", 2, first="0"), test)


@pytest.mark.parametrize(("keys", "moves", "does_not"), [("wasd", "awds", "hjk"), ("hjkl", "hkjl", "awsd")])
def test_the_letters_of_the_settings_move_and_the_others_do_not(keys: str, moves: str, does_not: str) -> None:
    """Left, up, right, down or the like: each leads to another square, and those of the other hand nowhere."""
    person.settle(Settings(keys=keys))

    async def test(playing: Playing) -> None:
        screen = playing.table
        for letter in moves:
            before = screen.spelled
            await playing.press(letter)
            assert screen.spelled != before
        before = screen.spelled
        for letter in does_not:
            await playing.press(letter)
            assert screen.spelled == before

    played(table_of("tink", 2, first="0"), test)


def test_the_pointer_places_a_stone() -> None:
    """Pressed on d4, the fourth column and the fourth row from below; squares are four by two characters here."""

    async def test(playing: Playing) -> None:
        view = playing.table.query_one(BoardView)
        wide, high = view.scale
        await playing.click("#board", (3 + 3 * wide + 1, 4 * high))
        assert any("small stone on d4" in line.text for line in playing.table.table.lines)

    played(table_of("tink", 2, first="0"), test)


def test_a_forbidden_move_names_its_rule_and_has_no_effect() -> None:
    """The first stone of Tink does not go to the edge."""

    async def test(playing: Playing) -> None:
        await playing.press(*["left"] * 8, "enter")
        assert "first stone" in playing.text()
        assert playing.table.table.asked

    played(table_of("tink", 2, first="0"), test)


def test_a_tetrimino_is_turned_moved_and_dropped() -> None:
    """The piece lands exactly where the ghost was."""

    async def test(playing: Playing) -> None:
        await playing.press("enter")  # the tower stands upright
        screen = await playing.asked()
        await playing.press("r", "left", "left")
        spelled = screen.spelled
        assert "░" in playing.text()
        await playing.press("enter")
        await playing.asked()
        words = presentation_of(screen.table.game).phrases.describe(screen.table.state, 0, spelled, screen.table.names)
        assert any(line.text.endswith(f": {words}") for line in screen.table.lines)

    played(table_of("tetris", 2), test)


def test_a_mino_falls_first() -> None:
    """`m` puts one where the piece is, Backspace takes it back; there is one only, and the foot knows that."""

    async def test(playing: Playing) -> None:
        await playing.press("enter")
        screen = await playing.asked()
        assert "mino here" in playing.text()
        await playing.press("m", "m")
        assert screen.spelled.startswith("md ")
        assert not screen.spelled.startswith("md md")
        assert "mino here" not in playing.text()
        await playing.press("backspace")
        assert not screen.spelled.startswith("m")

    played(table_of("tetris", 2), test)


def test_on_a_small_screen_the_latest_news_is_below_the_boards() -> None:
    """As many lines as are free there; the whole of it is opened at its end."""
    rng = random.Random(1)

    async def test(playing: Playing) -> None:
        for _ in range(4):
            await playing.asked()
            table = playing.table.table
            assert table.seat is not None
            await playing.type(table.game.format(Normal().choose(table.game, table.state, table.seat, rng)))
        await playing.asked()
        screen = playing.table
        lines = [line.text for line in screen.table.lines]
        shown = playing.text()
        assert not screen.query_one("#log").display
        assert lines[-1] in shown
        assert lines[0] not in shown
        await playing.press("l")
        await playing.until(lambda: lines[-1] in playing.text())

    played(table_of("ten", 2, first="0"), test)


def test_a_player_who_has_chosen_sees_that_first() -> None:
    """Without a name, except for others, and where several people share the screen."""
    for called, words in ((("",), "You have chosen."), (("Ada", "Ben"), "Ada has chosen.")):
        table = table_of("tetris", 3, first="I", called=called)
        table.session.play(0, table.game.parse("up"))
        assert question_text(table, at_the_end=False).plain.endswith(words)


def test_dice_are_arranged_by_hand_and_entered() -> None:
    """Shape, die, swap; then the shape turned and laid over the edge."""

    async def test(playing: Playing) -> None:
        screen = playing.table
        await playing.press("right", "right", "down")
        assert screen.spelled[0] == "T"
        await playing.press("enter")
        await playing.asked()
        await playing.press("r")
        assert screen.spelled.startswith("r1@")
        await playing.press("enter")
        await playing.until(lambda: screen.table.step >= 4)

    played(table_of("te-trix", 2, first="0"), test)


def test_words_are_picked_by_their_letters() -> None:
    """TEN has no aim: `d` draws."""

    async def test(playing: Playing) -> None:
        await playing.press("d")
        await playing.until(lambda: playing.table.table.step >= 2)
        assert any("You draw " in line.text for line in playing.table.table.lines)

    played(table_of("ten", 2, first="0"), test)


def test_a_piece_of_tentricks_is_flipped_and_pushed() -> None:
    """The push is shown as the drop that leads there as well, and taken back by the same key."""

    async def test(playing: Playing) -> None:
        screen = playing.table
        await playing.press("f")
        before = screen.spelled
        await playing.press("full_stop")
        assert screen.spelled == f"{before[:-1]}{chr(ord(before[-1]) + 1)}"
        await playing.press("full_stop")
        assert screen.spelled == before

    played(table_of("tentricks", 2, first="0"), test)


LONG = frozenset(GAMES) - {"tink"}
"""Each takes half a minute, TEN a whole one, and more on a busy machine."""


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "game_id", [pytest.param(each, marks=pytest.mark.long) if each in LONG else each for each in GAMES]
)
def test_a_whole_game_is_typed_against_bots(game_id: str) -> None:
    """Every move in notation, to the score sheet."""

    async def test(playing: Playing) -> None:
        rng, screen = random.Random(1), playing.table
        while True:
            await playing.asked()
            table = screen.table
            if table.result is not None:
                break
            assert table.seat is not None
            await playing.type(table.game.format(Normal().choose(table.game, table.state, table.seat, rng)))
        assert playing.text().count("The game is over") == 1
        await playing.press("escape", "q")

    played(table_of(game_id, 2), test, (100, 40))


def test_fast_typing_loses_no_keys_while_the_line_opens() -> None:
    """Keys in one burst, as from a paste or a quick hand, still make one line."""

    async def test(playing: Playing) -> None:
        screen = playing.table
        for character in ":s@d4":
            screen.post_message(events.Key(character, character))
        screen.post_message(events.Key("enter", "\r"))
        await playing.until(lambda: screen.table.step > 1)
        assert any("small stone on d4" in line.text for line in screen.table.lines)

    played(table_of("tink", 2, first="0"), test)


def test_a_key_that_comes_twice_decides_once() -> None:
    """The dice are handed out; the next question, where the shape goes, is not answered by the same press."""

    async def test(playing: Playing) -> None:
        screen = playing.table
        for _ in range(2):
            playing.app.post_message(events.Key("enter", "\r"))
        await playing.until(lambda: "Press it again" in unwrapped(playing.text()))
        step = screen.table.step
        assert screen.table.asked
        assert not [line for line in screen.table.lines if "shape at" in line.text]
        await playing.press("enter")
        await playing.until(lambda: screen.table.step > step or bool(screen.table.chosen))

    played(table_of("te-trix", 2, first="0"), test)


def test_undo_takes_the_last_choice_back() -> None:
    """And the moves of bots after it."""

    async def test(playing: Playing) -> None:
        screen = playing.table
        await playing.press("enter")
        await playing.asked()
        assert screen.table.step == 3
        await playing.press("ctrl+z")
        await playing.asked()
        assert screen.table.step == 1
        assert "Your last move is taken back" in playing.text()

    played(table_of("tink", 2, first="0"), test)


def test_leaving_is_asked_first() -> None:
    """Escape stays, `y` leaves."""

    async def test(playing: Playing) -> None:
        await playing.press("q")
        assert "Leave this table?" in playing.text()
        await playing.press("escape")
        assert "Leave this table?" not in playing.text()
        await playing.press("q", "y")

    assert played(table_of("tink", 2, first="0"), test).return_value == 0


def test_a_spectator_can_look_from_each_seat() -> None:
    """Tab goes to the next seat, a digit to that seat; its board is large."""
    game = load("tetris")
    session: Session[Any, Any] = Session(game, game.begin(3, {}))
    table = LocalTable(session, dict.fromkeys(range(3), BOTS["random"]), random.Random(1))

    async def run() -> None:
        app = Full(lambda app: play_at(app, table), at_once())
        async with app.run_test(size=(100, 30)) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: playing.has_table and "watching" in playing.text())
            view = playing.table.query_one(BoardView)
            for key, seat in (("tab", 1), ("3", 2), ("tab", 0), ("shift+tab", 2), ("1", 0), ("9", 0)):
                await playing.press(key)
                assert view.board is not None
                assert view.board.seat == seat
            await playing.press("question_mark")
            assert "view from another seat" in playing.text()

    run_loop(run())


async def play_at(app: Full, table: LocalTable) -> int:
    """Show a table."""
    await app.push_screen_wait(TableScreen(table, pause=1000))
    return 0


def test_each_text_over_the_table_is_put_away_by_escape() -> None:
    """Help, log, trust, rules."""

    async def test(playing: Playing) -> None:
        table = playing.table.screen
        for key in ("question_mark", "l", "v", "b"):
            await playing.press(key)
            assert playing.app.screen is not table, key
            await playing.press("escape")
            assert playing.app.screen is table, key

    played(table_of("tink", 2, first="0"), test)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_footer_shows_help_on_the_smallest_screen(game_id: str) -> None:
    """With the keys of every game."""

    async def test(playing: Playing) -> None:
        assert "? help  q leave" in playing.text() or "? more  q leave" in playing.text()

    played(table_of(game_id, 2), test)


def test_a_sentence_about_a_past_state_gives_way(tmp_path: Path) -> None:
    """For example the answer to a move that was typed while a bot was thinking."""

    async def test(playing: Playing) -> None:
        screen = await playing.asked()
        screen.sayings.say("Max is thinking ...")
        await playing.press("enter")
        await playing.asked()
        assert "Max is thinking ..." not in playing.text()
        screen.sayings.say("Max is thinking ...")
        screen.table.changed()
        assert "Max is thinking ..." in playing.text()
        await playing.press("q", "y")

    played(table_of("tink", 2, first="0"), test)


def test_an_old_answer_does_not_stand_below_a_newer_one() -> None:
    """One that is so long that it is shown over the table."""

    async def test(playing: Playing) -> None:
        screen = await playing.asked()
        await playing.press("i")
        await playing.until(lambda: screen.said.startswith("Hint: "))
        await playing.type("help")
        await playing.press("escape")
        assert "Hint: " not in playing.text()
        await playing.press("q", "y")

    played(table_of("tink", 2, first="0"), test)


def test_without_colours_textures_and_letters_distinguish_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """No colour is sent, and a square of each piece looks like no other."""
    monkeypatch.setenv("NO_COLOR", "1")

    async def test(playing: Playing) -> None:
        await playing.press("enter")
        await playing.asked()
        await playing.press("enter")
        await playing.asked()
        styles = {segment.style for strip in playing.strips for segment in strip if segment.style is not None}
        assert all(style.color is None or style.color.triplet is None for style in styles)
        board = playing.table.query_one(BoardView).board
        assert board is not None
        pieces = {mark.ink for line in board.marks for mark in line if mark.ink in TEXTURES}
        assert pieces
        for ink in pieces:
            assert f"{ink}{TEXTURES[ink]}" in playing.text()

    played(table_of("tetris", 2), test)


def test_a_resumed_game_shows_everything_so_far() -> None:
    """Changes after a step as well, as when it was played."""
    table = table_of("tetris", 2, first="I")
    rng = random.Random(1)
    while (waiting := table.session.waiting) or not table.result:
        if waiting:
            seat = waiting[0]
            move = BOTS["normal"].choose(table.game, table.state, seat, rng)
            table.play(seat, move)
        else:
            table.draw()
    assert any(line.kind == "news" for line in table.lines)
    again = LocalTable(table.session, table.bots, rng)
    assert again.lines == table.lines


@cache
def _ended(game_id: str, seats: int = 2) -> Session[Any, Any]:
    """A game that normal bots have played to its end."""
    table, rng = table_of(game_id, seats), random.Random(1)
    while table.result is None:
        if table.draws:
            table.draw()
        else:
            seat = table.waiting[0]
            table.play(seat, BOTS["normal"].choose(table.game, table.state, seat, rng))
    return table.session


def _played_out(game_id: str) -> LocalTable:
    """A table at which a game is over."""
    return LocalTable(_ended(game_id), {1: BOTS["normal"]}, random.Random(1))


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 48)])
@pytest.mark.parametrize("game_id", GAMES)
def test_at_the_end_the_board_stays_and_the_result_stands_beside_it(game_id: str, size: tuple[int, int]) -> None:
    """The winner, the margin, and the keys of the next actions; nothing lies over the board."""
    table = _played_out(game_id)
    result = table.result
    assert result is not None
    wins = describe_winners(presentation_of(table.game).phrases, result, [*map(bare_name, table.names)], 0)

    async def test(playing: Playing) -> None:
        assert playing.app.screen is playing.table.screen
        text = playing.text()
        assert wins in text
        assert all(word in text for word in ("n new game", "e result", "q leave"))
        if result.scores[0] is not None:
            assert re.search(rf"\b{result.scores[0]}\b", text)
        await playing.press("q")

    played(table, test, size)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 48)])
def test_the_parts_of_a_te_trix_score_stand_beside_the_board(size: tuple[int, int]) -> None:
    """Without counts, where there is no room for `2 x 11 = 22`."""
    table = _played_out("te-trix")
    assert table.result is not None
    parts = zip(("circles", "squares", "crosses"), *table.result.detail, strict=True)

    async def test(playing: Playing) -> None:
        for name, (_, mine), (_, others) in parts:
            assert re.search(rf"{name} .*\b{mine} .*\b{others}\b", playing.text()), name
        await playing.press("q")

    played(table, test, size)


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
def test_ones_own_parts_of_a_score_stand_beside_the_board_of_three(size: tuple[int, int]) -> None:
    """Below the sums, where there is no room for a table; the others have theirs beside their boards."""
    session = _ended("te-trix", 3)
    table = LocalTable(session, dict.fromkeys((1, 2), BOTS["normal"]), random.Random(1))
    assert table.result is not None

    async def test(playing: Playing) -> None:
        assert table.result is not None
        for name, (_, points) in zip(("circles", "squares", "crosses"), table.result.detail[0], strict=True):
            assert re.search(rf"{name} +{points}\b", playing.text()), name
        assert "q  leave" in playing.text()
        await playing.press("q")

    played(table, test, size)


def test_the_game_can_be_watched_again_from_its_end() -> None:
    """The replay of its log begins at the first step; leaving it leads back to the end."""
    game, players = load("tink"), Players(1, (), "normal")
    session: Session[Any, Any] = Session(game, game.begin(2, {}))
    bots = {1: BOTS["normal"]}

    async def story(app: Full) -> int:
        return await play(app, session, bots, random.Random(1), new_log(2, players), pause=0, players=players)

    async def run() -> None:
        app = Full(story, at_once())
        async with app.run_test(size=SMALLEST) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: playing.has_table)
            while (await playing.asked()).table.result is None:
                await playing.press("enter")
            assert "w watch again" in playing.text()
            await playing.press("w")
            await playing.until(lambda: isinstance(app.screen, ReplayScreen))
            assert "Before the first step." in playing.text()
            await playing.press("escape")
            await playing.until(lambda: isinstance(app.screen, TableScreen))
            await playing.until(lambda: "The game is over" in playing.text())
            await playing.press("q")

    run_loop(run())


def test_points_count_up_beside_the_board_and_a_key_ends_that(monkeypatch: pytest.MonkeyPatch) -> None:
    """From nothing to the sum."""
    monkeypatch.setattr("p2pgame.cli.screen.motion.SECONDS", 1000.0)
    table = _played_out("tetris")
    assert table.result is not None
    total = table.result.scores[0]

    async def test(playing: Playing) -> None:
        playing.app.animation_level = "full"
        playing.table.animation.count_up()
        playing.table.look()
        assert not re.search(rf"total +{total}\b", playing.text())
        await playing.press("x")
        assert re.search(rf"total +{total}\b", playing.text())
        await playing.press("q")

    played(table, test, (160, 48))


def test_nothing_that_lies_there_already_looks_new_because_it_has_won() -> None:
    """Else the whole board would be marked as the last move, or as what a move would change."""
    before, after = Mark("L", "L", piece=1), Mark("L", "L", piece=1, won=True)
    free = Mark("·", "free")
    old, new = (Board(0, ((mark, free),), ("a", "b"), ("1",)) for mark in (before, after))
    assert not list(changed(old, new))
    assert list(changed(old.with_marks({(0, 0): free}), new)) == [(0, 0)]


@pytest.mark.parametrize("notation", [False, True])
def test_the_log_has_words_and_notation_on_demand(notation: bool) -> None:
    """By a setting; the person at the screen is always `You`."""
    person.try_on(Settings(notation=notation))
    session: Session[Any, Any] = Session(load("tink"), load("tink").begin(2, {}))
    session.draw_label("0")
    session.play(0, session.game.parse("s@d4"))

    async def story(app: Full) -> int:
        return await play(app, session, {1: BOTS["normal"]}, random.Random(1), None, pause=1000, called=("Ada",))

    async def run() -> None:
        app = Full(story, at_once())
        async with app.run_test(size=(140, 30)) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: playing.has_table and "You: small stone on d4" in playing.text())
            assert ("small stone on d4 (s@d4)" in playing.text()) is notation
            await playing.press("q", "y")

    try:
        run_loop(run())
    finally:
        person.try_on(Settings())


def test_an_answer_stays_with_its_title_until_the_move_is_made_or_cancelled() -> None:
    """Keys that move the piece leave it; Escape brings the question back."""

    async def test(playing: Playing) -> None:
        assert "Place the first stone" in playing.text()
        await playing.press("i")
        await playing.until(lambda: "Hint: The hard bot would play" in playing.text())
        await playing.press("left", "up")
        assert "Hint: The hard bot would play" in playing.text()
        await playing.press("escape")
        assert "Place the first stone" in playing.text()
        assert "Hint:" not in playing.text()
        await playing.type("save")
        assert "Save: Give a file name" in playing.text()
        await playing.type("nonsense")
        assert "Nonsense" not in playing.text()
        await playing.press("q", "y")

    played(table_of("tink", 2, first="0"), test)


def test_the_foot_shows_all_keys_if_there_is_room() -> None:
    """Hints, rules, the log and trust as well."""

    async def test(playing: Playing) -> None:
        foot = playing.text().split("\n")[-1]
        assert all(told in foot for told in ("i hint", "b rules", "l log", "v trust", ": type", "? help", "q leave"))
        await playing.press("q", "y")

    played(table_of("tink", 2, first="0"), test, (120, 30))
