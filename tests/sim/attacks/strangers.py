"""Attacks by somebody who is not let in: in the middle, in the host's place, by guessing, or by holding doors open."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, ClassVar

from p2pgame.protocol.link import pairing_code
from p2pgame.protocol.link.handshake import Handshake, Role
from p2pgame.protocol.link.pairing import CodeKeeper, Guest, Host, Welcoming
from p2pgame.protocol.link.pake import FRESH_BYTES
from p2pgame.protocol.wire.errors import RemoteError

from ...protocol import people
from .attack import Attack

if TYPE_CHECKING:
    from p2pgame.protocol.link.dialogue import Dialogue

    from ..network import End
    from ..stranger import Stranger

_HOST = 0


class StrangerAttack(Attack):
    """A stranger attacks."""

    from_lobby = True
    misleads: ClassVar[bool] = False
    """Whether guests dial it at first, as by a false announcement."""

    @classmethod
    def pick(cls, rng: random.Random, seats: int) -> tuple[int, ...]:
        return (seats,)

    def met(self, stranger: Stranger, end: End) -> None:
        """A guest has dialed it."""
        end.close()

    def lurk(self, stranger: Stranger) -> None:
        """Do something, about once a second."""

    def dial(self, stranger: Stranger) -> End | None:
        """A connection to the host."""
        return stranger.world.network.dial(stranger, stranger.world.sitting[_HOST])


class _Tap:
    """Passes the bytes of one connection on into another."""

    def __init__(self, attack: Relay, source: End, to: End, *, is_guest: bool) -> None:
        self._attack = attack
        self._source = source
        self._to = to
        self._is_guest = is_guest

    def take(self, data: bytes) -> None:
        self._to.send_raw(self._attack.passed_on(data, is_guest=self._is_guest))

    def ended(self, error: RemoteError | None) -> None:
        self._source.close()
        self._to.close()


class Relay(StrangerAttack):
    """Sits in the middle, with a certificate of its own, and passes on everything."""

    misleads = True

    def met(self, stranger: Stranger, end: End) -> None:
        far = self.dial(stranger)
        if far is None:
            end.close()
            return
        self.done += 1
        end.entrance, far.entrance = _Tap(self, end, far, is_guest=True), _Tap(self, far, end, is_guest=False)

    def passed_on(self, data: bytes, *, is_guest: bool) -> bytes:
        """The bytes of a guest, or of the host, in the form in which it relays them."""
        return data


class Downgrade(Relay):
    """Changes, in the middle, the versions that both sides say they speak."""

    def passed_on(self, data: bytes, *, is_guest: bool) -> bytes:
        said = b"\xa7p2pgame\x02\x02"
        return data.replace(said, said[:-2] + self.rng.choice((b"\x01\x02", b"\x01\x01", b"\x02\x7f")))


class ReplayedHandshake(Relay):
    """Records a guest's messages to the host, and sends them again."""

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]  # as the base has them
        self._heard = b""

    def passed_on(self, data: bytes, *, is_guest: bool) -> bytes:
        if is_guest:
            self._heard += data
        return data

    def lurk(self, stranger: Stranger) -> None:
        end = self.dial(stranger) if self._heard else None
        if end is not None:
            self.done += 1
            end.send_raw(self._heard)
            end.entrance = _Deaf()


class _Deaf:
    """Ignores all messages."""

    def take(self, data: bytes) -> None:
        pass

    def ended(self, error: RemoteError | None) -> None:
        pass


class Impersonator(StrangerAttack):
    """Answers in the host's place, with its own key, and lets everybody in, or asks for a code of its own."""

    misleads = True

    def met(self, stranger: Stranger, end: End) -> None:
        self.done += 1
        keeper = CodeKeeper(stranger.rng.randbytes(32))

        def after(handshake: Handshake) -> Dialogue:
            if stranger.rng.randrange(2):
                return Welcoming(handshake.reader)
            return Host(handshake.reader, handshake.binding, keeper, stranger.rng.randbytes(FRESH_BYTES))

        stranger.enter(end, Role.LISTENER, after)


class CodeGuesser(StrangerAttack):
    """Guesses the code until there is another, and then says the one that it has overheard before."""

    coded = True
    MOST = 8

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]  # as the base has them
        self._overheard = ""

    def lurk(self, stranger: Stranger) -> None:
        keeper = stranger.world.sitting[_HOST].keeper
        end = self.dial(stranger) if self.done < self.MOST else None
        if end is None or keeper is None:
            return
        self._overheard = self._overheard or keeper.code
        is_old = keeper.serial > 0 and self.done % 2
        code = self._overheard if is_old else pairing_code.spell(stranger.rng.randbytes(32))
        self.done += code != keeper.code

        def after(handshake: Handshake) -> Dialogue:
            return Guest(handshake.reader, handshake.binding, stranger.rng.randbytes(FRESH_BYTES))

        if code != keeper.code:
            stranger.enter(end, Role.DIALER, after, code)


class HalfOpen(StrangerAttack):
    """Dials the host again and again, sends nothing, half a hello, or garbage, and never continues."""

    def lurk(self, stranger: Stranger) -> None:
        end = self.dial(stranger)
        if end is not None:
            self.done += 1
            end.entrance = _Deaf()
            hello = b"\x00\x00\x00\x40\x97\x01\xa7p2pga"
            end.send_raw(self.rng.choice((b"\x00", hello, b"\xff\xff\xff\xff", people.identity(self.seat).public)))
