"""What one's own seat says about the open slot: gathered, put on the disk first, then sent in one message.

One sync of the disk and one frame carry whatever is said at once, so that a move and its confirmation cost one of each.
"""

from __future__ import annotations

from dataclasses import replace

from .consensus import Ack, Prepare, Promise, Proposal
from .effects import Effect, Persist, Send
from .journal import Word
from .messages import Papers
from .signing import Input, Place


class Speech:
    """Own statements about one place that have not been sent yet."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._words: list[Word] = []
        self._papers = Papers(place)

    def give(self, given: Input, opening: bytes) -> None:
        """Say an input; `opening` is what a commitment hides."""
        self._words.append(Word(self._place, given, opening))
        self._papers = replace(self._papers, inputs=(*self._papers.inputs, given))

    def ack(self, ack: Ack, inputs: tuple[Input, ...], proposal: Proposal | None) -> None:
        """Say an ack of these inputs, or of what was proposed."""
        self._words.append(Word(self._place, ack, b"", inputs, proposal))
        self._papers = replace(self._papers, acks=(*self._papers.acks, ack))
        if proposal is not None:  # others may not have it yet
            self.propose(proposal, inputs)

    def promise(self, promise: Promise, proposal: Proposal | None) -> None:
        """Say a promise; with the proposal that its report answers."""
        self._words.append(Word(self._place, promise))
        self._papers = replace(self._papers, promises=(*self._papers.promises, promise))
        if proposal is not None:
            self._papers = replace(self._papers, proposal=proposal)

    def prepare(self, prepare: Prepare, inputs: tuple[Input, ...], proposal: Proposal | None) -> None:
        """Ask for promises; with the inputs or the proposal that are a reason for it."""
        self._papers = replace(self._papers, prepare=prepare, inputs=self._with(inputs))
        if proposal is not None:
            self._papers = replace(self._papers, proposal=proposal)

    def propose(self, proposal: Proposal, inputs: tuple[Input, ...]) -> None:
        """Propose a value, with its inputs."""
        self._papers = replace(self._papers, proposal=proposal, inputs=self._with(inputs))

    def _with(self, inputs: tuple[Input, ...]) -> tuple[Input, ...]:
        held = self._papers.inputs
        return (*held, *(each for each in inputs if each not in held))

    def flush(self) -> list[Effect]:
        """What carries it out; nothing if nothing was said."""
        if self._papers == Papers(self._place):
            return []
        effects: list[Effect] = [Persist(word) for word in self._words]
        effects.append(Send(self._papers))
        self._words, self._papers = [], Papers(self._place)
        return effects
