"""Every limit of the wire, and its reason.

A peer that exceeds one is refused before its message costs memory or time.
"""

from __future__ import annotations

from dataclasses import dataclass

LENGTH_BYTES = 4
"""A frame begins with its payload's length: msgpack's own widest length, and no varint to get wrong."""

FRAME_BEFORE_PROOF = 512
"""Bytes of a stranger's payload: the longest handshake message has less than 300."""

FRAME = 1 << 18
"""Bytes of a payload from a proven peer: 256 KiB hold the largest state many times over, and a batch of a log's
steps; 5 links with a frame half read each stay near 1 MiB."""

SEARCHED = 16 * FRAME
"""Bytes that are searched for a whole record, once a log, if a record points past the log's end. 256 KiB are enough,
because no record is longer; but a forger could give each place in them a length that reaches the end, 32 GiB in all. By
chance one place in 16,384 has a possible length, so honest logs take a few thousand bytes, and the longest record
seldom a fourth of this."""

DEPTH = 8
"""Nesting of arrays in a message. Records need it all: message, list, record, chain, proposal, promises, promise,
report."""

ITEMS = 1 << 10
"""Elements of one array in a message. msgpack makes room for an array when it reads its count, and nests 1,024
levels before it gives up, so hostile bytes can claim 8 MiB for a moment; longer lists are split by their senders."""

TEXT_BYTES = 1 << 10
"""UTF-8 bytes of any text of a message that has no limit of its own."""

SOFTWARE_BYTES = 64
"""UTF-8 bytes of a peer's software name and version: shown to people, never parsed."""

SEATS = 5
"""Seats of the largest game."""

FEWEST_SEATS = 2
"""Seats of a table that has a lobby: the host's and a guest's."""

WORD_BYTES = 32
"""Bytes of the id of a game or the name of an option; ours are shorter than half."""

GRACE = 24 * 60 * 60
"""Seconds of the longest grace time: a day; 0 stands for no end."""

TURN_TIME = 24 * 60 * 60
"""Seconds of the longest turn time: a day; 0 stands for no end."""

CHAIN_LENGTH = 4096
"""Draws that a seat commits to. Tentricks, the longest game, cannot take more than some 2,000 (its spec, "Every game
ends"); making a chain takes a few milliseconds."""

RULES = 1 << 16
"""An upper bound of rules versions."""

SPECTATORS = 20
"""Spectators of one peer: each gets a copy of everything, some 100 bytes a message."""

ADDRESSES = 8
"""Addresses that a peer may name for itself: a laptop with Ethernet, Wi-Fi and both IP versions has four."""

ADDRESS_BYTES = 64
"""Characters of an address: an IPv6 address with a zone takes 45 and the zone's name."""

FINGERPRINTS = 8
"""Characters of a short fingerprint, with room."""

READY_SECONDS = 120
"""Seconds for a guest of a lobby to say that it is ready: to read the offer and greet the others. Without this limit a
stranger could keep a seat of an open table for ever by saying nothing."""

ANSWER_SECONDS = 10
"""Seconds for a host to send its offer, or a peer its table, after a knock: programs do that at once."""

LOBBY_COMINGS = 8
"""Guests whom a lobby seats within `COMINGS_SECONDS`: every guest is notified of each, and strangers may come and go
with ever new keys. Twice as many as there are seats to fill."""

COMINGS_SECONDS = 4
"""Seconds for which a flood keeps a guest out, at most; it is asked to try again in some seconds."""

LOBBY_NEWS = 64
"""Lists of seats and proposals that a host may send within a second: twice as many as that many guests cause by coming,
getting ready and leaving."""

LOBBY_BEAT = 1
"""Seconds between two `alive` of a side of a lobby's link."""

LOBBY_SILENCE = 10
"""Seconds of silence after which a lobby's link is dead, as at a table."""

LOBBY_MESSAGES = 100
"""Messages of a lobby's link that are read within a second; the others wait. More than its host may say about its
seats, and all guests may say together."""

ENTER_SECONDS = 10
"""Seconds for a ready guest to sign the contract: its program does that without asking."""

CONTRACT_BYTES = 1 << 12
"""Bytes of a contract: five seats and sixteen options take less than half."""

STEPS = 1 << 16
"""Steps of a table: several times what the longest game can take."""

SLOTS = 1 << 17
"""Slots of a table: two for each of its steps at the most, and there is room for five skips in each."""

BALLOT = 1 << 60
"""An upper bound of ballots: a promise goes at most 1,000 cycles up, and is given at most once a tick."""

BALLOT_CYCLES = 1000
"""Cycles of ballots above the known ones that a seat promises at once. A cycle is one ballot of each seat. An honest
seat goes up by one or two."""

CHAIN = 240
"""Proposals that rest on each other. Each but the first was begun and left unfinished. At some 800 bytes each they fill
three quarters of a frame. Windows of ballots double, so that 240 take more than two hours."""

CONTENT_BYTES = 1 << 8
"""Bytes of an input's content: a takeback has the agreements of four seats, 64 bytes each. A nonce and the longest
notation, six minos and a piece or a swap, have less than half."""

LOG_BYTES = 1 << 26
"""Bytes of a log, 64 MiB: larger files are not read, and no table writes more. Some 250 times the longest log known, of
a game of TEN at five seats, and several times what the rules of any game allow."""

CHECKS = 1 << 8
"""Signatures of ballots above 0 that are checked within a tick, of each seat's link, and of all others together: a
ballot of five seats has some twenty. Costs a twentieth of a processor at the most."""

SAID = 4
"""Promises, and prepares, of one seat that are taken within a tick, from any link: an honest seat gives one, and
repeats another one or two. So no seat can fill the limits of another's link."""

EARLY_SIGNATURES = 1 << 12
"""Signatures in the papers about later slots that are kept of each link, and in the records: some 600 KiB each. The
longest chain of proposals of five seats has 1,700."""

HAVES = 16
"""Haves of one link that are answered within a tick: a peer says one a tick, and one for each of its new links."""

NAMED = 3
"""Values that a seat names in a slot by acking or proposing them, so that a third input of a cheat is taken. An honest
seat acks one in ballot 0, and another only if a cheat has one proposed."""

PAPERS_INPUTS = SEATS * (2 + NAMED * SEATS)
"""Inputs in one message: of a cheat two, and one more for each value that a seat may name."""

POSITION_BYTES = 1 << 15
"""UTF-8 bytes of a position in JSON: several times the longest, of four full boards."""

RECORDS_PER_MESSAGE = 64
"""Records in one message, and those that are kept of each link: a second or two of the fastest game."""

RECORDS_BYTES = 1 << 17
"""Bytes of the records in one message, if it has more than one: half a frame."""

RECORDS_MESSAGES = 16
"""Messages with records to one peer within a tick: 1,024 slots, as many as most games have. Bounds the work of repeated
requests."""

EARLY_PAPERS = 64
"""Messages about later slots that are kept of each link until the slot opens. A seat of two may move some dozen times
in a row while the other's answer is on its way; skipped messages are sent again within seconds."""

ACKS_KEPT = 8
"""Acks of one seat in other ballots of a slot that are kept: the highest, and that in ballot 0."""

CHAT_LINES = 5
"""Lines of chat that are shown within a tick, of one seat, or of all spectators together, who may come with ever new
keys: nobody types faster, and more is a flood."""

REFUSALS_TOLD = 10
"""Refusals of one seat's messages, or of all other messages together, that a screen gets."""

OPTIONS = 16
"""Options of a contract: more than twice those of the game with most."""

WRONG_GUESSES = 3
"""Wrong guesses at a code of two words before it changes: people mistype twice."""

GUESSED_CODES = 3
"""Codes of two words that wrong guesses use up; the next code has three words, and stays. Until then a stranger has
a chance of 9 in 524,288."""

LARGEST_CODE = 9999
"""Largest number of the reason with which a peer hangs up: ours have three digits, and newer ones may come."""

REFUSAL_BYTES = 256
"""UTF-8 bytes of the sentence with which a peer says why it hangs up: two lines of a terminal."""

REFUSALS = 100
"""Messages of one link that may be refused before it is cut: an honest peer has none, except for a few that crossed."""

ANNOUNCEMENT_BYTES = 1 << 10
"""Bytes of a table's TXT record: ours have less than 450, and one packet of mDNS holds 1,400 at most everywhere."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of `codec.decode`: bytes in all, nested arrays, elements of one array."""

    size: int = FRAME
    depth: int = DEPTH
    items: int = ITEMS


MESSAGE = Limits()
HANDSHAKE = Limits(size=FRAME_BEFORE_PROOF, depth=1, items=16)
"""Handshake messages are flat arrays of a few fields."""
