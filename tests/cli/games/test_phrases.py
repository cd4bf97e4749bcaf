"""Each game in words: every question, draw and end of random games is put into words that hold."""

from __future__ import annotations

import operator
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from p2pgame.cli.games import presentation_of
from p2pgame.cli.games.phrases import Phrases
from p2pgame.cli.games.ten.phrases import card_in_words
from p2pgame.cli.table.narration import describe_consequence, describe_event
from p2pgame.cli.table.score import describe_result
from p2pgame.cli.table.view import View, question
from p2pgame.cli.words.grammar import and_list, count, or_list
from p2pgame.engine.errors import BadOption, NotAMove
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.pending import Chance, Over, Result, asked
from p2pgame.engine.play import step

from ...engine.games.ten_tables import player
from ...engine.games.ten_tables import table as ten
from ...engine.playing import random_event, random_table

each_game = pytest.mark.parametrize("game", [load(name) for name in GAMES], ids=list(GAMES))

GAMES_PLAYED = 6
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")


def steps(game: AnyGame, seed: int) -> Iterator[tuple[Any, Any]]:
    """Each state of a random game, options and drops included, and the event that answers it; None at the end."""
    rng = random.Random(seed)
    seats, options = random_table(game, rng)
    try:
        state = game.begin(seats, options)
    except BadOption:
        state = game.begin(seats)
    while True:
        if rng.randrange(60) == 0:
            state = game.drop(state, rng.randrange(seats))
        event = random_event(game, state, rng)
        yield state, event
        if event is None:
            return
        state = step(game, state, event)


@each_game
def test_every_move_that_a_question_names_is_legal(game: AnyGame) -> None:
    """And every question names one."""
    for seed in range(GAMES_PLAYED):
        for state, _ in steps(game, seed):
            for seat in asked(game.pending(state)):
                view = View(game, state, seat, asked(game.pending(state)), NAMES, random.Random(0))
                text = question(view)
                named = list(moves_in(game, text))
                assert named, text
                for move in named:
                    game.check(state, seat, move)
                assert text[0].isupper()
                assert text.endswith((".", "?"))


def moves_in(game: AnyGame, text: str) -> Iterator[Any]:
    """The moves that stand in backquotes."""
    for quoted in re.findall("`([^`]+)`", text):
        try:
            yield game.parse(quoted)
        except NotAMove:
            continue


def _dice_told(label: str, text: str) -> bool:
    """Whether the dice of Te-Trix are counted in words: their letters are names of shapes as well."""
    words = {"O": "circle", "S": "square", "X": "cross"}
    return set(label) <= set(words) and all(f"{label.count(sign)} {words[sign]}" in text for sign in set(label))


@each_game
def test_every_draw_is_shown_with_its_label_or_the_name_of_a_seat(game: AnyGame) -> None:
    """For every outcome."""
    for seed in range(GAMES_PLAYED):
        for state, event in steps(game, seed):
            pending = game.pending(state)
            if isinstance(pending, Chance):
                for label, _ in pending.outcomes[:: max(1, len(pending.outcomes) // 3)]:
                    text = presentation_of(game).phrases.drawn(state, label, NAMES)
                    assert (
                        label in text.replace(" ", "")
                        or label.replace("-", " ") in text
                        or _dice_told(label, text)
                        or (game.id == "ten" and not label.isdigit() and card_in_words(label) in text)
                        or NAMES[int(label)] in text
                    )
                assert describe_event(game, state, event, NAMES).endswith(".")


@pytest.mark.parametrize("seats", [1, 3])
def test_changes_in_ten_without_a_move_are_shown(seats: int) -> None:
    """Busts, coins of others' cards, and the actions of JEN (`spec/games/ten.md`, sections 4, 5 and 11)."""
    game = load("ten")
    told_of: Counter[str] = Counter()
    for seed in range(GAMES_PLAYED):
        rng = random.Random(seed)
        state = game.begin(seats, {"jen": 7} if seats == 1 else {})
        while not isinstance(game.pending(state), Over):
            event = random_event(game, state, rng)
            assert event is not None
            before, state = state, step(game, state, event)
            was, now = game.position(before), game.position(state)
            sentence = describe_consequence(game, before, state, NAMES[:seats]) or ""
            called = [*NAMES[:seats], "JEN"]
            for index, (old, new) in enumerate(zip(was["players"], now["players"], strict=True)):
                bust = new["bust"] > old["bust"] and index == was["active"]
                richer = new["coins"] > old["coins"] and index != was["active"]
                hers = index == 1 and seats == 1 and old != new
                bought = set(new["cards"]) - set(old["cards"]) if hers else set()
                told_of.update({"bust": bust, "coins": richer, "hers": hers})
                assert not bust or f"Bust! {called[index]} gets" in sentence
                assert not (richer or hers) or called[index] in sentence
                assert all(card_in_words(card) in sentence for card in bought)
            assert was != now
            if was["phase"] != "auction" and not any(map(operator.ne, was["players"], now["players"])):
                assert not sentence or (seats == 1 and sentence.startswith(("JEN bids", "JEN passes")))
    assert all(told_of[what] for what in ("bust", "coins") + ("hers",) * (seats == 1))


@each_game
def test_every_end_has_its_reason_in_words(game: AnyGame) -> None:
    """The end is printed with the score of each seat and the winners."""
    for seed in range(GAMES_PLAYED):
        for state, _ in islice(steps(game, seed), 2_000):
            pending = game.pending(state)
            if isinstance(pending, Over):
                assert pending.result.reason in presentation_of(game).phrases.reasons
                seats = game.position(state)["seats"]
                text = describe_result(game, pending.result, NAMES[:seats])
                for score in pending.result.scores:
                    assert score is None or re.search(rf"\btotal\b.* {score}\b", text)
                for winner in pending.result.winners:
                    assert NAMES[winner] in text.splitlines()[-1]


@each_game
def test_respelling_leaves_right_spellings_alone(game: AnyGame) -> None:
    """Output of `format` comes back unchanged, also in another case and without spaces before signs."""
    respell = presentation_of(game).phrases.respell
    for seed in range(GAMES_PLAYED):
        for state, _ in steps(game, seed):
            for seat in asked(game.pending(state)):
                for move in islice(game.legal(state, seat), 60):
                    spelled = game.format(move)
                    assert respell(spelled) == spelled
                    assert respell(spelled.upper()) == spelled


@pytest.mark.parametrize(
    ("name", "typed", "spelled"),
    [
        ("tink", "S d4", "s@d4"),
        ("tink", "m@d4 = e5 + c3", "m@d4=c3+e5"),
        ("tink", "ld4 c3,e5", "l@d4=c3+e5"),
        ("tetris", "MB MA l1 @ C", "ma mb L1@c"),
        ("tetris", "o0a", "O0@a"),
        ("te-trix", "l osxo", "L:OSXO"),
        ("te-trix", "i xxoo", "I:OOXX"),
        ("te-trix", "o:xoxs", "O:OSXX"),
        ("te-trix", "R1 C5", "r1@c5"),
        ("te-trix", "1c10", "r1@c10"),
        ("ten", "bid4", "bid 4"),
        ("ten", "Buy Blue 7", "buy blue7"),
        ("ten", "PAY *#", "pay *#"),
        ("tentricks", "l4 5 c <", "L4.5@c<"),
        ("tentricks", "t4", "T4"),
        ("tentricks", "use 10 t4", "use 10 T4"),
        ("tentricks", "USE 7 I3", "use 7 i3"),
        ("tentricks", "use 5 S2 T4", "use 5 s2 t4"),
    ],
)
def test_typed_moves_are_respelled(name: str, typed: str, spelled: str) -> None:
    """Signs may be left out, orders and cases mixed."""
    assert presentation_of(load(name)).phrases.respell(typed) == spelled
    assert load(name).format(load(name).parse(spelled)) == spelled


def test_a_game_without_words_of_its_own_has_general_ones() -> None:
    """Few moves are all named, of many one."""
    words: Phrases[None] = Phrases()
    assert words.ask(None, 0, ["up", "down"], NAMES) == "Your move: `up` or `down`."
    assert words.ask(None, 0, [f"s@a{row}" for row in range(1, 10)], NAMES) == "Your move, such as `s@a1`."
    assert words.drawn(None, "blue7", NAMES) == "Drawn: blue7."
    assert words.remark("rows", 2) is None
    assert words.respell("As It Is") == "As It Is"


def test_lists_and_counts() -> None:
    """As people write them."""
    assert [and_list(["a", "b", "c"][:n]) for n in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    assert or_list(["up", "down"]) == "`up` or `down`"
    assert [count(n, "step") for n in (0, 1, 2)] == ["0 steps", "1 step", "2 steps"]


def test_ten_shows_the_loss_without_change() -> None:
    """Before one has paid, bought or bid; nothing where nothing is lost."""
    game = ten(player(1, bust=1), player(), market="pink2 pink3", phase="buy")
    caution = presentation_of(game.game).phrases.caution
    assert caution(game.state, 0, "buy pink2") == "you overpay by at least 1 coin, without change"
    assert caution(game.state, 0, "buy pink3") is None
    assert caution(game.state, 0, "end") is None
    game.play("buy pink3")
    assert caution(game.state, 0, "pay coin") == "you overpay by at least 1 coin, without change"
    assert caution(game.state, 0, "pay bust") is None


@each_game
def test_questions_for_key_built_moves_have_no_notation(game: AnyGame) -> None:
    """Except for single words, which are picked beside the move builder; no move is spelled."""
    aimed = 0
    for seed in range(GAMES_PLAYED):
        for state, _ in steps(game, seed):
            for seat in asked(game.pending(state)):
                if presentation_of(game).move_builder(state, seat) is None:
                    continue
                view = View(game, state, seat, (seat,), NAMES, random.Random(seed))
                told = question(view, building=True)
                spelled = [word for word in re.findall("`([^`]*)`", told) if "@" in word or ":" in word]
                assert not spelled, told
                assert told[0].isupper()
                assert told[-1] == "."
                aimed += 1
    assert aimed or game.id == "ten"


def _sheet(*points: tuple[int, int]) -> tuple[tuple[tuple[str, int], ...], ...]:
    """Rows and icons of each seat."""
    return tuple((("rows", rows), ("icons", icons)) for rows, icons in points)


@pytest.mark.parametrize(
    ("game_id", "result", "told"),
    [
        ("tetris", Result((0,), (9, 8), _sheet((3, 6), (3, 5)), "cards"), ""),
        (
            "tetris",
            Result((1,), (9, 9), _sheet((3, 6), (6, 3)), "cards"),
            "The points are equal: the most full rows win.",
        ),
        (
            "tetris",
            Result((0, 1), (9, 9), _sheet((3, 6), (3, 6)), "out"),
            "The points are equal, and so are the full rows",
        ),
        ("te-trix", Result((0, 1), (9, 9), ((), ()), "no-room"), "The points are equal."),
        ("te-trix", Result((0,), (9, 8), ((), ()), "no-room"), ""),
        ("ten", Result((0, 1), (9, 9), ((), ()), "shared"), ""),
        ("tink", Result((0,), (None, None), ((), ()), "row"), ""),
    ],
)
def test_the_end_explains_the_tie_break(game_id: str, result: Result, told: str) -> None:
    """Above who has won; TEN says it with its reason."""
    assert (presentation_of(load(game_id)).phrases.tie(result) or "").startswith(told)
    assert bool(presentation_of(load(game_id)).phrases.tie(result)) is bool(told)


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("pink#", "wild pink, any number of pink"),
        ("*5", "wild 5, a 5 of any colour"),
        ("*#", "wild card, any number of any colour"),
    ],
)
def test_a_wild_for_sale_is_explained(card: str, told: str) -> None:
    """Its name alone means nothing to a beginner."""
    game = ten(player(5), player(5), phase="start").play("draw").draw(card)
    asked_for = presentation_of(game.game).phrases.ask(game.state, 1, ["bid 1", "bid 2", "pass"], ("Ann", "Bo"))
    assert asked_for == f"For sale: {told}. Nobody has bid yet. Bid 1 to 5 (`bid 1`), or `pass`."


def test_the_highest_bid_has_a_name() -> None:
    """And so has the reason why one may not bid."""
    game = ten(player(5), player(2), player(9), phase="start").play("draw").draw("*5").play("bid 2").play("bid 7")
    asked_for = presentation_of(game.game).phrases.ask(game.state, 0, ["pass"], ("Ann", "Bo", "Cy"))
    assert asked_for.endswith(
        "Cy bids 7. You must pass (`pass`): a bid is at least 8, and your coins, tokens and cards are worth 5."
    )


def test_jens_bid_is_shown() -> None:
    """She is never asked, so no move shows her bid."""
    game = ten(player(9), player(7), seats=1, phase="start").play("draw")
    before = game.state
    game.draw("*5")
    assert describe_consequence(game.game, before, game.state, ("Ann",)) == "JEN bids 7."
    asked_for = presentation_of(game.game).phrases.ask(game.state, 0, ["bid 8"], ("Ann",))
    assert asked_for == "For sale: wild 5, a 5 of any colour. JEN bids 7. Bid 8 to 9 (`bid 8`), or `pass`."


def test_the_least_bid_alone_is_five() -> None:
    """By JEN's rule, in which cards do not pay."""
    game = ten(player(2, "blue1 blue2"), player(0), seats=1, phase="start").play("draw").draw("*5")
    asked_for = presentation_of(game.game).phrases.ask(game.state, 0, ["pass"], ("Ann",))
    assert asked_for.endswith(
        "You must pass (`pass`): a bid is at least 5, and your coins, bust tokens and spare copies are worth 2."
    )


def test_taking_in_ten_is_explained_with_its_cost() -> None:
    """With notation in line mode, in two rows of 78 on a screen."""
    game = ten(player(5), player(5), row="blue1", phase="choose")
    phrases, moves, names = presentation_of(game.game).phrases, ["draw", "take numbers", "take coins"], ("Ann", "Bo")
    told = phrases.ask(game.state, 0, moves, names)
    shown = phrases.ask_picking(game.state, 0, moves, (), names)
    assert shown is not None
    for part in ("the others get", "the numbers go to the market", "you may buy a card"):
        assert part in told
        assert part in shown
        assert part in (phrases.ask_picking(game.state, 0, moves, ("take",), names) or "")
    assert len(shown) < 2 * 75
    assert "Draw again" not in (phrases.ask_picking(game.state, 0, moves[1:], (), names) or "")


def test_the_price_of_a_stone_is_shown_early() -> None:
    """In lines, and on the screen in two rows of 78."""
    game = load("tink")
    phrases, first = presentation_of(game).phrases, game.begin(2)
    later = replace(first, first=False)
    for moves in (["s@a1", "m@b2=a1+c3"], ["m@b2=a1+c3", "m@c2=a1+c3"]):
        built = phrases.ask_building(later, 0, moves, NAMES) or ""
        for asked_for in (phrases.ask(later, 0, moves, NAMES), built):
            assert "2 small for a medium, 2 medium for a large or a small" in asked_for
        assert len(built) < 2 * 75
    assert "Four of one size in a row win." in phrases.ask(first, 0, ["s@c3"], NAMES)


def test_moves_are_described_in_words() -> None:
    """For a log that people read."""
    tink, tetris, te_trix = load("tink"), load("tetris"), load("te-trix")
    stone = presentation_of(tink).phrases
    assert stone.describe(tink.begin(2), 0, "s@d5", NAMES) == "small stone on d5"
    assert stone.describe(tink.begin(2), 0, "m@d4=c3+e5", NAMES) == "medium stone on d4 for those on c3 and e5"
    piece = presentation_of(tetris).phrases
    assert piece.describe(tetris.begin(2), 0, "mb mf L0@c", NAMES) == "minos in b and f, L in c-e"
    assert piece.describe(tetris.begin(2), 0, "I1@a", NAMES) == "I in a"
    sheet = replace(te_trix.begin(1), phase="place", dice="OOOO", shape=te_trix.parse("I:OOOO"))
    shape = presentation_of(te_trix).phrases
    assert shape.describe(sheet, 0, "r0@z2", NAMES) == "shape at z2, not turned; 1 symbol falls off the sheet"
    assert shape.describe(te_trix.begin(1), 0, "L:OSXO", NAMES) == "L of circle, square, cross, circle"
    assert shape.drawn(replace(te_trix.begin(1), roller=0), "OXXS", NAMES).endswith(
        " rolls 1 circle, 1 square and 2 crosses."
    )
    assert shape.caution(sheet, 0, "r0@y2") == "2 symbols fall off the sheet; 6 more are allowed"
    assert shape.caution(sheet, 0, "r0@a2") is None


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("draw", "draw a card"),
        ("take coins", "take the coins"),
        ("buy blue7", "buy blue 7 for 7"),
        ("pay coin", "pay a coin"),
        ("pay *#", "pay wild card"),
        ("pay green#", "pay wild green"),
        ("bid 4", "bid 4"),
        ("end", "end the turn"),
    ],
)
def test_ten_is_described_in_words(move: str, told: str) -> None:
    """The notation is for people who type it."""
    game = ten(player(5), player(5), phase="start")
    assert presentation_of(game.game).phrases.describe(game.state, 0, move, ("Ann", "Bo")) == told


def test_ten_a_pass_that_is_no_choice_says_why() -> None:
    """It is made for a person who cannot bid, so no question would show the reason."""
    phrases = presentation_of(load("ten")).phrases
    game = ten(player(9), player(2), seats=1, phase="start").play("draw").draw("*5")
    assert phrases.describe(game.state, 0, "pass", ("Ann",)) == "pass"
    poor = ten(player(3), player(7), seats=1, phase="start").play("draw").draw("*5")
    assert phrases.describe(poor.state, 0, "pass", ("Ann",)) == (
        "pass: a bid is at least 6, and only 3 can be paid with coins, bust tokens and spare copies"
    )
