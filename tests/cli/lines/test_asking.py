"""Questions to a person, and the sentences if nobody answers: a code, a name, a file."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import trio
from p2pgame.cli.lines.asking import CodeAsker
from p2pgame.cli.lines.front import LineFront
from p2pgame.cli.net.code import EARLY_LOSSES, LOSSES, READ, keep_shown, with_code
from p2pgame.cli.net.join_target import JoinTarget
from p2pgame.cli.profile.who import me
from p2pgame.cli.system.exits import ExitCode, Failed
from p2pgame.cli.terminal.lines import Lines
from p2pgame.cli.terminal.output import Output
from p2pgame.p2p.link.link import AskCode, CutEarly, CutShort
from p2pgame.protocol.link.pairing import CodeKeeper
from p2pgame.protocol.wire.errors import Code, RemoteError
from trio.testing import MockClock

from ..running import call, typing


class Sitting(LineFront):
    """Somebody who sits at the keys, and would be asked again."""

    @property
    def asks_again(self) -> bool:
        """Until the guesses are spent."""
        return True


SLIP = "a code is a digit and two words, such as 7-amber-otter, not one word"


def asked(code: str | None, typed: str) -> tuple[str, str]:
    """The code after a slip, or the reason for its absence; and the output."""
    printed = io.StringIO()
    with typing(typed):
        asker = CodeAsker(code, Output(printed, screen=False, colour=False, wraps=False), Lines())
        if code is not None:
            assert trio.run(asker.ask, None) == code
        try:
            return trio.run(asker.ask, SLIP if code else None), printed.getvalue()
        except Failed as refusal:
            return refusal.message, printed.getvalue()


def test_an_invalid_code_on_the_command_line_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once: a given code is not asked for again."""
    monkeypatch.delenv("P2PGAME_CODE", raising=False)
    said = f"A{SLIP[1:]}."
    assert asked("wrong", "") == (said, "")
    assert asked("wrong", "7-amber-otter\n") == ("7-amber-otter", f"{said}\n")
    assert asked(None, "")[0].startswith("The table needs a code: type it, or give it with --code")


@pytest.mark.parametrize("user", [" ", "\x1b", ""])
def test_default_name_when_username_is_unprintable(user: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Just as with an empty name."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    monkeypatch.setattr("getpass.getuser", lambda: user)
    assert me("default", None, None).name.startswith("player")


@pytest.mark.parametrize(
    "words",
    [
        ["play", "tink", "--save", ""],
        ["replay", ""],
        ["replay", "x", "--html", ""],
        ["verify", ""],
        ["resume", ""],
        ["host", "tink", "--log", ""],
    ],
)
def test_a_file_without_a_name_is_refused_as_such(words: list[str]) -> None:
    """It is not taken for the folder that one is in."""
    done = call(*words)
    assert done.returncode == ExitCode.USAGE
    assert "a file needs a name." in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("announced", "given", "known"),
    [(False, None, [False, True, True]), (True, None, [True] * 3), (False, "7-amber-otter", [True] * 3)],
)
def test_a_table_is_known_to_have_a_code_once_it_has_asked_for_one(
    announced: bool, given: str | None, known: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or because one was announced or given. Then nobody else at that address gets a guest without a code."""
    monkeypatch.delenv("P2PGAME_CODE", raising=False)
    front = Sitting(Output(io.StringIO(), screen=False, colour=False, wraps=False), code=given)
    seen: list[bool] = []

    async def come_in(target: JoinTarget, _ask: AskCode) -> None:
        seen.append(target.coded)
        raise RemoteError(Code.WRONG_CODE, "that is not the code of this table")

    with pytest.RaisesGroup(RemoteError, allow_unwrapped=True):
        trio.run(with_code, front, JoinTarget((), announced), come_in)
    assert seen == known


@pytest.mark.trio
async def test_new_codes_are_shown_at_a_limited_pace_and_the_last_always(autojump_clock: MockClock) -> None:
    """Strangers may guess fast. Nobody could read so many codes, and the lines would fill the screen."""
    keeper = CodeKeeper(b"k" * 32)
    shown: list[str] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keep_shown, keeper, lambda: shown.append(keeper.code))
        await trio.sleep(60)
        assert shown == []
        for _ in range(120):
            keeper.renew()
            await trio.sleep(0.5)
        assert 5 <= len(shown) <= 60 / READ + 1
        await trio.sleep(2 * READ)
        assert shown[-1] == keeper.code
        nursery.cancel_scope.cancel()


def test_a_code_that_was_typed_while_the_host_hung_up_is_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few times, without a new question. After a wrong code the question comes again."""
    monkeypatch.delenv("P2PGAME_CODE", raising=False)
    wrong = RemoteError(Code.WRONG_CODE, "that is not the code of this table")
    ends = iter([CutShort(), CutShort(), wrong, CutShort(), None])
    given: list[str] = []
    printed = io.StringIO()

    async def come_in(_target: JoinTarget, ask: AskCode) -> str:
        given.append(await ask(None))
        if (end := next(ends)) is not None:
            raise end
        return "in"

    with typing("7-amber-otter\n8-amber-otter\n"):
        front = Sitting(Output(printed, screen=False, colour=False, wraps=False))
        assert trio.run(with_code, front, JoinTarget(()), come_in, clock=MockClock(autojump_threshold=0)) == "in"
    assert given == ["7-amber-otter"] * 3 + ["8-amber-otter"] * 2


def test_a_host_that_hangs_up_whenever_a_code_is_typed_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not dialed for ever."""
    tries: list[str] = []

    async def come_in(_target: JoinTarget, ask: AskCode) -> None:
        tries.append(await ask(None))
        raise CutShort

    front = Sitting(Output(io.StringIO(), screen=False, colour=False, wraps=False), code="7-amber-otter")
    with pytest.RaisesGroup(CutShort, allow_unwrapped=True):
        trio.run(with_code, front, JoinTarget(()), come_in, clock=MockClock(autojump_threshold=0))
    assert tries == ["7-amber-otter"] * (LOSSES + 1)


def test_a_host_that_hangs_up_at_once_is_dialed_again_some_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """A flooded host makes room. The code is asked for when a host asks for it, and kept while none has checked it."""
    monkeypatch.delenv("P2PGAME_CODE", raising=False)
    ends = iter(["early", "late", "early", "in"])
    given: list[str] = []
    coded: list[bool] = []

    async def come_in(target: JoinTarget, ask: AskCode) -> str:
        coded.append(target.coded)
        if (end := next(ends)) == "early":
            raise CutEarly("the other side hung up")
        given.append(await ask(None))
        if end == "late":
            raise CutShort
        return end

    with typing("7-amber-otter\n"):
        front = Sitting(Output(io.StringIO(), screen=False, colour=False, wraps=False))
        assert trio.run(with_code, front, JoinTarget(()), come_in, clock=MockClock(autojump_threshold=0)) == "in"
    assert given == ["7-amber-otter"] * 2
    assert coded == [False, False, True, True]


def test_another_program_that_hangs_up_at_once_is_left_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence says what was done with the code."""
    tries: list[None] = []

    async def come_in(_target: JoinTarget, _ask: AskCode) -> None:
        tries.append(None)
        raise CutEarly("the other side hung up before the channel was secure")

    front = Sitting(Output(io.StringIO(), screen=False, colour=False, wraps=False))
    with pytest.RaisesGroup(CutEarly, allow_unwrapped=True):
        trio.run(with_code, front, JoinTarget(()), come_in, clock=MockClock(autojump_threshold=0))
    assert len(tries) == EARLY_LOSSES + 1
