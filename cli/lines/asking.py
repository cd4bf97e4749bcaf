"""The code of a table: from the command line or the environment once, then from the person."""

from __future__ import annotations

from ..net.who_options import CODE_VARIABLE, given_code
from ..system.exits import Failed
from ..terminal.keyboard import EndOfInput
from ..terminal.lines import Lines
from ..terminal.output import Output
from ..words.sentences import sentence

_ASKED = f"The table needs a code: type it, or give it with --code or {CODE_VARIABLE}."


class CodeAsker:
    """Has a code, or asks for one."""

    def __init__(self, code: str | None, output: Output, lines: Lines) -> None:
        """`code` is the one given on the command line."""
        self._code = given_code(code)
        self.has_code = bool(self._code)
        """Whether a code was given."""
        self._output = output
        self._lines = lines

    async def ask(self, problem: str | None) -> str:
        """The code; `problem` says what was wrong with the previous one.

        Raises:
            Failed: the input has ended; the sentence says why a code is needed.
        """
        code, self._code = self._code, None
        if code is not None:
            return code
        why = _ASKED if problem is None else sentence(problem)
        try:
            if problem is not None and (self._lines.terminal or await self._lines.ahead() is not None):
                self._output.say(why)
            return await self._lines.read("Code: ")
        except EndOfInput:
            raise Failed(why) from None
