"""The decision about coming in, sans I/O: the listener says welcome, or asks for the table's code.

The guest proves first that it knows the code, so a host never reveals whether a guess was close. A connection has one
guess, and three wrong ones make a new code. Specified in `spec/identity-and-link.md`, "Coming in".
"""

from __future__ import annotations

from p2pgame.engine.canon import digest

from ..wire.errors import Code, LocalError, RemoteError
from ..wire.framing import FrameReader
from ..wire.limits import GUESSED_CODES, WRONG_GUESSES
from . import pairing_code
from .dialogue import Dialogue
from .handshake import Role
from .messages import Challenge, Confirmation, Element, Message, Welcome
from .pake import Exchange, Password
from .states import GUEST, HOST, State

CODE_DOMAIN = "p2pgame code 1"
BLINDING_DOMAIN = "p2pgame code blinding"
SECRET_BYTES = 32


class CodeKeeper:
    """The host's code: counts wrong guesses, and moves on to a new code after three.

    After three such codes somebody is guessing: the next code has one more word, and stays.
    """

    def __init__(self, secret: bytes) -> None:
        """A keeper whose codes are derived from 32 secret random bytes of this table's own.

        Raises:
            LocalError: the bytes are of another number.
        """
        if len(secret) != SECRET_BYTES:
            raise LocalError(f"codes are made from {SECRET_BYTES} bytes, not {len(secret)}")
        self._secret = secret
        self.guessed = 0
        """Codes that wrong guesses have used up."""
        self.serial = -1
        """The number of this code, from 0. It changes with the code."""
        self.renew()

    @property
    def words(self) -> int:
        """Words of the code."""
        return pairing_code.SHORT if self.guessed < GUESSED_CODES else pairing_code.LONG

    def renew(self) -> None:
        """Move on to the next code."""
        self.serial += 1
        self.wrong = 0
        self.code = self._next_code()
        self.password = Password(self.code, digest(BLINDING_DOMAIN, self._secret, self.serial))

    def _next_code(self) -> str:
        return pairing_code.spell(digest(CODE_DOMAIN, self._secret, self.serial), self.words)

    def count_wrong(self) -> None:
        """Count a wrong guess; the third at a code of two words makes a new code."""
        self.wrong += 1
        if self.wrong == WRONG_GUESSES and self.words == pairing_code.SHORT:
            self.guessed += 1
            self.renew()


class ToldKeeper(CodeKeeper):
    """The code of another peer's lobby, which a guest that knows it asks spectators for. It allows as many wrong
    guesses as the host does. Then it is `spent`, because this peer cannot give out another code.
    """

    def __init__(self, code: str, secret: bytes) -> None:
        """A keeper of a code as somebody typed it; `secret` are 32 random bytes of this table's own.

        Raises:
            LocalError: no code is like that, or the bytes are of another number.
        """
        self._typed = pairing_code.parse(code)
        super().__init__(secret)

    @property
    def spent(self) -> bool:
        """Whether nobody is let in any more."""
        return self.serial > 0

    def _next_code(self) -> str:
        return self._typed  # there is no other

    def count_wrong(self) -> None:
        """Count a wrong guess; the third is the last, with any number of words."""
        self.wrong += 1
        if self.wrong == WRONG_GUESSES:
            self.renew()


class Welcoming(Dialogue):
    """The listener's side for a guest that needs no code: ADMITTED at once."""

    def __init__(self, reader: FrameReader) -> None:
        """About to `begin`, in the connection of `reader` (see `Handshake`)."""
        super().__init__({}, State.ADMITTED, reader)

    def _begin(self) -> None:
        self._say(Welcome())

    def _take(self, message: Message, payload: bytes) -> None: ...


class Host(Dialogue):
    """The listener's side that asks for the code: ELEMENT_DUE, CONFIRMATION_DUE, ADMITTED."""

    def __init__(self, reader: FrameReader, binding: bytes, keeper: CodeKeeper, fresh: bytes) -> None:
        """About to `begin`, in the connection of `reader` and `binding` (see `Handshake`).

        `fresh` are 64 bytes that were never used before.
        """
        super().__init__(HOST, State.ELEMENT_DUE, reader)
        self._keeper = keeper
        self._binding = binding
        self._fresh = fresh
        self._serial = keeper.serial
        self._exchange: Exchange | None = None

    def _begin(self) -> None:
        self._say(Challenge())

    def _take(self, message: Message, payload: bytes) -> None:
        match message, self._exchange:
            case Element(element), _:
                self._say(Element(self._answer(element)))
            case Confirmation(mac), Exchange() as exchange:
                self._judge(exchange, mac)
                self._say(Confirmation(exchange.confirmation()))

    def _answer(self, element: bytes) -> bytes:
        """Our half of the key, with the present code. Before this, a stranger causes no arithmetic."""
        self._serial = self._keeper.serial
        self._exchange = Exchange(Role.LISTENER, self._keeper.password, self._binding, self._fresh)
        self._exchange.finish(element)
        return self._exchange.element

    def _judge(self, exchange: Exchange, mac: bytes) -> None:
        if self._serial != self._keeper.serial:
            raise RemoteError(Code.CODE_CHANGED, "the table has a new code")
        if not exchange.confirms(mac):
            self._keeper.count_wrong()
            raise RemoteError(Code.WRONG_CODE, "that is not the code of this table")


class Guest(Dialogue):
    """The dialer's side: ANSWER_DUE, and if the host asks CODE_DUE, ELEMENT_DUE, CONFIRMATION_DUE; then ADMITTED."""

    def __init__(self, reader: FrameReader, binding: bytes, fresh: bytes, *, coded: bool = False) -> None:
        """About to `begin`, in the connection of `reader` and `binding` (see `Handshake`).

        `fresh` are 64 bytes that were never used before. With `coded`, the table is known to have a code, so a host
        that asks for none is an impostor.
        """
        super().__init__(GUEST, State.ANSWER_DUE, reader)
        self._binding = binding
        self._fresh = fresh
        self._coded = coded
        self._exchange: Exchange | None = None

    def enter(self, code: str) -> State:
        """Enter the code as somebody typed it, in CODE_DUE. This is the connection's one guess.

        Raises:
            LocalError: no code is like that (ask again: no guess is spent), or no code is due.
            RemoteError: as `receive`, if the host has said more already.
        """
        if self.state is not State.CODE_DUE:
            raise LocalError("no code was expected, or one was given already")
        password = Password(pairing_code.parse(code), digest(BLINDING_DOMAIN, self._fresh, 0))
        return self._guarded(lambda: self._enter(password))

    def _enter(self, password: Password) -> None:
        self._exchange = Exchange(Role.DIALER, password, self._binding, self._fresh)
        self._say(Element(self._exchange.element))
        self.state = State.ELEMENT_DUE

    def _begin(self) -> None:
        """The host speaks first."""

    def _take(self, message: Message, payload: bytes) -> None:
        match message, self._exchange:
            case Welcome(), _ if self._coded:
                raise RemoteError(
                    Code.CODE_NOT_ASKED,
                    "this host asked for no code, but the chosen table has one: it may be an impostor",
                )
            case Element(element), Exchange() as exchange:
                exchange.finish(element)
                self._say(Confirmation(exchange.confirmation()))
            case Confirmation(mac), Exchange() as exchange if not exchange.confirms(mac):
                raise RemoteError(Code.WRONG_CODE, "the host does not accept this code")
