"""Local logs (`spec/log.md`, "A local game"): written, read, verified, and changed."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.log.format import LogError
from p2pgame.protocol.log.framing import DamagedRecord, to_record
from p2pgame.protocol.log.local import (
    GENESIS,
    STEP,
    LocalContract,
    LocalSeat,
    LocalWriter,
    Standing,
    event_form,
    is_local,
    outcome,
    read_local_genesis,
)
from p2pgame.protocol.log.local_replay import LocalReplay, LocalVerdict, verify_local
from p2pgame.protocol.log.verify import Verdict, verify
from p2pgame.protocol.table.state import Dropped
from p2pgame.protocol.wire.codec import Value, decode, encode
from p2pgame.protocol.wire.errors import RemoteError

from .local_logs import OWNER, contract_of, local_log, next_event, played, recorded
from .logs import finished

games = pytest.mark.parametrize("game_id", GAMES)
STRANGER = Identity(bytes(32))


def find(game_id: str) -> AnyGame | None:
    """The game of that id."""
    return load(game_id) if game_id in GAMES else None


def records_of(game_id: str = "tink", seats: int = 2) -> list[bytes]:
    """The header and the records of a random game."""
    return recorded(load(game_id), seats, list(played(game_id, seats)))


@games
def test_a_whole_game_plays_back_as_it_was(game_id: str) -> None:
    """Every event and every state, in order, to the end."""
    game, events = load(game_id), played(game_id, 2)
    replay = LocalReplay(local_log(game_id), find)
    steps = list(replay.steps())
    assert [step.event for step in steps] == list(events)
    assert [step.step for step in steps] == list(range(1, len(events) + 1))
    state = game.begin(2)
    for step, event in zip(steps, events, strict=True):
        state = outcome(game, 2, state, event)
        assert step.state == state
    assert replay.result is not None
    assert replay.end == len(replay.data)


@games
def test_a_finished_log_is_intact_and_proves_no_draw(game_id: str) -> None:
    """The verdict says who signed and that nothing proves the draws."""
    report = verify_local(local_log(game_id), find)
    assert report.verdict is LocalVerdict.WHOLE
    assert "not proven fair" in report.verdict.value
    assert (report.steps, report.signatures) == (len(played(game_id, 2)), len(played(game_id, 2)) + 1)
    assert report.contract is not None
    assert report.contract.owner == OWNER.public


def test_a_solo_variant_has_one_seat() -> None:
    """One player, one key."""
    report = verify_local(local_log("ten", 1), find)
    assert report.verdict is LocalVerdict.WHOLE
    assert report.contract is not None
    assert [seat.label for seat in report.contract.seats] == ["Ada"]


def test_a_log_that_ends_between_steps_is_unfinished() -> None:
    """A shorter log is valid up to its end."""
    records = records_of()
    report = verify_local(b"".join(records[:-1]), find)
    assert (report.verdict, report.result) == (LocalVerdict.UNFINISHED, None)
    assert report.steps == len(records) - 2


def test_a_seat_that_left_is_in_the_log() -> None:
    """The game continues without it."""
    events = played("tetris", 3, leaves=2)
    log = b"".join(recorded(load("tetris"), 3, list(events)))
    steps = list(LocalReplay(log, find).steps())
    assert steps[0].event == Dropped(2)
    assert verify_local(log, find).verdict is LocalVerdict.WHOLE


@games
@pytest.mark.parametrize("seed", range(8))
def test_a_flipped_bit_is_found(game_id: str, seed: int) -> None:
    """Anywhere in the file."""
    log, rng = bytearray(local_log(game_id)), random.Random(seed)
    log[rng.randrange(8, len(log))] ^= 1 << rng.randrange(8)
    assert verify_local(bytes(log), find).verdict is not LocalVerdict.WHOLE


def changed(record: bytes, place: int, value: Value) -> bytes:
    """A record with one field changed and a checksum that fits."""
    fields = decode(record[8:])
    assert isinstance(fields, tuple)
    return to_record(encode((*fields[:place], value, *fields[place + 1 :])))


@pytest.mark.parametrize(("place", "value"), [(1, (1, ("s@a1",))), (2, bytes(32)), (3, bytes(64))])
def test_a_changed_step_with_a_good_checksum_is_found(place: int, value: Value) -> None:
    """Its event, its state hash, its signature: the report names the step."""
    records = records_of()
    records[3] = changed(records[3], place, value)
    report = verify_local(b"".join(records), find)
    assert (report.verdict, report.fault_step) == (LocalVerdict.FALSE, 3)
    assert report.steps == 2


def test_steps_in_another_order_are_found() -> None:
    """Each signature is over everything before it."""
    records = records_of()
    records[2], records[4] = records[4], records[2]
    assert verify_local(b"".join(records), find).fault_step == 2


def test_steps_of_another_game_are_found() -> None:
    """The same moves, in a game with another nonce."""
    game = load("tink")
    contract = replace(contract_of(game, 2), nonce=bytes([1] * 32))
    header = LocalWriter(OWNER, contract, game).header()
    report = verify_local(b"".join([header, *records_of()[1:]]), find)
    assert (report.verdict, report.fault_step) == (LocalVerdict.FALSE, 1)


def test_a_genesis_that_its_owner_has_not_signed_does_not_hold() -> None:
    """A log in somebody else's name."""
    game = load("tink")
    header = LocalWriter(STRANGER, contract_of(game, 2, OWNER), game).header()
    assert verify_local(header, find).verdict is LocalVerdict.FALSE


def test_a_step_that_another_key_has_signed_does_not_hold() -> None:
    """The owner signs all of it."""
    game, contract = load("tink"), contract_of(load("tink"), 2)
    event = played("tink", 2)[0]
    at = Standing.first(contract, game)
    record, _ = LocalWriter(STRANGER, contract, game).record(at, event, outcome(game, 2, at.state, event))
    report = verify_local(LocalWriter(OWNER, contract, game).header() + record, find)
    assert (report.verdict, report.fault_step) == (LocalVerdict.FALSE, 1)


@pytest.mark.parametrize(
    "event",
    [
        (0, 3),
        (1, ("s@a1", "s@a2")),
        (1, ("nonsense",)),
        (1, ("s@z9",)),
        (2, 1),
        (2, 5),
        (7, 0),
        (1, ()),
        (1, ("x" * 129,)),
        5,
        (1,),
    ],
)
def test_an_event_that_cannot_follow_is_refused(event: Value) -> None:
    """Also when the owner has signed it: a draw where none is due, a seat that cannot leave, no event at all."""
    game = load("tink")
    at = Standing.first(contract_of(game, 2), game)
    after = at.after(event, at.state, bytes(32))
    record = to_record(encode((STEP, event, bytes(32), OWNER.sign("p2pgame local step", after.head))))
    report = verify_local(records_of()[0] + record, find)
    assert (report.verdict, report.fault_step) == (LocalVerdict.FALSE, 1)


def test_a_torn_last_step_differs_from_a_damaged_one() -> None:
    """After a crash the log continues from the last whole step."""
    replay = LocalReplay(local_log()[:-5], find)
    with pytest.raises(DamagedRecord) as torn:
        list(replay.steps())
    assert torn.value.torn
    assert replay.end == replay.ends[-1] == len(b"".join(records_of()[:-1]))


def test_a_contract_survives_its_bytes() -> None:
    """Written and read."""
    contract = contract_of(load("te-trix"), 3)
    assert LocalContract.decoded(contract.encoded) == contract
    assert read_local_genesis(recorded(load("te-trix"), 3, [])[0])[0] == contract


@pytest.mark.parametrize(
    "change",
    [{"options": ()}, {"seats": contract_of(load("tink"), 5).seats}],
    ids=["options", "seats"],
)
def test_a_contract_that_cannot_be_played_does_not_hold(change: dict[str, object]) -> None:
    """Options that lack, too many seats."""
    game = load("ten" if "options" in change else "tink")
    contract = replace(contract_of(game, 2), **change)  # type: ignore[arg-type]  # one field at a time
    assert verify_local(LocalWriter(OWNER, contract, game).header(), find).verdict is LocalVerdict.FALSE


def test_other_rules_are_unreadable_not_false() -> None:
    """Nobody can say whether such a log holds."""
    game = load("tink")
    contract = replace(contract_of(game, 2), rules=game.rules + 1)
    report = verify_local(LocalWriter(OWNER, contract, game).header(), find)
    assert report.verdict is LocalVerdict.UNREADABLE
    with pytest.raises(LogError):
        LocalReplay(LocalWriter(OWNER, contract, game).header(), find)


def test_an_unknown_game_is_unreadable_not_false() -> None:
    """In both kinds of logs: nobody can say without its rules whether such a log holds."""
    local, table = verify_local(local_log(), lambda _id: None), verify(finished(), lambda _id: None)
    assert (local.verdict, table.verdict) == (LocalVerdict.UNREADABLE, Verdict.UNREADABLE)
    assert table.fault is not None
    for reason in (local.reason, table.fault.reason):
        assert reason == "this log is of 'tink', a game that this program does not have"


def test_the_two_kinds_of_logs_are_distinguished() -> None:
    """Neither passes for the other: a local log can never be fair."""
    assert is_local(local_log())
    assert not is_local(finished())
    assert not is_local(b"")
    assert not is_local(local_log()[:20])
    assert verify(local_log(), find).verdict is Verdict.FALSE
    assert verify_local(finished(), find).verdict is LocalVerdict.FALSE


def test_a_name_is_cleaned_before_it_is_shown() -> None:
    """And a name of which nothing is left has a word in its place."""
    contract = contract_of(load("tink"), 2)
    first = replace(contract.seats[0], name="A\x1b[31mda")
    assert "\x1b" not in first.label
    assert replace(first, name="\x07").label == "nameless"


@pytest.mark.parametrize("level", ["\x1b[2J", "\u202elamron", "Normal", "a b", "cmd:./bot", " "])
def test_a_level_that_is_no_word_does_not_hold(level: str) -> None:
    """It is shown beside the name, and anybody can write a log."""
    seats = (LocalSeat("Ada", ""), LocalSeat("Max", level))
    with pytest.raises(RemoteError, match="no level"):
        LocalContract.decoded(replace(contract_of(load("tink"), 2), seats=seats).encoded)


@games
def test_a_different_step_gives_a_different_head(game_id: str) -> None:
    """Two games that part in one step never meet again."""
    game = load(game_id)
    at = Standing.first(contract_of(game, 2), game)
    heads = set()
    for seed in range(20):
        event = next_event(game, at.state, random.Random(seed))
        state = outcome(game, 2, at.state, event)
        heads.add((event_form(game, event), at.after(event_form(game, event), state, game.hash(state)).head))
    assert len({head for _, head in heads}) == len({form for form, _ in heads}) > 1


def test_the_numbers_of_the_records() -> None:
    """As `spec/log.md` says: 5 and 6, which no record of a table has."""
    assert (GENESIS, STEP) == (5, 6)


def test_an_illegal_move_is_refused_with_its_reason() -> None:
    """The sentence is the engine's."""
    game, events = load("tink"), played("tink", 2)
    state = outcome(game, 2, game.begin(2), events[0])
    with pytest.raises(RemoteError, match=r"the rules forbid this move|does not follow"):
        outcome(game, 2, state, events[0])
