"""The conversation before the first message of a lobby: both sides prove their keys, and a guest the code, as in
`p2p.link`.

TLS is not here: each side gets the certificate that it would have seen.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from p2pgame.p2p.link.link import CODE_SECONDS, PROOF_SECONDS
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.link.dialogue import Dialogue
from p2pgame.protocol.link.handshake import Handshake, Peer, Role
from p2pgame.protocol.link.messages import NONCE_BYTES
from p2pgame.protocol.link.pairing import Guest
from p2pgame.protocol.link.states import State
from p2pgame.protocol.wire.errors import Code, RemoteError

from .clock import SECOND, Clock
from .network import End

After = Callable[[Handshake], Dialogue]
"""The answer of a side once the other has proved its key.

Raises:
    RemoteError: it may not come in.
"""


class Entrance:
    """One side of one connection, until it is a link."""

    def __init__(
        self,
        clock: Clock,
        rng: random.Random,
        end: End,
        role: Role,
        identity: Identity,
        after: After,
        admitted: Callable[[End, Peer], None],
        turned: Callable[[End, RemoteError], None],
        expected: bytes | None = None,
        code: str = "",
    ) -> None:
        """`admitted` is called when the link stands, `turned` when there will be none; `code` is what a guest says."""
        self._clock = clock
        self._end = end
        self._after = after
        self._admitted = admitted
        self._turned = turned
        self._code = code
        self._peer: Peer | None = None
        nonce = rng.randbytes(NONCE_BYTES)
        self._dialogue: Dialogue = Handshake(role, identity, end.certificate, nonce, "p2pgame", expected)
        end.entrance = self
        self._guarded(lambda: self._go_on(self._dialogue.begin()))
        self._wait(PROOF_SECONDS)

    def take(self, data: bytes) -> None:
        """Bytes have come."""
        self._guarded(lambda: self._go_on(self._dialogue.receive(data)))

    def ended(self, error: RemoteError | None) -> None:
        """Nothing comes any more."""
        self._fail(error or RemoteError(Code.HUNG_UP, "the other side hung up"))

    def _guarded(self, step: Callable[[], None]) -> None:
        try:
            step()
        except RemoteError as error:
            self._fail(error)

    def _go_on(self, state: State) -> None:
        """Send the due messages, and continue with the next state."""
        while True:
            self._flush()
            if state is State.PROVEN and isinstance(self._dialogue, Handshake):
                self._peer = self._dialogue.peer
                self._dialogue = self._after(self._dialogue)
                state = self._dialogue.begin()
                self._wait(CODE_SECONDS)
            elif state is State.CODE_DUE and isinstance(self._dialogue, Guest):
                state = self._dialogue.enter(self._code)
            else:
                break
        if state is State.ADMITTED and self._peer is not None:
            self._end.admit(self._dialogue.reader)
            self._admitted(self._end, self._peer)

    def _flush(self) -> None:
        if data := self._dialogue.bytes_to_send():
            self._end.send_raw(data)

    def _fail(self, error: RemoteError) -> None:
        if self._end.entrance is self:
            self._dialogue.refuse(error)
            self._flush()
            self._end.entrance = None
            self._end.close()
            self._turned(self._end, error)

    def _wait(self, seconds: int) -> None:
        """Hang up if the dialogue makes no progress for that many seconds."""
        dialogue = self._dialogue

        def late() -> None:
            if self._dialogue is dialogue:
                self._fail(RemoteError(Code.TOO_SLOW, f"the other side took more than {seconds} seconds"))

        self._clock.after(seconds * SECOND, late)
