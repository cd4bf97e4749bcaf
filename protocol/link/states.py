"""The states between a connection and a link: the message that each side waits for, and the state after it.

Tables only: `link` and `pairing` have the checks. In every state the peer may also refuse, or hang up; any other
message out of turn ends the connection. `spec/identity-and-link.md` shows these tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TypeAlias

from .messages import Challenge, Confirmation, Element, Hello, KeyProof, Message, Welcome


class State(Enum):
    """The awaited message, in words that finish the sentence "while we waited for ..."."""

    HELLO_DUE = "its hello"
    PROOF_DUE = "its proof"
    PROVEN = "the table's answer"
    ANSWER_DUE = "the table's decision about letting us in"
    CODE_DUE = "the code"
    ELEMENT_DUE = "its half of the key"
    CONFIRMATION_DUE = "its confirmation of the code"
    ADMITTED = "messages of the table"
    CLOSED = "nothing"


Transitions: TypeAlias = Mapping[State, Mapping[type[Message], State]]

HANDSHAKE: Transitions = {
    State.HELLO_DUE: {Hello: State.PROOF_DUE},
    State.PROOF_DUE: {KeyProof: State.PROVEN},
}
"""Both sides say hello at once, and send their proofs after the other's hello."""

GUEST: Transitions = {
    State.ANSWER_DUE: {Welcome: State.ADMITTED, Challenge: State.CODE_DUE},
    State.CODE_DUE: {},  # left by `Guest.enter`
    State.ELEMENT_DUE: {Element: State.CONFIRMATION_DUE},
    State.CONFIRMATION_DUE: {Confirmation: State.ADMITTED},
}
"""The dialer, once both are proven."""

HOST: Transitions = {
    State.ELEMENT_DUE: {Element: State.CONFIRMATION_DUE},
    State.CONFIRMATION_DUE: {Confirmation: State.ADMITTED},
}
"""The listener that asks for the code. One that asks for no code says welcome, and is in ADMITTED at once."""
