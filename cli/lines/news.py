"""The news of a network table, printed as they come."""

from __future__ import annotations

from contextlib import nullcontext

from p2pgame.p2p.table.runner import News
from p2pgame.protocol.table.effects import InputReceived
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.ledger import StepCompleted

from ..table.network import NetworkTable
from ..table.view import table_text
from ..terminal.lines import Lines
from ..terminal.output import Output


class NewsPrinter:
    """Passes news to the table, and prints the table's sentences about them."""

    def __init__(self, output: Output, boards: bool) -> None:
        """With `boards`, the board is shown after each step as well, for a spectator."""
        self.lines: Lines | None = None
        """The lines typed meanwhile."""
        self._output = output
        self._boards = boards

    def show(self, table: NetworkTable, news: News) -> None:
        """Pass a piece of news to the table, and print the result."""
        text = _text(table, news, self._boards)
        if text:
            with self.lines.aside() if self.lines else nullcontext():
                self._output.say(text)


def _text(table: NetworkTable, news: News, boards: bool) -> str:
    """The table's sentences about a piece of news."""
    known = len(table.lines)
    table.hear(news)
    text = "\n".join(line.text for line in table.lines[known:])
    match news:
        case StepCompleted() if text and boards:
            return f"{text}\n\n{table_text(table.game, table.narration.state, table.names)}\n"
        case InputReceived(seat, InputKind.COMMIT | InputKind.ANSWER):
            return f"{table.names[seat]} has chosen."
    return text
