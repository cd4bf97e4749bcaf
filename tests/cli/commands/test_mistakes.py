"""Mistakes that people make at a command line: each gets a sentence with the right command."""

from __future__ import annotations

from pathlib import Path

import pytest
from p2pgame.cli.system.exits import ExitCode

from ...protocol.log.local_logs import local_log
from ..running import call
from ..screen.logged import log_of

MISTAKES = [
    ("tink", "There is no command 'tink'. Did you mean `p2pgame play tink`?"),
    ("tetris --help", "There is no command 'tetris'. Did you mean `p2pgame play tetris`?"),
    ("tentrics", "Did you mean `p2pgame play tentricks`?"),
    ("TINK", "Did you mean `p2pgame play tink`?"),
    ("help", "There is no command 'help'. Did you mean `p2pgame --help`?"),
    ("help host", "Did you mean `p2pgame host --help`?"),
    ("version", "Did you mean `p2pgame --version`?"),
    ("Play tink", "Did you mean `p2pgame play`?"),
    ("start tink", "Did you mean `p2pgame host`?"),
    ("continue", "Did you mean `p2pgame resume`?"),
    ("quit", "There is no command 'quit'. `p2pgame --help` lists the commands."),
    ("-v", "No such option '-v'."),
    ("--profil ada games", "Did you mean '--profile'?"),
    ("host", "Missing argument 'GAME'. The games are tentricks, tink, ten, te-trix, tetris."),
    ("host chess", "There is no game 'chess'. The games are "),
    ("host tikn", "There is no game 'tikn'. Did you mean tink?"),
    ("host tink --turn-time abc", "--turn-time takes a number of seconds from 0 to 86400, not 'abc'."),
    ("host tink --turn-time -5", "--turn-time takes a number of seconds from 0 to 86400, not '-5'."),
    ("host tink --grace 1h", "--grace takes a number of seconds from 0 to 86400, not '1h'."),
    ("host tink --port 99999", "--port takes a port from 0 to 65535, not '99999'."),
    ("host tink --seats five", "--seats takes a number of seats, not 'five'."),
    ("host tink --seats 9", "Tink is for 2 to 4 seats, not 9."),
    ("host tink --seats 1", "Play with `p2pgame play tink`"),
    ("host tink --bots many", "--bots takes a number, perhaps with a level, such as 2 or 2:random, not 'many'."),
    ("host tink --bots 2:best", "There is no bot 'best'. The levels are random, easy, normal, hard, expert."),
    ("host tink --bind mycomputer", "--bind takes an IP address of this machine, not 'mycomputer'"),
    ("host tink -o lines=3", "This game has no option 'lines'; its options: none."),
    ("host tink --auto chess", "There is no bot 'chess'."),
    ("join 192.168.1.300", "'192.168.1.300' is not an address: an address has four numbers from 0 to 255"),
    ("join http://192.168.1.20/", "'http://192.168.1.20/' is a link, not an address: write HOST:PORT"),
    ("join 127.0.0.1:99999", "99999 is not a port: ports are 1 to 65535."),
    ("join 127.0.0.1 --code", "Option '--code' requires an argument."),
    ("play tink 3", "Got unexpected extra argument (3)"),
    ("play tink --seat 3", "No such option '--seat'."),
    ("play tink --save", "Option '--save' requires an argument."),
    ("replay", "Missing argument 'LOG'."),
    ("replay SAVED", "is a saved game, not a log. Open it with `p2pgame play tink --save "),
    ("replay nofile", "nofile cannot be read: No such file or directory."),
    ("replay LOG --at one", "--at takes the number of a step, 0 or more, not 'one'."),
    ("replay LOG --speed fast", "--speed is 0.01 to 1000 steps a second, not 'fast'."),
    ("verify", "Missing argument 'LOG...'."),
    ("resume 1", "There is no game 1: `p2pgame history` lists 0 games."),
    ("resume LOCAL", "is the log of a game on one machine. `p2pgame play tink` resumes the last unfinished one."),
    ("resume SAVED", "is a saved game, not a log. Open it with `p2pgame play tink --save "),
    ("resume nofile", "nofile cannot be read: No such file or directory."),
    ("rules tink 99.9", "Tink has no clause '99.9'"),
    ("arena tink", "Missing argument 'BOT...'. The levels are random, easy, normal, hard, expert."),
    ("arena tink best best", "There is no bot 'best'."),
    ("arena tink normal normal -n 0", "--games takes a number of games, 1 or more, not '0'."),
    ("arena tink normal normal --seed x", "--seed takes a whole number, not 'x'."),
]


@pytest.mark.parametrize(("typed", "told"), MISTAKES, ids=[typed for typed, _ in MISTAKES])
def test_a_usual_mistake_is_explained_in_words(
    typed: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No traceback, nothing on standard output, and the exit code of a wrong command line."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "LOCAL").write_bytes(local_log())
    (tmp_path / "SAVED").write_text("# p2pgame play tink, rules 1\nnew 2\n", "utf-8")
    done = call(*(str(log_of("tink")) if word == "LOG" else word for word in typed.split()))
    assert told in done.stderr
    assert done.returncode == ExitCode.USAGE
    assert done.stdout == ""
    assert "x<=" not in done.stderr


def test_games_and_commands_are_distinguished() -> None:
    """A word that is near to both is taken for the nearer one."""
    assert "`p2pgame games`" in call("game").stderr
    assert "`p2pgame play ten`" in call("tenn").stderr
