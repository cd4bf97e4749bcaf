"""TEN written a second time, as a person would explain it: one script from the first card to the last purchase.

The engine has states and steps; this has a call stack: each `yield` asks a seat (its number) or chance (None) and gets
the answer in notation. Cards are counted by name. Seats that leave are not in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field

from .ten_tables import box

Asking = Generator[int | None, str, None]


@dataclass
class Owner:
    """A player's property."""

    coins: int = 5
    bust: int = 0
    cards: Counter[str] = field(default_factory=Counter)

    def spares(self) -> int:
        """Copies beyond the first."""
        return sum(count - 1 for count in self.cards.values() if count)


class Script:
    """A table, and the story of a game on it."""

    def __init__(self, seats: int, bust_buy: bool, grade: int) -> None:
        self.solo = seats == 1
        self.bust_buy, self.grade = bust_buy, grade
        self.owners = [Owner() for _ in range(max(2, seats))]
        self.deck = box(seats)
        self.row: list[str] = []
        self.market: Counter[str] = Counter()
        self.discarded: Counter[str] = Counter()
        self.allowed: set[str] = set()
        """Allowed answers of the asked seat."""

    def game(self) -> Asking:
        """The whole game."""
        active = 0 if self.solo else int((yield None))
        while True:
            yield from self.jen(active) if self.solo and active == 1 else self.turn(active)
            if not self.deck.total():
                break
            active = self.after(active)
        for _ in self.owners:
            active = self.after(active)
            if not (self.solo and active == 1):
                yield from self.purchase(active)

    def turn(self, seat: int) -> Asking:
        """Draw, take, perhaps buy."""
        self.allowed = {"draw"}
        assert (yield seat) == "draw"
        while True:
            card = yield from self.draw(seat)
            if self.over_ten(card):
                yield from self.bust(seat, card)
                return
            self.allowed = {"take numbers", "take coins"} | ({"draw"} if self.deck.total() else set())
            move = yield seat
            if move != "draw":
                break
        if move == "take numbers":
            self.take_numbers(seat)
            yield from self.purchase(seat)
        else:
            self.gain(seat, self.row_coins())
            self.clear_row(self.market)

    def jen(self, jen: int) -> Asking:
        """JEN's turn."""
        while True:
            card = yield from self.draw(jen)
            if card[0] == "c" and self.over_ten(card):
                self.owners[jen].bust += 1
                self.clear_row(self.owners[jen].cards)
                return
            if sum(map(net, self.row)) >= self.grade or not self.deck.total():
                self.take_numbers(jen)
                return

    def draw(self, active: int) -> Generator[int | None, str, str]:
        """A card for the row, or a wild and its auction."""
        card = yield None
        self.deck[card] -= 1
        if is_wild(card):
            yield from self.auction(active, card)
        else:
            self.row.append(card)
        return card

    def over_ten(self, card: str) -> bool:
        """Whether the last card busts."""
        if is_wild(card):
            return False
        return (self.row_coins() if card[0] == "c" else sum(map(net, self.row))) > 10

    def bust(self, seat: int, card: str) -> Asking:
        """The five steps."""
        self.market.update(number for number in self.row if number[0] != "c")
        self.row = [coin for coin in self.row if coin[0] == "c"]
        if not self.bust_buy or not (yield from self.purchase(seat, "token")):
            self.owners[seat].bust += 1
        if card[0] != "c":
            self.pay_others(seat)
        self.clear_row(self.market)

    def take_numbers(self, player: int) -> None:
        """The reward that pays the others."""
        self.pay_others(player)
        self.clear_row(self.owners[player].cards)

    def purchase(self, seat: int, instead: str = "end") -> Generator[int | None, str, bool]:
        """One card of the market, or not; says which."""
        owner = self.owners[seat]
        means = owner.coins + 3 * owner.bust + owner.cards.total()
        wanted = {card for card in +self.market if not owner.cards[card] and int(card[-1]) <= means}
        self.allowed = {instead} | {f"buy {card}" for card in wanted}
        move = yield seat
        if move == instead:
            return False
        card = move.removeprefix("buy ")
        assert self.owners[seat].cards[card] == 0
        self.market[card] -= 1
        yield from self.pay(seat, int(card[-1]))
        self.owners[seat].cards[card] += 1
        return True

    def auction(self, active: int, card: str) -> Asking:
        """Once round; the highest bid pays."""
        best, winner, player = 4 if self.solo else 0, None, active
        for _ in self.owners:
            player = self.after(player)
            if self.solo and player == 1:
                bid = self.jens_bid(active, best)
            else:
                self.allowed = {"pass"} | {f"bid {bid}" for bid in range(best + 1, self.purse(player) + 1)}
                words = (yield player).split()
                bid = int(words[1]) if words[0] == "bid" else 0
            if bid:
                assert best < bid <= self.purse(player)
                best, winner = bid, player
        if winner is None:
            self.discarded[card] += 1
        else:
            yield from self.jen_pays(best) if self.solo and winner == 1 else self.pay(winner, best, self.solo)
            self.owners[winner].cards[card] += 1

    def jens_bid(self, active: int, best: int) -> int:
        """First: the seat's purse, up to hers. Second: one more than the seat."""
        wanted = best + 1 if active == 1 else max(5, min(self.purse(0), self.purse(1)))
        return wanted if wanted <= self.purse(1) else 0

    def purse(self, player: int) -> int:
        """The highest possible bid."""
        owner = self.owners[player]
        return owner.coins + 3 * owner.bust + (owner.spares() if self.solo else owner.cards.total())

    def pay(self, seat: int, left: int, only_spares: bool = False) -> Asking:
        """Thing after thing: coins, tokens, cards by name; what comes earlier is not gone back to."""
        last = ""
        while left > 0:
            things = self.things(seat, only_spares)
            later = [thing for thing in sorted(things, key=rank) if not last or rank(thing) >= rank(last)]
            worth = [things[thing] * (3 if thing == "bust" else 1) for thing in later]
            self.allowed = {f"pay {thing}" for place, thing in enumerate(later) if sum(worth[place:]) >= left}
            last = (yield seat).removeprefix("pay ")
            left -= self.give(seat, last)

    def things(self, seat: int, only_spares: bool) -> Counter[str]:
        """The things that the seat may pay with."""
        owner = self.owners[seat]
        cards = Counter({card: count - only_spares for card, count in owner.cards.items()})
        return +(cards + Counter({"coin": owner.coins, "bust": owner.bust}))

    def jen_pays(self, left: int) -> Asking:
        """Coins, tokens, spare copies; nobody is asked."""
        jen = self.owners[1]
        while left > 0:
            spares = sorted(card for card, count in jen.cards.items() if count > 1)
            left -= self.give(1, "coin" if jen.coins else "bust" if jen.bust else spares[0])
        yield from ()

    def give(self, player: int, thing: str) -> int:
        """Give a thing away; what it is worth."""
        owner = self.owners[player]
        if thing == "coin":
            owner.coins -= 1
        elif thing == "bust":
            owner.bust -= 1
        else:
            owner.cards[thing] -= 1
            self.discarded[thing] += 1
        assert min(owner.coins, owner.bust, *owner.cards.values(), 0) == 0
        return 3 if thing == "bust" else 1

    def gain(self, player: int, coins: int) -> None:
        """Up to ten."""
        self.owners[player].coins = min(10, self.owners[player].coins + coins)

    def pay_others(self, active: int) -> None:
        """The coins of the row, for each."""
        for player in range(len(self.owners)):
            if player != active:
                self.gain(player, self.row_coins())

    def row_coins(self) -> int:
        """The worth of the currency cards in the row."""
        return -sum(net(card) for card in self.row if card[0] == "c")

    def clear_row(self, numbers_to: Counter[str]) -> None:
        """Currency is discarded, numbers go where it says."""
        for card in self.row:
            (self.discarded if card[0] == "c" else numbers_to)[card] += 1
        self.row = []

    def after(self, player: int) -> int:
        """Clockwise."""
        return (player + 1) % len(self.owners)


def rank(thing: str) -> tuple[bool, bool, str]:
    """Coins, then bust tokens, then cards by name."""
    return thing != "coin", thing != "bust", thing


def is_wild(card: str) -> bool:
    """Whether it leaves something open."""
    return card[0] == "*" or card[-1] == "#"


def net(card: str) -> int:
    """The contribution of a card to the row's net value."""
    return -int(card[-1]) if card[0] == "c" else int(card[-1])
