"""`p2pgame play`: games played from the keyboard, from a pipe, to their end, or until somebody leaves."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from p2pgame.cli.games import presentation_of
from p2pgame.cli.games.session import Session
from p2pgame.cli.saves import saved
from p2pgame.cli.saves.save_lock import SaveLock
from p2pgame.cli.system.exits import ExitCode
from p2pgame.cli.thinking.bots import BOT_NAMES
from p2pgame.engine.bots.normal import Normal
from p2pgame.engine.bots.random import Random
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.pending import Chance, Over

from ..running import call, fork, run

each_game = pytest.mark.parametrize("name", GAMES)


def played(session: Session[Any, Any], rng: random.Random, humans: int) -> list[str]:
    """Play a table to its end as `p2pgame play --seed` does, people at random; return what they would type."""
    game, fingers, typed = session.game, random.Random(1), list[str]()
    while not isinstance(pending := session.pending, Over):
        if isinstance(pending, Chance):
            session.draw(rng.randrange(pending.bound))
            continue
        seat = next((seat for seat in session.waiting if seat < humans), session.waiting[0])
        if seat >= humans:
            session.play(seat, Normal().choose(game, session.state, seat, rng))
            continue
        moves = list(game.legal(session.state, seat))
        move = game.sample(session.state, seat, fingers)
        if len(moves) > 1 or game.format(move).split()[0] not in presentation_of(game).phrases.forced:
            typed.append(carelessly(game.format(move), fingers))
        session.play(seat, move)
    return typed


def carelessly(move: str, fingers: random.Random) -> str:
    """The move with capitals and spaces that make no difference."""
    word = fingers.choice([move.upper(), move.lower(), move])
    return fingers.choice([word, f"  {word} ", word.replace(" ", "   "), word.replace("@", " @ ")])


def winners_line(session: Session[Any, Any], names: list[str]) -> str:
    """How the last line of a game ends."""
    pending = session.pending
    assert isinstance(pending, Over)
    winners = pending.result.winners
    if not winners:
        return "You did not beat JEN. A tie is not enough." if pending.result.reason == "jen" else "Nobody wins."
    if len(winners) > 1:
        return "share the victory."
    scores = sorted((score for score in pending.result.scores if score is not None), reverse=True)
    by = f" by {scores[0] - scores[1]}" if len(scores) > 1 and scores[0] > scores[1] else ""
    return f"You win{by}!" if names[winners[0]] == "Player" else f"{names[winners[0]]} wins{by}."


@each_game
def test_people_at_one_keyboard_play_a_game_to_its_end(name: str) -> None:
    """All moves by a pipe, carelessly spelled: each is understood, and the game ends as the engine says."""
    game = load(name)
    session = Session(game, game.begin(2))
    typed = played(session, random.Random(8), humans=2)
    done = fork("play", name, "--humans", "2", "--seed", "8", typed="\n".join(typed) + "\n")
    assert done.returncode == ExitCode.OK, done.stdout[-2000:]
    assert "Not allowed" not in done.stdout
    assert "neither a move" not in done.stdout
    assert done.stdout.rstrip().endswith(winners_line(session, ["Player 1", "Player 2"]))
    assert done.stderr == ""


@each_game
def test_one_person_plays_against_bots_to_the_end(name: str) -> None:
    """With as many seats as the game has."""
    game = load(name)
    session = Session(game, game.begin(game.seats[-1]))
    typed = played(session, random.Random(3), humans=1)
    words = ("play", name, "--seats", str(game.seats[-1]), "--seed", "3", "--plain")
    done = call(*words, typed="\n".join(typed) + "\n")
    assert done.returncode == ExitCode.OK, done.stdout[-2000:]
    names = ["Player", *(f"{name} (normal)" for name in BOT_NAMES[: game.seats[-1] - 1])]
    assert done.stdout.rstrip().endswith(winners_line(session, names))


@pytest.mark.parametrize("name", [name for name in GAMES if 1 in load(name).seats])
def test_a_solo_variant_is_played_to_its_end(name: str) -> None:
    """`--seats 1`."""
    game = load(name)
    session = Session(game, game.begin(1))
    typed = played(session, random.Random(2), humans=1)
    done = call("play", name, "--seats", "1", "--seed", "2", typed="\n".join(typed) + "\n")
    assert done.returncode == ExitCode.OK, done.stdout[-2000:]
    assert done.stdout.rstrip().endswith(winners_line(session, ["Player"]))


@each_game
def test_bots_alone_play_a_game_to_its_end(name: str) -> None:
    """Every move and draw is printed, then the board, the reason for the end, and the winner."""
    done = call("play", name, "--humans", "0", "--bots", "random", "--seed", "5", "--plain")
    assert done.returncode == ExitCode.OK, done.stderr
    assert re.search(r"^(Max|Ida) \(random\): ", done.stdout, re.MULTILINE)
    assert "The game is over: " in done.stdout
    assert re.search(r" wins( by \d+)?\.| share the victory\.|Nobody wins", done.stdout.splitlines()[-1])


@each_game
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    """`--seed` makes draws and bots repeatable; without it no two games are alike."""
    words = ("play", name, "--humans", "0", "--bots", "random")
    assert call(*words, "--seed", "11").stdout == fork(*words, "--seed", "11").stdout
    assert call(*words).stdout != call(*words).stdout


@each_game
def test_a_game_saved_half_way_is_read_to_the_same_state(name: str, tmp_path: Path) -> None:
    """The file holds every event, and `p2pgame engine` replays it, too."""
    game = load(name)
    session = Session(game, game.begin(game.seats[-1]))
    rng = random.Random(4)
    while len(session.history) < 40 and not isinstance(pending := session.pending, Over):
        if isinstance(pending, Chance):
            session.draw(rng.randrange(pending.bound))
        else:
            seat = session.waiting[0]
            session.play(seat, Random().choose(game, session.state, seat, rng))
    path = tmp_path / "evening.game"
    saved.write(path, session)
    assert game.hash(saved.read(path, game).state) == game.hash(session.state)
    followed = call("engine", name, typed=path.read_text("utf-8") + "hash\n").stdout.splitlines()
    assert json.loads(followed[-1])["hash"] == game.hash(session.state).hex()


def test_a_saved_game_continues_at_the_same_step(tmp_path: Path) -> None:
    """`--save` writes after each step; the same command resumes the game."""
    path = tmp_path / "evening.game"
    words = ("play", "tink", "--seed", "3", "--save", str(path))
    left = call(*words, typed="s@d4\nquit\n")
    assert left.returncode == ExitCode.OK
    assert f"resume it with `p2pgame play tink --save {path}`." in left.stdout
    again = call(*words[:3], "3", "--save", str(path), typed="show\n")
    assert "The game continues after 3 steps." in again.stdout
    assert "You small d4" in again.stdout


def test_a_kept_game_is_played_in_one_window_at_a_time(tmp_path: Path) -> None:
    """Another would write over it, by `--save` or by `save`; one's own file may be saved to."""
    path = tmp_path / "evening.game"
    call("play", "tink", "--save", str(path), typed="quit\n")
    kept = path.read_text("utf-8")
    with SaveLock(path):
        done = call("play", "tink", "--save", str(path), typed="quit\n")
        assert done.returncode == ExitCode.USAGE
        assert "is open in another window" in done.stderr
        said = call("play", "tink", "--seed", "3", typed=f"save {path}\nquit\n").stdout
        assert "is open in another window" in said
    assert path.read_text("utf-8") == kept
    own = call("play", "tink", "--save", str(path), typed=f"save {path}\nquit\n").stdout
    assert "Saved. " in own
    assert [each.name for each in tmp_path.iterdir()] == ["evening.game"]


def test_the_file_of_a_kept_game_is_a_script_of_the_engine_line(tmp_path: Path) -> None:
    """The format that `cli/saves/saved.py` shows."""
    path = tmp_path / "evening.game"
    call("play", "tink", "--humans", "2", "--seed", "3", "--save", str(path), typed="s@d4\ns@e5\nresign yes\n")
    lines = path.read_text("utf-8").splitlines()
    players = '# players {"people": 2, "names": [], "bots": "normal"}'
    assert lines[:4] == ["# p2pgame play tink, rules 1", players, "new 2", "draw =0"]
    assert lines[4:] == ["play 0 s@d4", "play 1 s@e5", "drop 0"]


def test_a_saved_game_has_its_players_and_continues_with_them(tmp_path: Path) -> None:
    """Options that are not given again stay; given ones replace the old."""
    path, copy = tmp_path / "evening.game", tmp_path / "copy.game"
    words = ("play", "tink", "--save", str(path))
    first = ("--seats", "3", "--humans", "2", "--names", "Ada,Ben", "--bots", "random", "--seed", "3")
    call(*words, *first, typed="quit\n")
    assert saved.players_in(path) == saved.Players(2, ("Ada", "Ben"), "random")
    again = call(*words, typed=f"save {copy}\nquit\n")
    assert "Tink: Ada, Ben and Max (random)" in again.stdout
    assert saved.players_in(copy) == saved.Players(2, ("Ada", "Ben"), "random")
    other = call(*words, "--humans", "1", "--bots", "normal", typed="s@d4\nquit\n")
    assert "Tink: Ada, Max (normal) and Ida (normal)" in other.stdout
    assert saved.players_in(path) == saved.Players(1, ("Ada",), "normal")


@pytest.mark.parametrize("line", ["", "# players\n", '# players {"people": -1, "names": [], "bots": "normal"}\n'])
def test_a_game_saved_by_an_older_program_is_resumed(line: str, tmp_path: Path) -> None:
    """Its file has no players, or unreadable ones: then the players are the default ones."""
    path = tmp_path / "evening.game"
    path.write_text(f"# p2pgame play tink, rules 1\n{line}new 2\ndraw =0\nplay 0 s@d4\nplay 1 s@e5\n", "utf-8")
    done = call("play", "tink", "--save", str(path), typed="s@a1\nquit\n")
    assert "Tink: Player and Max (normal)" in done.stdout
    assert "The game continues after 3 steps." in done.stdout
    assert saved.players_in(path) == saved.Players(1, (), "normal"), "the file names the players now"


def test_a_kept_game_of_more_people_than_seats_is_refused(tmp_path: Path) -> None:
    """Somebody has written in it."""
    path = tmp_path / "evening.game"
    path.write_text(
        '# p2pgame play tink, rules 1\n# players {"people": 3, "names": [], "bots": "normal"}\nnew 2\n', "utf-8"
    )
    done = call("play", "tink", "--save", str(path))
    assert done.returncode == ExitCode.USAGE
    assert "--humans is 0 to 2 at a table of 2 seats, not 3." in done.stderr


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not a game saved by"),
        ("shopping list\n", "is not a game saved by"),
        ("\x00\x01", "is not a game saved by"),
        ("# p2pgame play ten, rules 1\nnew 2\n", "holds a game of ten, not of tink"),
        ("# p2pgame play tink, rules 99\nnew 2\n", "was played with version 99 of the rules of Tink"),
        ("# p2pgame play tink, rules 1\n", "contains no game"),
        ("# p2pgame play tink, rules 1\nnew 9\n", "beyond line 2: Tink is for 2 to 4 seats"),
        ("# p2pgame play tink, rules 1\nnew x\n", "beyond line 2"),
        ("# p2pgame play tink, rules 1\nnew 2\ndraw =7\n", "beyond line 3"),
        ("# p2pgame play tink, rules 1\nnew 2\ndraw =0\nplay 0 s@a1\n", "beyond line 4"),
        ("# p2pgame play tink, rules 1\nnew 2\ndraw =0\nplay 7 s@d4\n", "beyond line 4"),
        ("# p2pgame play tink, rules 1\nnew 2\nquit\n", "beyond line 3"),
        ("# p2pgame play tink, rules 1\nquit\n", "beyond line 2"),
    ],
)
def test_a_file_that_holds_no_such_game_is_refused_and_stays(text: str, sentence: str, tmp_path: Path) -> None:
    """One sentence names the wrong line; nothing is written over the file."""
    path = tmp_path / "a.game"
    path.write_text(text, "utf-8")
    done = call("play", "tink", "--save", str(path))
    assert done.returncode == ExitCode.USAGE
    assert sentence in done.stderr
    assert path.read_text("utf-8") == text


def test_a_kept_game_has_its_own_seats_and_options(tmp_path: Path) -> None:
    """Naming others is refused, not ignored."""
    path = tmp_path / "a.game"
    call("play", "tink", "--save", str(path))
    done = call("play", "tink", "--seats", "3", "--save", str(path))
    assert done.returncode == ExitCode.USAGE
    assert "its own seats and options" in done.stderr


def test_a_place_where_nothing_can_be_written_is_named_at_once(tmp_path: Path) -> None:
    """Before the game, not at its end."""
    for place in (tmp_path / "no" / "such" / "folder", tmp_path / ("x" * 300)):
        done = call("play", "tink", "--save", str(place))
        assert done.returncode == ExitCode.FAILED
        assert "cannot be saved" in done.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["tnik"], "There is no game 'tnik'. Did you mean tink?"),
        (["tink", "--seats", "7"], "Tink is for 2 to 4 seats, not 7."),
        (["tink", "--seats", "1"], "Tink is for 2 to 4 seats, not 1."),
        (["tink", "--seats", "-1"], "Tink is for 2 to 4 seats, not -1."),
        (["tink", "--seats", "two"], "--seats takes a number of seats, not 'two'."),
        (["tink", "--humans", "3", "--seats", "2"], "--humans is 0 to 2 at a table of 2 seats, not 3."),
        (["tink", "--humans", "-1"], "--humans is 0 to 2 at a table of 2 seats, not -1."),
        (["tink", "-o", "x=1"], "This game has no option 'x'; its options: none."),
        (["tink", "-o", "x"], "'x' is not an option: write name=value."),
        (["tink", "--bots", "cheat"], "There is no bot 'cheat'. The levels are random, easy, normal, hard, expert."),
        (["tink", "--bots", "1:cheat"], "There is no bot 'cheat'. The levels are random, easy, normal, hard, expert."),
        (["tink", "--bots", "9"], "Tink is for 2 to 4 seats, not 10."),
        (
            ["tink", "--bots", "1", "--seats", "3"],
            "--seats 3 contradicts --bots 1: 1 human player and 1 bot have 2 seats.",
        ),
        (["tink", "--save", "/"], "is a directory"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_a_sentence(words: list[str], sentence: str) -> None:
    """The sentence names the possible moves."""
    done = call("play", *words)
    assert done.returncode == ExitCode.USAGE
    assert sentence in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("words", "players"),
    [
        (["--bots", "easy"], "Player and Max (easy)"),
        (["--bots", "2"], "Player, Max (normal) and Ida (normal)"),
        (["--bots", "2:easy"], "Player, Max (easy) and Ida (easy)"),
        (["--bots", "1:easy", "--seats", "2"], "Player and Max (easy)"),
        (["--bots", "1:easy", "--humans", "2"], "Player 1, Player 2 and Max (easy)"),
    ],
)
def test_bots_are_given_by_their_level_or_number_or_both(words: list[str], players: str) -> None:
    """As at a hosted table."""
    assert f"Tink: {players}" in call("play", "tink", "--new", *words, typed="quit\n").stdout


def test_a_game_that_is_not_named_is_asked_for() -> None:
    """Until an existing game is named; a pipe may answer, too."""
    done = call("play", "--seed", "1", typed="chess\ntink\nquit\n")
    assert done.returncode == ExitCode.OK
    assert "There is no game 'chess'." in done.stdout
    assert "Tink: Player and Max (normal)" in done.stdout
    assert "You left the game, after " in done.stdout


def test_no_game_at_all_is_a_usage_error() -> None:
    """Where nobody can be asked."""
    done = call("play")
    assert done.returncode == ExitCode.USAGE
    assert "Name the game to play. The games are " in done.stderr


def test_the_end_of_the_input_ends_the_program_with_a_sentence() -> None:
    """And with the code for unfinished games."""
    done = call("play", "tink", "--seed", "3", typed="s@d4\n")
    assert done.returncode == ExitCode.UNFINISHED
    assert done.stdout.endswith(
        "The input ended before the game did, after 3 steps; resume it with `p2pgame play tink`.\n"
    )


def test_input_that_is_no_text_is_answered() -> None:
    """Bytes that are no UTF-8, control characters, an endless word: a sentence, and the next question."""
    typed = b"\xff\xfe\x1b[2J\n" + b"a" * 5000 + b"\n\x00\nquit\n"
    done = run("play", "tink", "--seed", "3", typed=typed, PYTHONIOENCODING="utf-8:strict")
    assert done.returncode == ExitCode.OK
    assert "\x1b" not in done.stdout
    assert done.stdout.count("neither a move nor a command") == 2
    assert "That line is too long" in done.stdout


def test_undo_goes_back_to_the_last_choice_of_a_person() -> None:
    """Later moves of bots are undone, too. A sentence says so if there is no choice to return to."""
    done = call("play", "tink", "--seed", "3", typed="undo\ns@d4\nundo\ns@e4\nquit\n")
    assert "There is no move to take back." in done.stdout
    assert "Your last move is taken back." in done.stdout
    boards = done.stdout.split("Your last move is taken back.")[1]
    assert "Place the first stone" in boards
    assert "You: small stone on e4 (s@e4)" in boards


def test_undo_in_a_half_answered_step_forgets_the_answers_only() -> None:
    """Seat 0 has chosen its tower, seat 1 takes both choices back; neither had been shown."""
    done = call("play", "tetris", "--humans", "2", "--seed", "3", typed="up\nundo\ndown\ndown\nquit\n")
    assert "Your last move is taken back." in done.stdout
    assert "Player 1: tower upside down\nPlayer 2: tower upside down\n" in done.stdout
    assert "Player 1: tower upright" not in done.stdout


def test_resigning_needs_a_second_word() -> None:
    """Then the others play without that player."""
    done = call("play", "tink", "--seats", "3", "--seed", "3", typed="resign\nresign yes\n")
    assert "Type `resign yes` to confirm." in done.stdout
    assert "You have left the game." in done.stdout
    assert "The game is over: " in done.stdout
    assert done.returncode == ExitCode.OK


def test_an_empty_line_makes_the_only_move_or_asks_again() -> None:
    """Nothing is played by accident."""
    done = call("play", "tink", "--seed", "3", typed="\n\nquit\n")
    assert done.stdout.count("Place the first stone") == 3


@pytest.mark.parametrize("place", ["/", ".", "~nobody-of-that-name/x", "a\0b", "x" * 300])
def test_a_failed_save_is_reported_and_the_game_continues(place: str, tmp_path: Path) -> None:
    """No such folder, no such user, an impossible name."""
    done = call("play", "tink", "--seed", "3", typed=f"save {place}\nhint\nquit\n")
    assert done.returncode == ExitCode.OK
    assert re.search("cannot be |is a folder, not a file", done.stdout)
    assert "The hard bot would play" in done.stdout


def test_saving_by_a_command(tmp_path: Path) -> None:
    """Into a new file; never over another kind of file."""
    letter, game = tmp_path / "letter.txt", tmp_path / "my.game"
    letter.write_text("Dear Anna\n", "utf-8")
    done = call("play", "tink", "--seed", "3", typed=f"save\nsave {letter}\nsave {game}\nquit\n")
    assert "Give a file name: `save FILE`." in done.stdout
    assert "is not a game saved by" in done.stdout
    assert f"Saved. `p2pgame play tink --save {game}` continues from here." in done.stdout
    assert letter.read_text("utf-8") == "Dear Anna\n"
    assert game.read_text("utf-8").startswith("# p2pgame play tink")


def test_people_are_called_by_their_names() -> None:
    """In the order of their seats, in every sentence that names a seat."""
    done = call("play", "tink", "--humans", "2", "--names", "Ada, Ben", "--seed", "3", typed="quit\n")
    assert "Tink: Ada and Ben" in done.stdout
    assert "\nAda: 5s" in done.stdout
    assert "\nBen: 5s" in done.stdout
    done = call("play", "tink", "--names", "Ada", "--seats", "3", "--seed", "3", typed="quit\n")
    assert "Tink: Ada, Max" in done.stdout
    assert "seat 0 Ada" not in done.stdout.splitlines()[0]


@pytest.mark.parametrize("names", ["", "Ada,Ada", "Ada,,Ben", "Ada,\u200b", "Ada,Ben,Cleo"])
def test_names_that_look_equal_are_refused(names: str) -> None:
    """No empty name, no name twice, and no more names than people."""
    done = call("play", "tink", "--humans", "2", "--names", names)
    assert done.returncode == 2
    assert "--names" in done.stderr
