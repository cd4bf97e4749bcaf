"""Line mode: the meaning of a line at a table, for any driver."""

from __future__ import annotations

import random
from typing import Any

import pytest
from p2pgame.cli.games import presentation_of
from p2pgame.cli.games.session import Session
from p2pgame.cli.table.answer import ALIASES, COMMANDS, LINE_LIMIT, answer, takes_time
from p2pgame.cli.table.completing import completions
from p2pgame.cli.table.replies import Further, Make, Quit, Read, Reply, Resign, Save, Say, Undo
from p2pgame.cli.table.score import describe_standing, describe_winners
from p2pgame.cli.table.view import View, question, table_text
from p2pgame.engine.errors import NotAMove
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.pending import Result

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")


def session(name: str = "tink", *moves: str, seats: int = 2) -> Session[Any, Any]:
    """A table where the first draw has been made, and then these moves by the seats that are asked."""
    game = load(name)
    table: Session[Any, Any] = Session(game, game.begin(seats))
    table.draw(0)
    for move in moves:
        table.play(table.waiting[0], game.parse(move))
    return table


def view(table: Session[Any, Any], seat: int | None = 0, **facilities: Any) -> View:
    """A person's view of the table."""
    return View(table.game, table.state, seat, table.waiting, NAMES[: table.seats], random.Random(1), **facilities)


def said(reply: Reply) -> str:
    """The text of a reply that has only text."""
    assert isinstance(reply, Say)
    return reply.text


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("command", [*COMMANDS, *ALIASES])
def test_no_game_spells_a_move_like_a_command(name: str, command: str) -> None:
    """So that a command never hides a move."""
    game = load(name)
    for spelling in (command, presentation_of(game).phrases.respell(command)):
        with pytest.raises(NotAMove):
            game.parse(spelling)


@pytest.mark.parametrize("typed", ["s@d4", " s@d4 ", "S@D4", "s @ d4", "sd4", "S d4"])
def test_a_move_is_forgiven_its_spelling(typed: str) -> None:
    """The one spelling comes with it."""
    assert answer(view(session()), typed) == Make(load("tink").parse("s@d4"), "s@d4")


def test_an_illegal_move_says_which_rule() -> None:
    """In the words and with the clause of the game."""
    assert said(answer(view(session()), "S@A1")) == (
        "Not allowed: the first stone is a small one, on one of the squares c3 to f6 (tink 3.1)."
    )


def test_an_unknown_line_explains_the_form_of_a_move() -> None:
    """And which command may have been meant; long input is shortened."""
    assert said(answer(view(session()), "d4")).startswith(
        "'d4' is neither a move nor a command. In Tink a move is a size (s, m or l) and a square, such as s@d4"
    )
    assert "Did you mean legal?" in said(answer(view(session()), "legl"))
    assert len(said(answer(view(session()), "x" * 900))) < 400
    assert said(answer(view(session()), "x" * 2000)) == f"That line is too long: {LINE_LIMIT} characters at most."


def test_an_empty_line_asks_again_or_makes_the_only_move() -> None:
    """Where there is no choice."""
    assert said(answer(view(session()), "")).startswith("Place the first stone")
    ten = session("ten")
    assert answer(view(ten, ten.waiting[0]), "  ") == Make(load("ten").parse("draw"), "draw")


def test_legal_lists_moves_by_their_beginning() -> None:
    """In columns. A sentence refuses a beginning that no move has; long lists ask for a beginning."""
    table = view(session())
    assert said(answer(table, "legal")).split() == [f"s@{column}{row}" for column in "cdef" for row in "3456"]
    assert said(answer(table, "LEGAL S @ D")).split() == ["s@d3", "s@d4", "s@d5", "s@d6"]
    assert said(answer(table, "moves s@e5")) == "s@e5"
    assert said(answer(table, "legal m")) == "No legal move begins with 'm'; `legal` lists all."
    placing = session("te-trix", seats=1)
    placing.play(0, next(placing.game.legal(placing.state, 0)))
    assert "... and more. Narrow it down, such as `legal r" in said(answer(view(placing), "legal"))
    assert all(len(line) < 80 for line in said(answer(view(placing), "legal")).splitlines())


def test_tab_offers_moves_and_commands_that_begin_so() -> None:
    """Case and spaces aside; no refused commands, but the table's own ones."""
    table = view(session(), refused={"save": "It is in the log."}, more={"shout TEXT": "say it to all"})
    assert completions(table, "S @ D") == ["s@d3", "s@d4", "s@d5", "s@d6"]
    assert completions(table, "sho") == ["show", "shout"]
    assert completions(table, "s")[-3:] == ["show", "score", "shout"]
    assert completions(table, "x") == []
    assert completions(view(session(), seat=1), "s@") == []


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("tetris", "Ann: points 0, rows 0, "),
        ("te-trix", "Ann: points 0, "),
        ("ten", "Ann: points 0, coins 5, bust 0, cards 0"),
        ("tentricks", "Ann: bar 8, "),
    ],
)
def test_score_before_the_end_is_a_line_for_each_seat(name: str, line: str) -> None:
    """The facts beside the boards; `board` shows the boards themselves."""
    game = load(name)
    lines = describe_standing(game, game.begin(2, {}), ("Ann", "Bo")).splitlines()
    assert lines[0].startswith(line)
    assert lines[1].startswith("Bo: ")


@pytest.mark.parametrize("typed", ["hint", "i", "I"])
def test_hint_names_a_legal_move(typed: str) -> None:
    """The normal bot's move; it is not made. The key of the screen is understood, too."""
    assert takes_time(typed)
    text = said(answer(view(session()), typed))
    move = text.split("`")[1]
    assert isinstance(answer(view(session()), move), Make)


def test_show_score_rules_and_help() -> None:
    """Text, and nothing moves."""
    table = view(session())
    assert said(answer(table, "show")).startswith("nothing yet\n")
    assert said(answer(table, "picture")).startswith(table_text(table.game, table.state, table.names, table.seat))
    assert "Place the first stone" in said(answer(table, "board"))
    assert said(answer(table, "score")).splitlines() == ["You: 5s 4m 1l", "Bo: 5s 4m 1l"]
    assert table.table.startswith(table_text(table.game, table.state, table.names, table.seat))
    assert table.table.endswith("> Ann (you): 5s  4m  1l\nBo: 5s  4m  1l")
    rules = answer(table, "Rules")
    assert isinstance(rules, Read)
    assert rules.text.startswith("# Tink")
    for command in COMMANDS:
        assert f"\n  {COMMANDS[command].usage} " in said(answer(table, "?"))


def test_score_after_the_end_is_the_score_sheet() -> None:
    """Line by line, and who won."""
    table = session("tetris", "up", "down")
    table.drop(1)
    text = said(answer(view(table), "score"))
    assert text.splitlines()[0] == "The game is over: everyone else has left."
    assert [line.split() for line in text.splitlines()[2:-2]] == [
        ["Ann", "Bo"],
        ["rows", "0", "0"],
        ["icons", "0", "0"],
        ["six", "lines", "0", "0"],
        ["total", "0", "0"],
    ]
    assert text.splitlines()[-1] == "You win!"


def test_commands_that_concern_the_table() -> None:
    """Come back as what they ask for; leaving for good wants a second word."""
    table = view(session())
    assert answer(table, "undo") == Undo()
    assert answer(table, "quit") == answer(table, "q") == answer(table, "EXIT") == Quit()
    assert answer(table, "save My Game.txt") == Save("My Game.txt")
    assert said(answer(table, "save")) == "Give a file name: `save FILE`."
    assert "`resign yes`" in said(answer(table, "resign"))
    assert answer(table, "resign YES") == Resign()


def test_refusals_of_a_table_have_reasons() -> None:
    """And is not in its help."""
    table = view(session(), refused={"undo": "Signed moves stay."})
    assert said(answer(table, "undo")) == "Signed moves stay."
    assert "  undo" not in said(answer(table, "help"))


def test_a_table_may_have_commands_of_its_own() -> None:
    """They come back with the words typed after them, unchanged."""
    table = view(session(), more={"chat TEXT": "say something to all"})
    assert answer(table, "Chat Hello,  Bo!") == Further("chat", "Hello,  Bo!")
    assert "  chat TEXT" in said(answer(table, "help"))
    assert "Did you mean chat?" in said(answer(table, "chatt hello"))


def test_an_idle_player_sees_whom_the_table_waits_for() -> None:
    """For every move that it types; commands work."""
    table = view(session(), seat=1)
    assert question(table) == "Ann is thinking ..."
    for line in ("s@d4", "hint", "legal", ""):
        assert said(answer(table, line)) == "Ann is thinking ..."
    assert said(answer(table, "castle")).endswith("Ann is thinking ...")
    assert answer(table, "quit") == Quit()


def test_a_seat_that_has_answered_waits_for_the_others() -> None:
    """In a step of all."""
    table = session("tetris", "up", seats=3)
    assert question(view(table, 0)) == "Bo and Cy are thinking ..."


def test_a_spectator_can_do_nothing() -> None:
    """But see everything."""
    table = view(session(), seat=None)
    assert said(answer(table, "s@d4")) == "Ann is thinking ..."
    assert said(answer(table, "undo")) == said(answer(table, "resign yes")) == "You are only watching this table."
    assert said(answer(table, "show")).startswith("nothing yet\n")


def test_after_the_end_nothing_is_asked() -> None:
    """Of anybody."""
    table = session()
    table.drop(1)
    assert question(view(table)) == "The game is over."
    assert said(answer(view(table), "s@d4")) == "The game is over."


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (Result((0,), (12, 9), ((), ()), "cards"), "You win by 3!"),
        (Result((1,), (9, 10), ((), ()), "cards"), "Bo wins by 1."),
        (Result((0,), (9, 9), ((), ()), "cards"), "You win!"),
        (Result((0,), (9, 12), ((), ()), "default"), "You win!"),
        (Result((0,), (None, None), ((), ()), "line"), "You win!"),
        (Result((0, 1), (9, 9), ((), ()), "cards"), "You and Bo share the victory."),
    ],
)
def test_the_winner_is_named_with_the_margin(result: Result, told: str) -> None:
    """Where points decided; not where a tie was broken, or somebody left with more."""
    assert describe_winners(presentation_of(load("tetris")).phrases, result, ("Ann", "Bo"), 0) == told
