"""Several people at one keyboard, on the whole screen."""

from __future__ import annotations

from p2pgame.cli.screen.widgets.board import BoardView
from p2pgame.cli.screen.widgets.handover import HandOver
from p2pgame.cli.screen.widgets.modal import Reading

from .piloting import Playing, played, table_of

PEOPLE = ("Ada", "Ben")


async def _handed_to(playing: Playing, name: str) -> None:
    await playing.until(lambda: isinstance(playing.app.screen, HandOver))
    assert f"{name}, your turn: press Enter." in playing.text()


def test_secret_choices_are_hidden_until_both_have_chosen() -> None:
    """Ada takes the keyboard and chooses; Ben sees neither the table nor her choice before he has chosen."""

    async def test(playing: Playing) -> None:
        await _handed_to(playing, "Ada")
        assert "step" not in playing.text(), "the table is hidden"
        await playing.press("right", "down", "a")
        assert isinstance(playing.app.screen, HandOver), "only Enter takes the keyboard"
        await playing.press("enter")
        screen = await playing.asked()
        assert "Ada, your move" in playing.text()
        assert screen.table.seat == 0
        await playing.type("down")
        await _handed_to(playing, "Ben")
        assert "down" not in playing.text()
        await playing.press("enter")
        await playing.asked()
        assert screen.table.seat == 1
        assert "Ben, your move" in playing.text()
        assert "Ada has chosen" in playing.text()
        assert not any("down" in line.text for line in screen.table.lines)
        await playing.type("up")
        await _handed_to(playing, "Ada")
        assert "Ada: tower upside down" in playing.text()
        assert "Ben: tower upright" in playing.text()

    played(table_of("tetris", 2, called=PEOPLE), test)


def test_boards_turn_to_the_player_whose_turn_it_is() -> None:
    """One's own is the large one."""

    async def test(playing: Playing) -> None:
        for person in (0, 1):
            await _handed_to(playing, PEOPLE[person])
            await playing.press("enter")
            screen = await playing.asked()
            board = screen.query_one("#board", BoardView).board
            assert board is not None
            assert board.seat == person
            assert PEOPLE[1 - person] in str(screen.query_one("#others").render())
            await playing.type("up")

    played(table_of("tetris", 2, called=PEOPLE), test)


def test_where_all_is_open_nobody_is_asked_to_look_away() -> None:
    """The screen says whose turn it is, and goes from one to the other; a bot plays in between."""

    async def test(playing: Playing) -> None:
        screen = await playing.asked()
        assert "Ada: " in playing.text()
        await playing.press("enter")
        await playing.until(lambda: screen.ready and screen.table.seat == 1)
        assert "Ben, your move" in playing.text()
        await playing.press("left", "enter")
        await playing.until(lambda: screen.ready and screen.table.seat == 0)
        assert {line.text.split(":")[0] for line in screen.table.lines[1:]} == {"Ada", "Ben", "Max"}

    played(table_of("tink", 3, first="0", called=PEOPLE), test)


def test_the_last_choice_is_taken_back_whosever_it_was() -> None:
    """Ben takes Ada's move back: it is her turn again."""

    async def test(playing: Playing) -> None:
        screen = await playing.asked()
        await playing.press("enter")
        await playing.until(lambda: screen.ready and screen.table.seat == 1)
        await playing.press("ctrl+z")
        await playing.until(lambda: screen.ready and screen.table.seat == 0)
        assert screen.table.step == 1

    played(table_of("tink", 2, first="0", called=PEOPLE), test)


def test_the_keyboard_may_be_left_while_it_is_handed_over() -> None:
    """After asking; who stays is asked again to take it."""

    async def test(playing: Playing) -> None:
        await _handed_to(playing, "Ada")
        await playing.press("q")
        await playing.until(lambda: isinstance(playing.app.screen, Reading))
        await playing.press("escape")
        await _handed_to(playing, "Ada")
        await playing.press("q")
        await playing.until(lambda: isinstance(playing.app.screen, Reading))
        await playing.press("y")
        await playing.until(lambda: playing.app.return_value is not None)

    assert played(table_of("tetris", 2, called=PEOPLE), test).return_value == 0
