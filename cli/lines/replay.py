"""A log replayed in lines or as JSON: steps in words with boards, one table, or data."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from p2pgame.engine.events import Answered, Drawn, Played
from p2pgame.engine.pending import Chance, Over, asked
from p2pgame.protocol.identity.labels import labels
from p2pgame.protocol.log.recording import Recording
from p2pgame.protocol.table.ledger import StepCompleted

from ..games.engine_line import describe, result_data
from ..games.session import label_of
from ..system.exits import Misused
from ..table.narration import LINES
from ..table.replay import Frames
from ..table.score import describe_result
from ..table.view import table_text
from ..terminal.output import Output, print_json

SECOND_A_STEP = 1.0


class ReplayLines:
    """Prints a log that was just opened."""

    def __init__(self, replay: Recording, output: Output) -> None:
        self.replay = replay
        self._output = output
        self._game = replay.game
        self._names = labels(replay.people)

    def show_all(self, speed: float | None) -> None:
        """Show every step in words, with the board after it."""
        self._output.heading(f"{self._game.title}: {', '.join(self._names)}")
        for frame in Frames(self.replay, self._names, LINES).read():
            if speed is not None:
                time.sleep(SECOND_A_STEP / speed)
            self._output.say(f"\n{frame.number}. {frame.text}")
            if frame.kind != "news":  # the closing step changes no board
                self._output.show(f"\n{table_text(self._game, frame.state, self._names)}")
        result = self.replay.result
        if result is not None:
            self._output.show(f"\n{describe_result(self._game, result, self._names)}")
        else:
            self._output.say("\nThe log ends here; the game is unfinished.")

    def show_at(self, number: int, as_json: bool) -> None:
        """Show the table after one step.

        Raises:
            Misused: the log has no such step.
        """
        for happened in self.replay.steps():
            if happened.step == number:
                if as_json:
                    print_json(self._described(happened))
                else:
                    self._output.show(table_text(self._game, happened.state, self._names))
                return
        raise Misused(f"The log has no step {number}: the last step is {self.replay.step - 1}.")

    def print_steps(self) -> None:
        """One JSON object a step, one a line."""
        for happened in self.replay.steps():
            print_json(self._described(happened))

    def _described(self, happened: StepCompleted) -> dict[str, Any]:
        pending = self._game.pending(happened.state)
        return {
            "step": happened.step,
            "asked": None if happened.pending is None else describe(happened.pending),
            "answers": list(self._answers(happened)),
            "position": self._game.position(happened.state),
            "hash": self._game.hash(happened.state).hex(),
            "head": happened.head.hex(),
            "result": result_data(pending.result) if isinstance(pending, Over) else None,
        }

    def _answers(self, happened: StepCompleted) -> Iterator[dict[str, Any]]:
        if isinstance(happened.event, Drawn) and isinstance(happened.pending, Chance):
            yield {"draw": happened.event.value, "label": label_of(happened.pending, happened.event.value)}
        moves = dict(_moves_of(happened))
        for seat in [seat for seat in moves if seat not in happened.skipped]:
            yield {"seat": seat, "move": self._game.format(moves[seat])}
        for seat in happened.skipped:
            yield {"seat": seat, "move": self._game.format(moves[seat]), "out_of_time": True}


def _moves_of(happened: StepCompleted) -> Iterator[tuple[int, Any]]:
    """The move that each seat made in a step, by itself or by running out of time."""
    match happened.event:
        case Played(seat, move):
            yield seat, move
        case Answered(moves) if happened.pending is not None:
            yield from zip(asked(happened.pending), moves, strict=True)
