"""Seats that cheat: each attack is one small class, and everything else about the peer is honest."""

# ruff: noqa: D102 - what a class overrides says what its base says

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from p2pgame.engine.canon import encode
from p2pgame.engine.game import AnyGame
from p2pgame.protocol import fairness
from p2pgame.protocol.inputs import Input
from p2pgame.protocol.kinds import Kind
from p2pgame.protocol.ledger import Due, Step
from p2pgame.protocol.messages import Ask, AskState, Give, Have, Message, StateIs, Steps
from p2pgame.protocol.table import Table

from ..protocol import people

Sent = Message | bytes
"""A message, or a payload as it is."""

_MOVES = frozenset({Kind.MOVE, Kind.ANSWER})


class Passed(Exception):
    """There is nothing to decide: the attack has done it by itself."""


class Attack:
    """Does nothing yet: attacks override what they need."""

    def __init__(self, seat: int, count: int, rng: random.Random) -> None:
        self.seat = seat
        self.count = count
        self.rng = rng
        self.done = 0
        """How often it was tried."""

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        """What is sent to a seat in place of a message that an honest peer would send."""
        if isinstance(message, Give) and message.given.seat == self.seat:
            return self.own(table, message.given, to)
        return (message,)

    def own(self, table: Table, given: Input, to: int) -> Iterable[Sent]:
        """What is sent in place of an input of one's own."""
        return (Give(given),)

    def beat(self, table: Table, to: int) -> Iterable[Sent]:
        """What is sent to a seat besides, about once a second."""
        return ()

    def choice(self, table: Table, move: Any) -> Any:
        """What is decided when an honest peer would make this move."""
        return move

    def engine(self, game: AnyGame) -> AnyGame:
        """The engine with which it plays."""
        return game

    def sign(self, given: Input, **changed: Any) -> Input:
        """One's own signature under a changed input."""
        fields = {name: getattr(given, name) for name in ("table", "step", "seat", "kind", "content", "head")}
        return Input.signed(people.identity(self.seat), **(fields | changed))

    def for_due(self, table: Table, due: Due, **changed: Any) -> Input:
        """One's own signature under an answer to what is due, empty but for what is changed."""
        empty = Input(table.ledger.genesis.id, due.step, self.seat, due.kind, b"", due.head, b"", b"")
        return self.sign(empty, **changed)


class Illegal(Attack):
    """Signs a move that the rules forbid, and then a good one."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        if given.kind in _MOVES:
            self.done += 1
            yield Give(self.sign(given, content=b"no move of any game"))
        yield Give(given)


class OutOfTurn(Attack):
    """Answers what others are asked."""

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        due = table.due
        if due is not None and self.seat not in due.seats:
            self.done += 1
            yield Give(self.for_due(table, due, content=b"down"))


class WrongSeat(Attack):
    """Answers in the name of another seat, and of one that does not exist."""

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        if (due := table.due) is not None:
            self.done += 1
            yield Give(self.for_due(table, due, seat=to))
            yield Give(self.for_due(table, due, seat=4))


class Stale(Attack):
    """Answers steps that are long done, in kinds that were not asked."""

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        if (due := table.due) is not None and due.step > 2:
            self.done += 1
            for kind in (Kind.ACCEPT, Kind.OPEN, Kind.CLOSE):
                yield Give(self.for_due(table, due, step=1, kind=kind, head=table.steps[0].inputs[0].head))


class Replayed(Attack):
    """Says again what anybody said."""

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        if table.steps:
            self.done += 1
            step = self.rng.choice(table.steps)
            yield from (Give(given) for given in step.inputs)
            yield Steps((step,))


class Reordered(Attack):
    """Holds back what it says, and says the last first."""

    def __init__(self, seat: int, count: int, rng: random.Random) -> None:
        super().__init__(seat, count, rng)
        self._held: dict[int, list[Sent]] = {}

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        self._held.setdefault(to, []).insert(0, message)
        return ()

    def beat(self, table: Table, to: int) -> Iterable[Sent]:
        self.done += 1
        return self._held.pop(to, ())


class ForeignTable(Attack):
    """Signs for another table."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        self.done += 1
        yield Give(self.sign(given, table=bytes(32)))
        yield Give(given)


class Unsigned(Attack):
    """Sends inputs without a signature, with a broken one, and with that of another input."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        self.done += 1
        other = self.sign(given, content=b"x", step=given.step + 1)
        broken = bytes([given.signature[0] ^ 1]) + given.signature[1:]
        for signature in (bytes(64), broken, other.signature):
            yield Give(replace(given, signature=signature))
        yield Give(given)


class TwoMoves(Attack):
    """Tells half of the seats one move, the others another."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        yield Give(given)
        if given.step >= table.ledger.step - 1:
            yield from self._other(table, given)

    def _other(self, table: Table, given: Input) -> Iterator[Sent]:
        before = table._ledger_before(given.step)
        for move in before.game.legal(before.state, self.seat) if given.kind in _MOVES else ():
            content = before.game.format(move).encode()
            if content != given.content:
                self.done += 1
                yield Give(self.sign(given, content=content))
                return


class TwoMovesApart(TwoMoves):
    """Tells each seat one move only, but not the same."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        others = list(self._other(table, given)) if given.step >= table.ledger.step - 1 and to % 2 else []
        yield from others or (Give(given),)


class TwoCommitments(Attack):
    """Tells each seat another commitment."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        if given.kind is Kind.COMMIT and to % 2:
            self.done += 1
            given = self.sign(given, content=bytes([to]) * 32)
        yield Give(given)


class CopiedCommitment(Attack):
    """Commits to what another seat has committed to, and later opens as that seat did."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        if given.kind is Kind.COMMIT:
            return
        if given.kind is not Kind.OPEN:
            yield Give(given)

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        round_ = table._round
        for other in round_.given.values() if round_ is not None else ():
            if other.kind in (Kind.COMMIT, Kind.OPEN) and other.seat != self.seat:
                self.done += 1
                yield Give(self.sign(other, seat=self.seat))
                return


class OpenedWrongly(Attack):
    """Opens another choice than it has committed to, and never the right one."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        if given.kind is Kind.OPEN:
            self.done += 1
            given = self.sign(given, content=bytes(32) + given.content[32:])
        yield Give(given)


class OpenedIllegally(Attack):
    """Commits to a move that the rules forbid, and opens it."""

    def choice(self, table: Table, move: Any) -> Any:
        due = table.due
        if due is not None and due.kind is Kind.COMMIT:
            self.done += 1
            table._opening = bytes(32) + b"no move of any game"
            table._give(fairness.commitment(table.ledger.genesis.id, due.step, self.seat, table._opening))
            raise Passed
        return move


class LaterShare(Attack):
    """Shows the share of a later draw, or none of its chain."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        if given.kind is Kind.SHARE and table.player is not None:
            self.done += 1
            place = table.ledger.draw_number + self.rng.randrange(1, 5)
            yield Give(self.sign(given, content=table.player.chain.share(place)))
            yield Give(self.sign(given, content=bytes(32)))
        yield Give(given)


class Withheld(Attack):
    """Keeps inputs of some kinds back, from some step on, and says everything else."""

    kinds: frozenset[Kind]

    def __init__(self, seat: int, count: int, rng: random.Random) -> None:
        super().__init__(seat, count, rng)
        self._from = rng.randrange(2, 20)

    def own(self, table: Table, given: Input, to: int) -> Iterable[Sent]:
        if given.kind in self.kinds and given.step >= self._from:
            self.done += 1
            return ()
        return (Give(given),)

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        if isinstance(message, Steps) and message.steps[-1].number >= self._from:
            return ()
        return super().outgoing(table, message, to)


class WithheldShare(Withheld):
    """Never shows a share again."""

    kinds = frozenset({Kind.SHARE})


class WithheldOpening(Withheld):
    """Never opens a commitment again."""

    kinds = frozenset({Kind.OPEN})


class WithheldClose(Withheld):
    """Never signs the end."""

    kinds = frozenset({Kind.CLOSE})


class FalseHead(Attack):
    """Signs a head that no history has, and then the right one: a desync that is none."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        if given.kind in _MOVES or given.kind is Kind.SHARE:
            self.done += 1
            yield Give(self.sign(given, head=bytes(32)))
        yield Give(given)

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        if (due := table.due) is not None:
            yield Have(due.step, due.kind.value, bytes(32), 0, 0)


class FalseSteps(Attack):
    """Sends made-up steps to whoever lags behind, and to all others."""

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        if table.steps:
            self.done += 1
            last = table.steps[-1]
            number = table.ledger.step
            yield Steps((replace(last, number=number),))
            yield Steps((replace(last, state_hash=bytes(32)),))
            yield Steps((Step(number, tuple(self.sign(given) for given in last.inputs), bytes(32)),))
            yield Steps((replace(last, inputs=last.inputs[:1] * 3),))
            yield Steps((replace(table.steps[0], inputs=tuple(reversed(table.steps[0].inputs))),))

    def outgoing(self, table: Table, message: Message, to: int) -> Iterator[Sent]:
        if isinstance(message, Steps):
            yield Steps(tuple(replace(step, state_hash=bytes(32)) for step in message.steps))
        yield message


class FalseVotes(Attack):
    """Votes against seats that are there, for seats that are not, and in other seats' names."""

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        if (due := table.due) is not None and due.step:
            self.done += 1
            head = table.ledger.head
            for kind, before in ((Kind.DROP, b""), (Kind.SKIP, b""), (Kind.KEEP, b"\7"), (Kind.KEEP, b"\t")):
                for target in range(6):
                    yield Give(self.for_due(table, due, kind=kind, content=before + bytes([target, 0]), head=head))
                yield Give(self.for_due(table, due, kind=kind, content=before, head=head))
                yield Give(self.for_due(table, due, kind=kind, content=before + bytes([to, 0]), head=bytes(32)))
                content = before + bytes([self.seat, 0])
                yield Give(self.for_due(table, due, kind=kind, seat=to, content=content, head=head))
            votes = tuple(
                self.for_due(table, due, kind=Kind.DROP, seat=seat, content=bytes([to, 0]), head=head)
                for seat in range(self.count)
            )
            yield Steps((Step(due.step, votes, bytes(32)),))


class Garbage(Attack):
    """Sends bytes that are no message: deep, long, of wrong types, cut off, or anything."""

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        self.done += 1
        yield self.rng.choice(
            (
                b"",
                b"\x91" * 5000,
                b"\xdd\xff\xff\xff\xff",
                b"\xc6\xff\xff\xff\xff",
                encode((18, (b"x",) * 1000)),
                encode((17, -1, b"", "", None, True)),
                encode((16, b"body", b"signature")),
                encode((99, 1)),
                b"\x93\x10\xa1x\xa1y",
                self.rng.randbytes(self.rng.randrange(300)),
            )
        )


class Asking(Attack):
    """Asks for everything, all the time and now and then for more than is given, and claims states that are none."""

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        self.done += 1
        for _ in range(20 if self.rng.randrange(8) == 0 else 2):
            yield Ask(self.rng.randrange(100))
            yield AskState(self.rng.randrange(100))
        yield StateIs(0, "[" * 2000)
        yield StateIs(0, "null")
        yield StateIs(1 << 15, "{}")


class FalseHash(Attack):
    """An engine that gives some states another hash, and shows the same position as everybody."""

    def engine(self, game: AnyGame) -> AnyGame:
        self.done += 1
        return _deviating(game, lies=False)


class DeviatingEngine(Attack):
    """An engine that comes to other states, and shows them."""

    def engine(self, game: AnyGame) -> AnyGame:
        self.done += 1
        return _deviating(game, lies=True)


def _deviating(game: AnyGame, *, lies: bool) -> AnyGame:
    honest = type(game)

    def deviates(state: Any) -> bool:
        return honest.hash(game, state)[0] < 32

    def state_hash(_self: AnyGame, state: Any) -> bytes:
        return bytes(32) if deviates(state) else honest.hash(game, state)

    def position(_self: AnyGame, state: Any) -> dict[str, Any]:
        return honest.position(game, state) | ({"seats": 9} if lies and deviates(state) else {})

    return type("Deviating", (honest,), {"hash": state_hash, "position": position})()  # type: ignore[no-any-return]


class Ahead(Attack):
    """Claims to have far more than anybody, and never shows it."""

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        if isinstance(message, Have):
            self.done += 1
            message = replace(message, step=message.step + 1000, links=31)
        return super().outgoing(table, message, to)


ATTACKS: dict[str, type[Attack]] = {
    "illegal": Illegal,
    "out-of-turn": OutOfTurn,
    "wrong-seat": WrongSeat,
    "stale": Stale,
    "replayed": Replayed,
    "reordered": Reordered,
    "foreign-table": ForeignTable,
    "unsigned": Unsigned,
    "two-moves": TwoMoves,
    "two-moves-apart": TwoMovesApart,
    "two-commitments": TwoCommitments,
    "copied-commitment": CopiedCommitment,
    "opened-wrongly": OpenedWrongly,
    "opened-illegally": OpenedIllegally,
    "later-share": LaterShare,
    "withheld-share": WithheldShare,
    "withheld-opening": WithheldOpening,
    "withheld-close": WithheldClose,
    "false-head": FalseHead,
    "false-hash": FalseHash,
    "deviating-engine": DeviatingEngine,
    "ahead": Ahead,
    "false-steps": FalseSteps,
    "false-votes": FalseVotes,
    "garbage": Garbage,
    "asking": Asking,
}
