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
from p2pgame.protocol.table.takeback import TakenBack

from ..games.engine_line import describe, result_data
from ..games.session import label_of
from ..table.narration import LINES
from ..table.replay import Frame, Frames, frame_at
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
        for frame in self._frames():
            if frame.number == 0:
                continue  # the beginning
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
        frame = frame_at(self._frames(), number)
        if as_json:
            print_json(self._described(frame))
        else:
            self._output.show(table_text(self._game, frame.state, self._names))

    def print_steps(self) -> None:
        """One JSON object a step, one a line."""
        for frame in self._frames():
            if frame.completed is not None:
                print_json(self._described(frame))

    def _frames(self) -> Iterator[Frame]:
        return Frames(self.replay, self._names, LINES).all()

    def _described(self, frame: Frame) -> dict[str, Any]:
        """The table after a step as data; the beginning of a local game has no step, and so no head."""
        happened, pending = frame.completed, self._game.pending(frame.state)
        return {
            "step": frame.number,
            "asked": None if happened is None or happened.pending is None else describe(happened.pending),
            "answers": [] if happened is None else list(self._answers(happened)),
            "position": self._game.position(frame.state),
            "hash": self._game.hash(frame.state).hex(),
            "head": None if happened is None else happened.head.hex(),
            "result": result_data(pending.result) if isinstance(pending, Over) else None,
        }

    def _answers(self, happened: StepCompleted) -> Iterator[dict[str, Any]]:
        if isinstance(happened.event, Drawn) and isinstance(happened.pending, Chance):
            yield {"draw": happened.event.value, "label": label_of(happened.pending, happened.event.value)}
        if isinstance(happened.event, TakenBack):
            yield {"taken_back": happened.event.seat}
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
