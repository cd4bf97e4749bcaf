"""The statements of one's own seat about the open slot: gathered, put on the disk first, then sent in one message.

One sync of the disk and one frame carry all of them, so that a move and its ack cost one of each.
"""

from __future__ import annotations

from collections.abc import Iterable

from .consensus import Ack, Prepare, Promise, Proposal
from .effects import Effect, Persist, Send
from .journal import Word
from .messages import Papers
from .signing import Input, Place


class Speech:
    """Own statements about one place that have not been sent yet."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._clear()

    def _clear(self) -> None:
        self._words: list[Word] = []
        self._inputs: list[Input] = []
        self._acks: list[Ack] = []
        self._promises: list[Promise] = []
        self._proposal: Proposal | None = None
        self._prepare: Prepare | None = None

    def give(self, given: Input, opening: bytes) -> None:
        """Give an input; `opening` is the content of a commitment."""
        self._words.append(Word(self._place, given, opening))
        self._inputs.append(given)

    def ack(self, ack: Ack, inputs: tuple[Input, ...], proposal: Proposal | None) -> None:
        """Ack these inputs, or the proposal."""
        self._words.append(Word(self._place, ack, b"", inputs, proposal))
        self._acks.append(ack)
        if proposal is not None:  # others may not have it yet
            self.propose(proposal, inputs)

    def promise(self, promise: Promise, proposal: Proposal | None) -> None:
        """Give a promise; with the proposal that its report answers."""
        self._words.append(Word(self._place, promise))
        self._promises.append(promise)
        self._proposal = proposal or self._proposal

    def prepare(self, prepare: Prepare, inputs: tuple[Input, ...], proposal: Proposal | None) -> None:
        """Ask for promises; with the inputs or the proposal that are a reason for it."""
        self._prepare = prepare
        self._show(inputs)
        self._proposal = proposal or self._proposal

    def propose(self, proposal: Proposal, inputs: tuple[Input, ...]) -> None:
        """Propose a value, with its inputs."""
        self._proposal = proposal
        self._show(inputs)

    def _show(self, inputs: Iterable[Input]) -> None:
        self._inputs += [each for each in inputs if each not in self._inputs]

    def flush(self) -> list[Effect]:
        """The effects that send all statements; none without any."""
        if not (self._words or self._prepare or self._proposal):
            return []
        effects: list[Effect] = [Persist(word) for word in self._words]
        papers = Papers(
            self._place,
            tuple(self._inputs),
            tuple(self._acks),
            self._proposal,
            tuple(self._promises),
            self._prepare,
        )
        effects.append(Send(papers))
        self._clear()
        return effects
