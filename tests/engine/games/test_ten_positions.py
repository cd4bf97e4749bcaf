"""The clauses of `spec/games/ten.md`, section 14: positions that are read, and positions that no game could hold."""

from __future__ import annotations

from typing import Any

import pytest
from p2pgame.engine.errors import BadPosition
from p2pgame.engine.games.ten.game import GAME

from .ten_tables import player, position


def sale(card: str = "*7", bids: Any = (), to_pay: Any = None) -> dict[str, Any]:
    """The part `auction`."""
    return {"card": card, "bids": list(bids), "to_pay": to_pay}


def auction(*players: dict[str, Any], turn: int = 2, **keys: Any) -> dict[str, Any]:
    """Seat 0 of three is active, 1 has bid three, 2 is asked."""
    known: dict[str, Any] = {"phase": "auction", "turn": turn, "auction": sale(bids=[[1, 3]])}
    return position(*(players or THREE), **known | keys)


def paying(left: int = 2, last: str | None = "coin", payer: dict[str, Any] | None = None, **keys: Any) -> Any:
    """Seat 1 of three pays its bid of three for a wild."""
    to_pay = [1, left, last, "auction"]
    bids = [[1, 3], [2, None], [0, None]]
    known: dict[str, Any] = {"phase": "pay", "turn": 1, "auction": sale(bids=bids, to_pay=to_pay)}
    return position(player(), payer or player(), player(), **known | keys)


def buying(left: int = 3, last: str | None = None, purpose: str = "buy", card: str = "pink3", **keys: Any) -> Any:
    """Seat 0 of two pays for a card of the market."""
    return position(**{"phase": "pay", "auction": sale(card, to_pay=[0, left, last, purpose])} | keys)


def bust(row: str = "c3", market: str = "blue9 pink9", **keys: Any) -> Any:
    """Seat 0 of two chooses after a bust."""
    return position(row=row, market=market, **{"phase": "bust", "options": {"bust_buy": True}} | keys)


def solo(*players: dict[str, Any], jen: int = 4, **keys: Any) -> Any:
    """One seat and JEN."""
    return position(*players, seats=1, options={"bust_buy": False, "jen": jen}, **keys)


THREE = (player(), player(), player())
UNTOUCHED: dict[str, Any] = {"phase": "start", "active": None, "turn": None}
WILD_SEEN: dict[str, Any] = {"phase": "choose", "deck": "blue1 pink9"}
BUST_BUY = {"bust_buy": True}

GOOD: dict[str, dict[str, Any]] = {
    "before the first player is drawn": position(**UNTOUCHED),
    "and some have left": position(*THREE, dropped=[1], **UNTOUCHED),
    "all others have left by then": position(*THREE, dropped=[0, 2], **UNTOUCHED | {"phase": "over"}),
    "a turn begins": position(phase="start", active=1),
    "a card is drawn": position(phase="draw", row="c5 blue9 green6"),
    "an empty row after a wild": position(**WILD_SEEN),
    "an empty row after a wild that is owned": position(player(5, "*7"), player()),
    "exactly ten": position(row="blue4 green6 c5 c5"),
    "somebody bids": auction(),
    "somebody bids, the active seat has left": auction(dropped=[0]),
    "a seat has left and passed": auction(auction=sale(bids=[[1, None]]), dropped=[1]),
    "a wild is paid for": paying(),
    "with a token": paying(payer=player(5, bust=1), left=3, last=None),
    "by a card": paying(left=1, last="blue1", payer=player(0, "pink1"), discarded="blue1"),
    "a card is bought": buying(),
    "for the last time, by another": position(
        phase="pay", turn=1, active=0, deck="", auction=sale("pink3", to_pay=[1, 3, None, "final"])
    ),
    "after a bust by number": bust(),
    "after a bust by coins": bust(row="c5 c5 c1", market=""),
    "a bust card is paid for": buying(9, purpose="bust", card="pink9", row="c3", market="blue9", options=BUST_BUY)
    | {"players": [player(9), player()]},
    "a last purchase": position(phase="final", deck="", turn=1, active=0),
    "over": position(phase="over", deck=""),
    "over by default": position(phase="over", dropped=[1]),
    "JEN draws": solo(active=1, phase="draw", row="c5 blue8"),
    "JEN has bid": solo(phase="auction", auction=sale(bids=[[1, 5]])),
    "JEN has been outbid": solo(
        player(6), player(5), phase="pay", auction=sale(bids=[[1, 5], [0, 6]], to_pay=[0, 6, None, "auction"])
    ),
    "in her own turn": solo(
        player(4), player(5), phase="pay", active=1, turn=0,
        auction=sale(bids=[[0, 5], [1, None]], to_pay=[0, 4, "coin", "auction"]),
    ),
    "a single seat has left": solo(phase="over", dropped=[0]),
}  # fmt: skip


@pytest.mark.parametrize("what", GOOD)
def test_14_possible_positions_are_read(what: str) -> None:
    """And written back as it was."""
    assert GAME.position(GAME.from_position(GOOD[what])) == GOOD[what]


def test_14_the_order_of_owned_cards_has_no_meaning() -> None:
    """Zones without an order are sorted; the row is not."""
    listed = position(player(5, "blue1 pink2"), player(), row="green2 blue3")
    shuffled = position(player(5, "blue1 pink2"), player(), row="green2 blue3")
    shuffled["players"][0]["cards"].reverse()
    assert GAME.from_position(shuffled) == GAME.from_position(listed)
    shuffled["row"].reverse()
    assert GAME.from_position(shuffled) != GAME.from_position(listed)


@pytest.mark.parametrize("what", ["a card is drawn", "JEN draws", "over"])
def test_14_turn_may_be_null_where_nobody_is_asked(what: str) -> None:
    """It is the active player then."""
    assert GAME.from_position(GOOD[what] | {"turn": None}) == GAME.from_position(GOOD[what])


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "a card too many": (position(row="blue1") | {"discarded": ["blue1"]}, r"unseen\.blue1: all places have 3"),
    "a card too few": (position() | {"unseen": position(row="blue1")["unseen"]}, r"unseen\.blue1: all places have 1"),
    "no such card": (position() | {"row": ["blue10"]}, r"row\[0\]"),
    "a wild in the row": (position(row="*7"), r"row\[0\]: \*7 cannot be there"),
    "currency in the market": (position(market="c1"), r"market\[0\]"),
    "a wild in the market": (position(market="blue#"), r"market\[0\]"),
    "owned currency": (position(player(5, "c1"), player()), r"players\[0\]\.cards\[0\]"),
    "eleven coins": (position(player(11), player()), r"players\[0\]\.coins"),
    "more tokens than busts": (position(player(5, bust=46), player()), r"players\[0\]\.bust"),
    "one player": (position(player(), seats=2), "players"),
    "no JEN": (position(player(), seats=1), "players"),
    "an unknown count": (position() | {"unseen": {"blue1": 2}}, "unseen: blue2 is missing"),
    "an unknown phase": (position(phase="think"), "phase"),
    "JEN for two": (position(options={"bust_buy": False, "jen": 5}), "options: .*one seat"),
    "nobody active, but coins moved": (position(player(4), player(), **UNTOUCHED), "active"),
    "nobody active, but a card drawn": (position(row="blue1", **UNTOUCHED), "active"),
    "nobody active in a phase of a turn": (position(**UNTOUCHED | {"phase": "choose"}), "active"),
    "nobody acts": (position(row="blue1", turn=None), "turn"),
    "another acts in a turn": (position(row="blue1", turn=1), "turn"),
    "a seat that left chooses": (position(*THREE, row="blue1", dropped=[0]), "turn: 0 cannot move"),
    "a seat that left draws": (position(*THREE, phase="draw", dropped=[0]), "turn: 0 cannot move"),
    "JEN chooses": (solo(active=1, row="blue1"), "turn: 1 cannot move"),
    "JEN starts": (solo(active=1, phase="start"), "turn: 1 cannot move"),
    "nothing left to draw": (position(phase="draw", deck=""), "phase: draw"),
    "nothing left to start with": (position(phase="start", deck=""), "phase: start"),
    "last purchases too soon": (position(phase="final"), "phase: final"),
    "over too soon": (position(phase="over"), "phase: over"),
    "not over when one is left": (position(row="blue1", dropped=[1]), "phase: expected over"),
    "nobody left": (position(phase="over", dropped=[0, 1]), "dropped"),
    "a row that is bust by numbers": (position(row="blue4 green7"), "row: a net value above 10"),
    "a row that was bust before": (position(row="blue4 green7 c3"), "row: a net value above 10"),
    "a row that is bust by coins": (position(row="c5 c5 c1"), "row: coins above 10"),
    "a row that JEN would have taken": (solo(active=1, phase="draw", row="blue4 c3"), "row: a net value above 3"),
    "a choice after no card": (position(), "row: a card was drawn"),
    "a row when a turn begins": (position(phase="start", row="blue1"), "row: it is empty"),
    "the row of a seat that left": (auction(dropped=[0], row="blue1"), "row: that of a player who left"),
    "a bust choice without the option": (bust(options={"bust_buy": False}), "bust_buy"),
    "numbers in a bust row": (bust(row="c3 blue1"), "row: numbers"),
    "no numbers to bust with": (bust(market="blue9 pink4"), "market"),
    "bust by coins twice": (bust(row="c5 c5 c1 c1"), "row: coins were above"),
    "a sale in no phase of it": (position(row="blue1", auction=sale(bids=[[1, 3]])), "auction: expected null"),
    "no sale": (position(*THREE, phase="auction", turn=1), "auction: expected a card"),
    "a number auctioned": (auction(auction=sale("blue1", [[1, 3]])), "auction.card"),
    "currency auctioned": (auction(auction=sale("c1", [[1, 3]])), "auction.card"),
    "a price in an auction": (auction(auction=sale(bids=[[1, 3]], to_pay=[1, 3, None, "auction"])), "auction.to_pay"),
    "no price to pay": (paying(auction=sale(bids=[[1, 3], [2, None], [0, None]])), "auction.to_pay"),
    "bids out of turn": (auction(auction=sale(bids=[[2, 3]])), r"auction\.bids\[0\]"),
    "a bid that outbids nobody": (auction(turn=0, auction=sale(bids=[[1, 3], [2, 3]])), r"bids\[1\]: 3 is not above"),
    "a bid beyond the purse": (auction(player(), player(2), player()), r"bids\[0\]: more than 1 can pay"),
    "a bid of a seat that left": (auction(dropped=[1]), r"bids\[0\]: 1 has left"),
    "the wrong bidder asked": (auction(turn=0), "turn"),
    "all have bid, nobody pays": (auction(auction=sale(bids=[[1, 3], [2, None], [0, None]])), "turn"),
    "too many bids": (auction(auction=sale(bids=[[1, 3], [2, None], [0, None], [1, 4]])), "auction"),
    "all have passed": (
        paying(auction=sale(bids=[[1, None], [2, None], [0, None]], to_pay=[1, 2, "coin", "auction"])),
        "auction.bids",
    ),
    "a lower bidder pays": (
        paying(auction=sale(bids=[[1, 3], [2, 4], [0, None]], to_pay=[1, 3, None, "auction"])),
        "auction.to_pay: the highest",
    ),
    "another acts": (paying(turn=2), "turn"),
    "more left than bid": (paying(left=4), "auction.to_pay: more is left"),
    "nothing paid, but something paid last": (paying(left=3), "paid 0, ending with coin"),
    "something paid, but nothing paid last": (paying(last=None), "paid 1, ending with nothing"),
    "more coins than there can have been": (paying(payer=player(10)), "paid 1, ending with coin"),
    "a token that paid too little": (paying(last="bust"), "paid 1, ending with bust"),
    "a card that paid but is nowhere": (paying(last="blue1"), "paid 1, ending with blue1"),
    "a price that cannot be finished": (
        paying(auction=sale(bids=[[1, 5], [2, None], [0, None]], to_pay=[1, 2, "bust", "auction"])),
        "auction.to_pay: 1 cannot pay",
    ),
    "bids for a purchase": (buying() | {"auction": sale("pink3", [[1, 2]], [0, 3, None, "buy"])}, "auction.bids"),
    "a purchase of a wild": (buying(card="*7"), "auction.card"),
    "a purchase dearer than its price": (buying(left=4), "auction.to_pay"),
    "a purchase by another": (buying() | {"turn": 1, "auction": sale("pink3", to_pay=[1, 3, None, "buy"])}, "active"),
    "a purchase of an owned card": (
        position(player(5, "pink3"), player(), phase="pay", auction=sale("pink3", to_pay=[0, 3, None, "buy"])),
        "auction.card: 0 owns",
    ),
    "a last purchase too soon": (buying(purpose="final"), "phase: final"),
    "a purchase after a bust without the option": (buying(purpose="bust"), "bust_buy"),
    "JEN bids otherwise": (solo(phase="auction", auction=sale(bids=[[1, 6]])), r"bids\[0\]: JEN bids 5"),
    "JEN passes": (solo(phase="auction", auction=sale(bids=[[1, None]])), r"bids\[0\]: JEN bids 5"),
    "JEN does not outbid": (
        solo(
            player(5), player(6), phase="pay", active=1, turn=0,
            auction=sale(bids=[[0, 5], [1, None]], to_pay=[0, 5, None, "auction"]),
        ),
        r"bids\[1\]: JEN bids 6",
    ),
    "JEN is asked": (solo(phase="auction", turn=1, auction=sale()), "turn: 1 cannot move"),
    "another game": (position() | {"game": "tink"}, "game"),
    "an extra key": (position() | {"deck": 1}, "deck"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_14_impossible_positions_are_refused(what: str) -> None:
    """And the refusal names the place."""
    bad, where = BAD[what]
    with pytest.raises(BadPosition, match=where):
        GAME.from_position(bad)
