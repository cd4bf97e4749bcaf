"""The engine line protocol, clause by clause (`spec/engine-line.md`)."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from p2pgame.cli.games.engine_line import LINE_LIMIT, Interpreter
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.positions import DEPTH

from ..running import CODE, call, run

SPEC = Path(__file__).parents[3] / "spec" / "engine-line.md"

each_game = pytest.mark.parametrize("name", GAMES)


class Line:
    """A conversation with the engine: `ask` for commands that succeed, `refused` for the code of those that fail."""

    def __init__(self, game: str, *commands: str) -> None:
        self.interpreter = Interpreter(load(game))
        for command in commands:
            self.ask(command)

    def send(self, command: str) -> dict[str, Any]:
        """The answer of any kind."""
        answer = self.interpreter.answer(command)
        assert "\n" not in answer
        assert answer.isascii()
        decoded: dict[str, Any] = json.loads(answer)
        return decoded

    def ask(self, command: str) -> dict[str, Any]:
        """The answer to a command that must succeed."""
        answer = self.send(command)
        assert answer["ok"] is True, answer
        return answer

    def refused(self, command: str) -> str:
        """The code of a refusal, which must leave everything as it was (2.3)."""
        before = self.everything()
        answer = self.send(command)
        assert answer["ok"] is False, answer
        assert set(answer) == {"ok", "code", "message"}
        assert answer["message"]
        assert self.everything() == before
        code: str = answer["code"]
        return code

    def everything(self) -> list[dict[str, Any]]:
        """The answers of all commands that change nothing."""
        return [self.send(command) for command in ("position", "pending", "hash", "show")]


def tink() -> Line:
    """Two seats, seat 0 to place the first stone."""
    return Line("tink", "new 2", "draw =0")


def tetris() -> Line:
    """Two seats, both asked in secret which way their tower stands."""
    return Line("tetris", "new 2", "draw =L")


def test_the_example_on_the_first_screen_of_the_spec() -> None:
    """Every command of it has the answer that stands there."""
    example = re.findall(r"^    > (.*)\n    < (.*)$", SPEC.read_text("utf-8").split("\n## ")[0], re.MULTILINE)
    assert len(example) == 6
    line = Line("tink")
    for command, answer in example:
        assert line.send(command) == json.loads(answer)


def test_1_1_only_an_asked_seat_may_play() -> None:
    """Not the other seat in a turn, nobody in a chance step, nobody after the end."""
    line = tink()
    assert line.refused("play 1 s@d4") == "illegal-move"
    assert "(engine 1.1)" in line.send("play 1 s@d4")["message"]
    assert Line("tink", "new 2").refused("play 0 s@d4") == "illegal-move"
    line.ask("drop 0")
    assert line.ask("pending")["pending"]["kind"] == "over"
    assert line.refused("play 1 s@d4") == "illegal-move"


def test_1_2_a_seat_answers_once_and_answers_apply_together() -> None:
    """The state moves when the last answer comes; each answer is checked by itself."""
    line = tetris()
    before = line.ask("hash")
    line.ask("play 1 down")
    assert line.ask("hash") == before
    assert line.ask("pending")["pending"]["seats"] == [0]
    assert line.ask("legal 1")["moves"] == []
    assert line.refused("play 1 up") == "illegal-move"
    assert "(engine 1.2)" in line.send("play 1 up")["message"]
    assert line.refused("play 0 hold") == "illegal-move"
    line.ask("play 0 up")
    assert [tower["way"] for tower in line.ask("position")["position"]["towers"]] == ["up", "down"]


def test_1_3_a_chance_step_is_answered_by_draw_only() -> None:
    """And a draw answers nothing else."""
    assert Line("tink", "new 2").refused("play 0 pass") == "illegal-move"
    assert tink().refused("draw 0") == "illegal-move"


def test_2_1_empty_lines_and_comments_get_no_answer() -> None:
    """Space around a command does not count."""
    done = call("engine", "tink", typed="\n   \n# a comment\n  new 2  \n\nhash\n")
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True, True]


def test_2_2_answers_are_sent_at_once() -> None:
    """A program may wait for each answer before its next command."""
    with subprocess.Popen(
        [sys.executable, "-c", CODE, "engine", "tink"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for command in ("new 2", "draw 1", "quit"):
            process.stdin.write(command + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == {"ok": True}
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("new 9", "illegal-move"),
        ("new 2 colour=red", "illegal-move"),
        ("new 2 colour", "illegal-move"),
        ("new", "bad-command"),
        ("new two", "bad-command"),
        ("new -2", "bad-command"),
        ("new " + "9" * 19, "bad-command"),
        ("new \u0662", "bad-command"),
        ("play 0 s@a1", "illegal-move"),
        ("play 0 S@D4", "illegal-move"),
        ("play 0  s@d4", "illegal-move"),
        ("play 0", "bad-command"),
        ("play 2 s@d4", "bad-command"),
        ("play s@d4", "bad-command"),
        ("draw", "bad-command"),
        ("draw x", "bad-command"),
        ("draw =9", "illegal-move"),
        ("position {", "bad-position"),
        ("position []", "bad-position"),
        ("position {}", "bad-position"),
        ("position " + "[" * 100_000, "bad-position"),
        ("position " + "[" * (DEPTH + 1) + "]" * (DEPTH + 1), "bad-position"),
        ("position " + "9" * 10_000, "bad-position"),
        ("legal", "bad-command"),
        ("legal 0 1 1", "bad-command"),
        ("legal 0 x", "bad-command"),
        ("legal 5", "bad-command"),
        ("show me", "bad-command"),
        ("hash 1", "bad-command"),
        ("pending 0", "bad-command"),
        ("undo 1", "bad-command"),
        ("drop", "bad-command"),
        ("drop 2", "bad-command"),
        ("perft", "bad-command"),
        ("perft -1", "bad-command"),
        ("random", "bad-command"),
        ("random 1 2 3", "bad-command"),
        ("quit now", "bad-command"),
        ("castle", "bad-command"),
        ("NEW 2", "bad-command"),
        ("\x00", "bad-command"),
        ("show " + "x" * LINE_LIMIT, "bad-command"),
    ],
)
def test_2_3_a_refusal_has_its_code_and_changes_nothing(command: str, code: str) -> None:
    """Every kind of bad input."""
    assert tink().refused(command) == code


def test_2_4_bad_input_is_never_fatal() -> None:
    """Bytes that are no text, lines without end: the next command is answered."""
    typed = b"\xff\xfe\x00\n" + b"x" * (LINE_LIMIT + 1) + b"\nnew 2\n"
    done = run("engine", "tink", typed=typed, PYTHONIOENCODING="utf-8:strict")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [False, False, True]
    assert {answer["code"] for answer in answers[:2]} == {"bad-command"}
    assert done.returncode == 0


def test_2_5_the_end_of_the_input_ends_the_program() -> None:
    """Also within a line."""
    done = call("engine", "tink", typed="new 2")
    assert (done.returncode, done.stdout, done.stderr) == (0, '{"ok": true}\n', "")


@each_game
def test_3_1_new_begins_a_table(name: str) -> None:
    """With any number of seats of the game; options not named have their defaults."""
    game = load(name)
    for seats in game.seats:
        position = Line(name, f"new {seats}").ask("position")["position"]
        assert position["seats"] == seats
        assert set(position["options"]) <= {option.name for option in game.options}


def test_3_1_options_are_named() -> None:
    """`name=value`, one word each."""
    assert Line("tetris", "new 2 advanced=true").ask("position")["position"]["options"] == {"advanced": True}


@pytest.mark.parametrize(
    "command", ["position", "pending", "legal 0", "play 0 s@d4", "draw 0", "show", "hash", "undo", "drop 0", "perft 1"]
)
def test_3_1_before_new_there_is_no_table(command: str) -> None:
    """Refused; `help` and `quit` are not."""
    assert Line("tink").refused(command) == "bad-command"
    assert Line("tink").ask("help")


def test_3_2_pages_say_how_deep_a_position_may_be_nested() -> None:
    """This one, and the three about positions, bytes and messages."""
    said = {
        "engine-line.md": f"nested more than {DEPTH} deep",
        "conventions.md": f"nested at most {DEPTH} deep",
        "encoding.md": f"| a position that comes as JSON | 32 KiB, nesting {DEPTH} |",
        "table/messages.md": f"nested at most {DEPTH} deep",
    }
    for page, words in said.items():
        assert words in (SPEC.parent / page).read_text("utf-8")


@each_game
def test_3_2_a_position_can_be_read_and_set(name: str) -> None:
    """`position JSON` takes the output of `position`; earlier steps cannot be undone."""
    line = Line(name, f"new {load(name).seats[-1]}", "random 5 12")
    position = line.ask("position")["position"]
    other = Line(name, f"position {json.dumps(position)}")
    assert [other.ask(command) for command in ("position", "hash", "show")] == [
        line.ask(command) for command in ("position", "hash", "show")
    ]
    assert other.refused("undo") == "nothing-to-undo"


def test_3_3_pending_has_the_keys_that_apply() -> None:
    """Each kind and no other keys; windows are shown by games that have them."""
    assert Line("tink", "new 2").ask("pending")["pending"] == {
        "kind": "chance",
        "bound": 2,
        "outcomes": [["0", 1], ["1", 1]],
    }
    assert tink().ask("pending")["pending"] == {"kind": "turn", "seats": [0]}
    assert tetris().ask("pending")["pending"] == {"kind": "secret", "seats": [0, 1]}
    over = Line("tink", "new 2", "drop 0").ask("pending")["pending"]
    assert over == {
        "kind": "over",
        "result": {"winners": [1], "scores": [None, None], "detail": [[], []], "reason": "default"},
    }


def test_3_4_legal_lists_all_moves_or_the_first() -> None:
    """In a fixed order; none for a seat that is not asked."""
    line = tink()
    moves = line.ask("legal 0")["moves"]
    assert len(moves) == 16
    assert line.ask("legal 0 3")["moves"] == moves[:3]
    assert line.ask("legal 0 0")["moves"] == []
    assert line.ask("legal 0 999")["moves"] == moves
    assert line.ask("legal 1")["moves"] == []


def test_3_5_play_makes_a_move() -> None:
    """And hands the turn on."""
    line = tink()
    line.ask("play 0 s@d4")
    assert line.ask("pending")["pending"]["seats"] == [1]


def test_3_6_draws_by_number_and_by_label() -> None:
    """A label stands for the first integer that has it."""
    by_number, by_label = Line("tetris", "new 2", "draw 4"), Line("tetris", "new 2", "draw =O")
    assert by_number.ask("position")["position"]["next"] == "O"
    assert by_number.everything() == by_label.everything()
    assert Line("tetris", "new 2").refused("draw 28") == "illegal-move"


def test_3_7_show_draws_the_table() -> None:
    """Lines separated by newlines, none at the end."""
    text = tink().ask("show")["text"]
    assert text.split("\n")[8] == "  a b c d e f g h"
    assert not text.endswith("\n")


def test_3_8_hash_is_the_state_hash() -> None:
    """64 hexadecimal digits; equal for equal tables."""
    assert re.fullmatch("[0-9a-f]{64}", tink().ask("hash")["hash"])
    assert tink().ask("hash") == tink().ask("hash")
    assert tink().ask("hash") != Line("tink", "new 2", "draw =1").ask("hash")


def test_3_9_undo_takes_back_the_last_step() -> None:
    """A move, a draw, and no more than there is."""
    line = tink()
    before = line.everything()
    line.ask("play 0 s@d4")
    line.ask("undo")
    assert line.everything() == before
    line.ask("undo")
    assert line.ask("pending")["pending"]["kind"] == "chance"
    assert line.refused("undo") == "nothing-to-undo"


def test_3_9_undo_of_a_half_answered_step_forgets_its_answers() -> None:
    """The step before stays."""
    line = tetris()
    line.ask("play 1 down")
    line.ask("undo")
    assert line.ask("pending")["pending"] == {"kind": "secret", "seats": [0, 1]}
    line.ask("play 1 up")


def test_3_10_drop_is_a_step() -> None:
    """It ends a game for two, and can be undone; kept answers are asked for again."""
    line = Line("tetris", "new 3", "draw =L", "play 0 up")
    line.ask("drop 2")
    assert line.ask("position")["position"]["dropped"] == [2]
    assert line.ask("pending")["pending"]["seats"] == [0, 1]
    line.ask("undo")
    assert line.ask("pending")["pending"]["seats"] == [0, 1, 2]


def test_3_11_perft_counts_sequences() -> None:
    """The empty one, draws, moves; a finished game has only the empty one."""
    line = Line("tink", "new 2")
    assert [line.ask(f"perft {depth}")["count"] for depth in range(3)] == [1, 2, 32]
    assert [tetris().ask(f"perft {depth}")["count"] for depth in (1, 2)] == [2, 4]
    over = Line("tink", "new 2", "drop 0")
    assert [over.ask(f"perft {depth}")["count"] for depth in (0, 1)] == [1, 0]


@each_game
def test_3_12_random_plays_on(name: str) -> None:
    """To the end, or some steps; alike for equal seeds."""
    seats = load(name).seats[-1]
    one, other = (Line(name, f"new {seats}", "random 7") for _ in range(2))
    assert one.ask("pending")["pending"]["kind"] == "over"
    assert one.everything() == other.everything()
    some = Line(name, f"new {seats}", "random 7 3")
    assert some.ask("pending")["pending"]["kind"] != "over"


def test_3_13_help_names_commands_and_moves() -> None:
    """Every command of the spec."""
    answer = Line("tink").ask("help")
    headings = re.findall(r"^### 3\.\d+ (.*)$", SPEC.read_text("utf-8"), re.MULTILINE)
    assert sorted(answer["commands"]) == sorted(re.split(r"[` ]", heading)[1] for heading in headings)
    assert answer["moves"] == load("tink").move_help


def test_3_14_quit_ends_the_program() -> None:
    """After its answer; what follows is not read."""
    done = call("engine", "tink", typed="quit\nnew 2\n")
    assert done.stdout == '{"ok": true}\n'


@each_game
def test_3_15_a_bot_chooses(name: str) -> None:
    """A legal move of an asked seat, the same for the same seed; nothing is played."""
    line = Line(name, f"new {load(name).seats[-1]}", "random 7 9")
    while line.ask("pending")["pending"]["kind"] == "chance":
        line.ask("draw 0")
    before, seat = line.everything(), line.ask("pending")["pending"]["seats"][-1]
    for words in ("", " easy", " easy 5"):
        move = line.ask(f"choose {seat}{words}")["move"]
        assert move == line.ask(f"choose {seat}{words}")["move"]
        assert move in line.ask(f"legal {seat}")["moves"]
    assert line.everything() == before
    assert line.refused("choose 0 clever") == "bad-command"
    assert line.refused("choose") == "bad-command"


def test_4_the_bot_of_the_spec_plays_a_game() -> None:
    """The program of the page, run with another name of the command."""
    page = SPEC.read_text("utf-8").split("## 4 A bot in Python\n")[1].split("\n## ")[0]
    program = page.replace("\n    ", "\n").strip()
    program = program.replace('["p2pgame", ', f"[{sys.executable!r}, '-c', {CODE!r}, ")
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True, timeout=60
    )
    assert "'winners': " in done.stdout
