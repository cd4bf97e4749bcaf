"""Coming in (`spec/identity-and-link.md`): welcome, or the code of the table, one guess a connection."""

from __future__ import annotations

import pytest
from p2pgame.protocol.link import pairing_code
from p2pgame.protocol.link.handshake import Role
from p2pgame.protocol.link.messages import Challenge, Confirmation, Element, Refusal, Welcome
from p2pgame.protocol.link.pairing import CodeKeeper, Guest, Host, ToldKeeper, Welcoming
from p2pgame.protocol.link.pake import Exchange, Password
from p2pgame.protocol.link.states import State
from p2pgame.protocol.wire.errors import Code, LocalError, RefusedByPeer
from p2pgame.protocol.wire.framing import FrameReader
from p2pgame.protocol.wire.limits import FRAME, FRAME_BEFORE_PROOF, GUESSED_CODES, WRONG_GUESSES
from spake2 import SPAKE2_A, SPAKE2_B, ed25519_basic
from spake2.ed25519_basic import L
from spake2.parameters.ed25519 import ParamsEd25519

from .conversing import BINDING, messages, talk, wire
from .refusals import refused


@pytest.fixture
def keeper() -> CodeKeeper:
    """A table's code."""
    return CodeKeeper(b"k" * 32)


def other_code(keeper: CodeKeeper) -> str:
    """A code that is not the table's."""
    return next(code for code in ("7-amber-otter", "8-amber-otter") if code != keeper.code)


def host_of(keeper: CodeKeeper, binding: bytes = BINDING) -> Host:
    """A host that asks for the code, begun."""
    host = Host(FrameReader(FRAME_BEFORE_PROOF), binding, keeper, b"h" * 64)
    host.begin()
    return host


def new_guest(binding: bytes = BINDING, *, coded: bool = False) -> Guest:
    """A guest, begun, who may know that the table has a code."""
    guest = Guest(FrameReader(FRAME_BEFORE_PROOF), binding, b"g" * 64, coded=coded)
    guest.begin()
    return guest


def guess(keeper: CodeKeeper, code: str) -> tuple[Host, Guest]:
    """A guest's one guess at the host's code, until one of them refuses."""
    host, guest = host_of(keeper), new_guest()
    talk(host, guest)
    guest.enter(code)
    talk(guest, host)
    return host, guest


def test_the_right_code_lets_in(keeper: CodeKeeper) -> None:
    """In any spelling of the code; from then on long frames are taken."""
    host, guest = guess(keeper, keeper.code.upper().replace("-", " "))
    assert host.state is guest.state is State.ADMITTED
    assert host.reader.limit == guest.reader.limit == FRAME
    assert keeper.wrong == 0


@pytest.mark.parametrize("slice_size", [1, 10])
def test_any_slicing_will_do(keeper: CodeKeeper, slice_size: int) -> None:
    """As for the handshake."""
    host, guest = host_of(keeper), new_guest()
    talk(host, guest, slice_size)
    guest.enter(keeper.code)
    talk(guest, host, slice_size)
    assert host.state is guest.state is State.ADMITTED


def test_an_open_table_says_welcome() -> None:
    """No code is asked for, and the messages after the welcome are the table's."""
    host, guest = Welcoming(FrameReader(FRAME_BEFORE_PROOF)), new_guest()
    assert host.begin() is State.ADMITTED
    assert host.reader.limit == FRAME
    assert guest.receive(host.bytes_to_send() + b"\0\0\0\1\7") is State.ADMITTED
    assert guest.reader.pull() == b"\7"


def test_e305_a_guest_that_knows_of_a_code_leaves_without_one(keeper: CodeKeeper) -> None:
    """It comes into no table that asks for none, says why and nothing else; one that asks is as good as ever."""
    host, guest = Welcoming(FrameReader(FRAME_BEFORE_PROOF)), new_guest(coded=True)
    host.begin()
    with refused(Code.CODE_NOT_ASKED, "this host asked for no code"):
        guest.receive(host.bytes_to_send())
    assert guest.state is State.CLOSED
    (told,) = messages(guest.bytes_to_send())
    assert isinstance(told, Refusal)
    assert told.code == Code.CODE_NOT_ASKED
    asking, guest = host_of(keeper), new_guest(coded=True)
    talk(asking, guest)
    guest.enter(keeper.code)
    talk(guest, asking)
    assert asking.state is guest.state is State.ADMITTED


def test_a_wrong_code_is_named_on_both_sides(keeper: CodeKeeper) -> None:
    """The host counts the guess, and the guest gets the reason."""
    host, guest = host_of(keeper), new_guest()
    talk(host, guest)
    guest.enter(other_code(keeper))
    host.receive(guest.bytes_to_send())
    guest.receive(host.bytes_to_send())
    with refused(Code.WRONG_CODE, "not the code of this table"):
        host.receive(guest.bytes_to_send())
    with pytest.raises(RefusedByPeer, match="not the code of this table") as caught:
        guest.receive(host.bytes_to_send())
    assert caught.value.reason == Code.WRONG_CODE
    assert keeper.wrong == 1


def test_a_host_that_does_not_know_the_code_is_found_out(keeper: CodeKeeper) -> None:
    """Confirmation goes both ways: a guest does not sit down at a stranger's table."""
    guest = new_guest()
    guest.receive(wire(Challenge()))
    guest.enter(keeper.code)
    (element,) = messages(guest.bytes_to_send())
    assert isinstance(element, Element)
    impostor = Exchange(Role.LISTENER, Password(other_code(keeper), b"i" * 32), BINDING, b"i" * 64)
    impostor.finish(element.element)
    guest.receive(wire(Element(impostor.element)))
    with refused(Code.WRONG_CODE, "the host does not accept this code"):
        guest.receive(wire(Confirmation(impostor.confirmation())))


def test_a_host_cannot_send_the_guests_confirmation_back(keeper: CodeKeeper) -> None:
    """The two confirmations differ, so an echo proves nothing."""
    guest = new_guest()
    guest.receive(wire(Challenge()))
    guest.enter(keeper.code)
    guest.bytes_to_send()
    guest.receive(wire(Element(Exchange(Role.LISTENER, keeper.password, BINDING, b"i" * 64).element)))
    with refused(Code.WRONG_CODE):
        guest.receive(guest.bytes_to_send())


def test_the_code_holds_in_one_connection_only(keeper: CodeKeeper) -> None:
    """With the right code and another binding, somebody relays the exchange: refused."""
    host, guest = host_of(keeper, binding=b"x" * 32), new_guest()
    talk(host, guest)
    guest.enter(keeper.code)
    with refused(Code.WRONG_CODE):
        talk(guest, host)


def test_a_host_says_nothing_about_the_code_before_it_is_proven(keeper: CodeKeeper) -> None:
    """Its challenge is the same for every code, its element is random, a wrong guess is not confirmed."""
    host = host_of(keeper)
    assert messages(host.bytes_to_send()) == [Challenge()]
    guest = new_guest()
    guest.receive(wire(Challenge()))
    guest.enter(other_code(keeper))
    host.receive(guest.bytes_to_send())
    (element,) = messages(host.bytes_to_send())
    assert isinstance(element, Element)
    guest.receive(wire(element))
    with refused(Code.WRONG_CODE):
        host.receive(guest.bytes_to_send())
    assert not any(isinstance(message, Confirmation) for message in messages(host.bytes_to_send()))


def multiplied(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers by which points are multiplied from now on: they decide how long that takes."""
    numbers: list[int] = []
    multiply = ed25519_basic.scalarmult_element

    def counted(point: object, number: int) -> object:
        numbers.append(number)
        with monkeypatch.context() as inner:  # it calls itself with half the number
            inner.setattr(ed25519_basic, "scalarmult_element", multiply)
            return multiply(point, number)

    monkeypatch.setattr(ed25519_basic, "scalarmult_element", counted)
    return numbers


def code_numbers(code: str) -> set[int]:
    """The number of a code in SPAKE2, and its negative."""
    number = ParamsEd25519.group.password_to_scalar(code.encode())
    return {number, -number % L}


def test_an_exchange_multiplies_no_point_by_the_code(keeper: CodeKeeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """How long that takes says nothing of the code, so: neither the host nor a stranger's timing of it."""
    host, guest = host_of(keeper), new_guest()
    talk(host, guest)
    guest.enter(keeper.code)
    numbers = multiplied(monkeypatch)
    talk(guest, host)
    assert host.state is State.ADMITTED
    assert numbers
    assert not code_numbers(keeper.code) & set(numbers)


def test_a_new_code_and_a_typed_code_are_worked_out_with_random_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host makes a code in the middle of somebody's third guess; a guest works with one while the host waits."""
    code, numbers = "7-amber-otter", multiplied(monkeypatch)
    for fresh in (b"a" * 32, b"b" * 32):
        Password(code, fresh)
    assert len(numbers) == len(set(numbers)) == 8
    assert not code_numbers(code) & set(numbers)
    for one, other in (numbers[0:2], numbers[2:4], numbers[4:6], numbers[6:8]):
        assert (one + other) % L in code_numbers(code), "the halves are not of this code"


def test_three_wrong_guesses_make_a_new_code(keeper: CodeKeeper) -> None:
    """The old one is worth nothing after that."""
    first = keeper.code
    for _ in range(WRONG_GUESSES):
        assert keeper.code == first
        with refused(Code.WRONG_CODE):
            guess(keeper, other_code(keeper))
    assert keeper.code != first
    assert keeper.serial == 1
    assert keeper.wrong == 0
    with refused(Code.WRONG_CODE):
        guess(keeper, first)


def test_endless_guessing_meets_a_longer_code_that_stays(keeper: CodeKeeper) -> None:
    """Three codes of two words are used up; the fourth has three words, and honest guests have time to type it."""
    codes = {keeper.code}
    for _ in range(GUESSED_CODES * WRONG_GUESSES):
        assert keeper.words == 2
        keeper.count_wrong()
        codes.add(keeper.code)
    assert len(codes) == GUESSED_CODES + 1
    long = keeper.code
    assert keeper.words == 3
    assert long.count("-") == 3
    for _ in range(1000):
        keeper.count_wrong()
    assert keeper.code == long
    host, guest = guess(keeper, long)
    assert host.state is guest.state is State.ADMITTED


def test_a_code_that_the_host_replaces_itself_is_as_long_as_before(keeper: CodeKeeper) -> None:
    """It does so when it removes a guest: nobody has guessed."""
    for _ in range(10):
        keeper.renew()
    assert keeper.words == 2
    assert keeper.serial == 10


def test_a_guest_may_type_the_new_code_where_the_old_one_was_asked_for(keeper: CodeKeeper) -> None:
    """Only what is typed counts: the connection may be older than the code."""
    host, guest = host_of(keeper), new_guest()
    talk(host, guest)
    keeper.renew()
    guest.enter(keeper.code)
    talk(guest, host)
    assert host.state is guest.state is State.ADMITTED


def test_guesses_made_side_by_side_are_counted_one_by_one(keeper: CodeKeeper) -> None:
    """Ten connections opened before the first guess is judged are not ten guesses at one code."""
    first = keeper.code
    pairs = [half_way(keeper, code) for code in (*[other_code(keeper)] * WRONG_GUESSES, first)]
    *wrong, (right, confirmed) = pairs
    for host, confirmation in wrong:
        with refused(Code.WRONG_CODE):
            host.receive(confirmation)
    with refused(Code.CODE_CHANGED, "a new code"):
        right.receive(confirmed)


def half_way(keeper: CodeKeeper, code: str) -> tuple[Host, bytes]:
    """A host that has answered a guest's element, and the confirmation that it waits for."""
    host, guest = host_of(keeper), new_guest()
    talk(host, guest)
    guest.enter(code)
    host.receive(guest.bytes_to_send())
    guest.receive(host.bytes_to_send())
    return host, guest.bytes_to_send()


def test_hanging_up_before_the_guess_is_judged_is_no_guess(keeper: CodeKeeper) -> None:
    """Nothing was learnt from it, so nothing is counted."""
    host, guest = host_of(keeper), new_guest()
    talk(host, guest)
    guest.enter(other_code(keeper))
    host.receive(guest.bytes_to_send())
    with refused(Code.HUNG_UP):
        host.receive(b"")
    assert keeper.wrong == 0


def test_one_guess_a_connection(keeper: CodeKeeper) -> None:
    """Neither our own guest nor a modified one can try again."""
    host, guest = host_of(keeper), new_guest()
    talk(host, guest)
    guest.enter(other_code(keeper))
    with pytest.raises(LocalError, match="given already"):
        guest.enter(keeper.code)
    host.receive(guest.bytes_to_send())
    with refused(Code.OUT_OF_TURN):
        host.receive(wire(Element(Exchange(Role.DIALER, keeper.password, BINDING, b"g" * 64).element)))


def test_a_code_that_cannot_be_costs_nothing(keeper: CodeKeeper) -> None:
    """The guest is asked again, in the same connection."""
    host, guest = host_of(keeper), new_guest()
    talk(host, guest)
    with pytest.raises(LocalError, match="no code contains 'ambr'"):
        guest.enter("7 ambr otter")
    guest.enter(keeper.code)
    talk(guest, host)
    assert host.state is State.ADMITTED


def test_the_reason_of_a_host_that_hangs_up_during_typing_is_read() -> None:
    """The code that is typed then goes nowhere."""
    guest = new_guest()
    guest.receive(wire(Challenge()))
    guest.reader.push(wire(Refusal(Code.TABLE_FULL.value, "the table is full")))
    with pytest.raises(RefusedByPeer, match="the table is full"):
        guest.enter("7-amber-otter")


NOT_A_POINT = (2).to_bytes(32, "little")
BAD_ELEMENTS = {
    "the host's own side": b"B" + bytes(range(32)),
    "no side": b"X" + bytes(range(32)),
    "no point of the curve": b"A" + NOT_A_POINT,
    "the neutral point": b"A" + (1).to_bytes(32, "little"),
    "the neutral point with a sign": b"A" + (1 + 2**255).to_bytes(32, "little"),
    "the neutral point above the prime": b"A" + (2**255 - 18).to_bytes(32, "little"),
    "a point above the prime": b"A" + (2**255 - 19 + 3).to_bytes(32, "little"),
    "the neutral point above the prime with a sign": b"A" + (2**256 - 18).to_bytes(32, "little"),
    "a point of order 2 with a sign": b"A" + (2**256 - 20).to_bytes(32, "little"),
    "a point of order 2": b"A" + (2**255 - 20).to_bytes(32, "little"),
    "a point of order 4": b"A" + bytes(32),
}


@pytest.mark.parametrize("element", BAD_ELEMENTS.values(), ids=BAD_ELEMENTS)
def test_an_invalid_element_is_refused(keeper: CodeKeeper, element: bytes) -> None:
    """A point that would make the key known, or no point at all."""
    with refused(Code.BAD_PAIRING_ELEMENT):
        host_of(keeper).receive(wire(Element(element)))


def test_the_hosts_element_sent_back_is_refused(keeper: CodeKeeper) -> None:
    """A reflection would give a key without the code."""
    host = host_of(keeper)
    own = Exchange(Role.LISTENER, keeper.password, BINDING, b"h" * 64).element  # as `host_of` makes it
    with refused(Code.BAD_PAIRING_ELEMENT):
        host.receive(wire(Element(b"A" + own[1:])))


def test_a_guest_gives_no_code_unasked() -> None:
    """It says nothing at all before the host has spoken."""
    guest = new_guest()
    assert guest.bytes_to_send() == b""
    with pytest.raises(LocalError, match="no code was expected"):
        guest.enter("7-amber-otter")


@pytest.mark.parametrize("message", [Welcome(), Confirmation(bytes(32))], ids=["a welcome", "a confirmation"])
def test_a_host_takes_nothing_out_of_turn(keeper: CodeKeeper, message: Welcome | Confirmation) -> None:
    """Not even a confirmation without an exchange."""
    with refused(Code.OUT_OF_TURN):
        host_of(keeper).receive(wire(message))


def test_codes_follow_from_the_keepers_secret(keeper: CodeKeeper) -> None:
    """And from nothing that is on the wire."""
    assert keeper.code == CodeKeeper(b"k" * 32).code
    assert pairing_code.parse(keeper.code) == keeper.code
    assert CodeKeeper(b"l" * 32).code != keeper.code
    with pytest.raises(LocalError, match="32 bytes"):
        CodeKeeper(b"short")


def test_remembering_changes_nothing_of_spake2(keeper: CodeKeeper) -> None:
    """Our exchange and the plain package agree on elements and keys."""
    password = Password("7-amber-otter", b"b" * 32)
    for role, plain in ((Role.DIALER, SPAKE2_A), (Role.LISTENER, SPAKE2_B)):
        ours = Exchange(role, password, BINDING, b"f" * 64)
        assert ours.element == plain(b"7-amber-otter", entropy_f=lambda count: b"f" * count).start()
    one, other = (Exchange(role, password, BINDING, b"f" * 64) for role in Role)
    one.finish(other.element)
    other.finish(one.element)
    assert one.confirms(other.confirmation())
    assert other.confirms(one.confirmation())
    with pytest.raises(LocalError, match="64 random bytes"):
        Exchange(Role.DIALER, password, BINDING, b"short")


def test_a_given_code_is_spent_after_three_wrong_guesses() -> None:
    """A peer that knows another peer's code asks for it, and cannot give anybody a new one."""
    keeper = ToldKeeper("amber OTTER 7", b"s" * 32)
    assert keeper.code == "7-amber-otter"
    for _ in range(WRONG_GUESSES):
        assert not keeper.spent
        keeper.count_wrong()
    assert keeper.spent
    assert keeper.serial > 0, "guesses that are under way are too late"
