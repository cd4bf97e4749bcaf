"""Each game in words: every question, draw and end of random games is put into words that hold."""

from __future__ import annotations

import operator
import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from p2pgame.cli.games import presentation_of
from p2pgame.cli.games.phrases import Phrases
from p2pgame.cli.grammar import and_list, count, or_list
from p2pgame.cli.line.telling import followed, result_told, told
from p2pgame.cli.line.view import View, question
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
NAMES = tuple(f"seat {seat}" for seat in range(5))


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


@each_game
def test_every_draw_is_told_with_its_label_or_the_name_of_a_seat(game: AnyGame) -> None:
    """Whatever chance decides."""
    for seed in range(GAMES_PLAYED):
        for state, event in steps(game, seed):
            pending = game.pending(state)
            if isinstance(pending, Chance):
                for label, _ in pending.outcomes[:: max(1, len(pending.outcomes) // 3)]:
                    text = presentation_of(game).phrases.drawn(game.position(state), label, NAMES)
                    assert label in text.replace(" ", "") or f"seat {label}" in text
                assert told(game, state, event, NAMES).endswith(".")


@pytest.mark.parametrize("seats", [1, 3])
def test_whatever_changes_in_ten_without_a_move_is_told(seats: int) -> None:
    """Busts, coins of others' cards, and all that JEN does by rule (`spec/games/ten.md`, sections 4, 5 and 11)."""
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
            sentence = followed(game, before, state, NAMES[:seats]) or ""
            called = [*NAMES[:seats], "JEN"]
            for index, (old, new) in enumerate(zip(was["players"], now["players"], strict=True)):
                bust = new["bust"] > old["bust"] and index == was["active"]
                richer = new["coins"] > old["coins"] and index != was["active"]
                hers = index == 1 and seats == 1 and old != new
                bought = set(new["cards"]) - set(old["cards"]) if hers else set()
                told_of.update({"bust": bust, "coins": richer, "hers": hers})
                assert not bust or f"That is a bust: {called[index]} gets" in sentence
                assert not (richer or hers) or called[index] in sentence
                assert all(card in sentence for card in bought)
            assert was != now
            if was["phase"] != "auction" and not any(map(operator.ne, was["players"], now["players"])):
                assert not sentence
    assert all(told_of[what] for what in ("bust", "coins") + ("hers",) * (seats == 1))


@each_game
def test_every_end_has_its_reason_in_words(game: AnyGame) -> None:
    """And is told with the score of each seat and the winners."""
    for seed in range(GAMES_PLAYED):
        for state, _ in islice(steps(game, seed), 2_000):
            pending = game.pending(state)
            if isinstance(pending, Over):
                assert pending.result.reason in presentation_of(game).phrases.reasons
                seats = game.position(state)["seats"]
                text = result_told(game, pending.result, NAMES[:seats])
                for score in pending.result.scores:
                    assert score is None or re.search(rf"\btotal\b.* {score}\b", text)
                for winner in pending.result.winners:
                    assert f"seat {winner}" in text.splitlines()[-1]


@each_game
def test_respelling_leaves_right_spellings_alone(game: AnyGame) -> None:
    """What `format` gives, in any case and without spaces before signs, comes back."""
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
def test_what_people_type_is_respelled(name: str, typed: str, spelled: str) -> None:
    """Signs may be left out, orders and cases mixed."""
    assert presentation_of(load(name)).phrases.respell(typed) == spelled
    assert load(name).format(load(name).parse(spelled)) == spelled


def test_a_game_without_words_of_its_own_has_general_ones() -> None:
    """Few moves are all named, of many one."""
    words = Phrases()
    assert words.ask({}, 0, ["up", "down"]) == "Your move: `up` or `down`."
    assert words.ask({}, 0, [f"s@a{row}" for row in range(1, 10)]) == "Your move, such as `s@a1`."
    assert words.drawn({}, "blue7", NAMES) == "Drawn: blue7."
    assert words.remark("rows", 2) is None
    assert words.respell("As It Is") == "As It Is"


def test_lists_and_counts() -> None:
    """As people write them."""
    assert [and_list(["a", "b", "c"][:n]) for n in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    assert or_list(["up", "down"]) == "`up` or `down`"
    assert [count(n, "step") for n in (0, 1, 2)] == ["0 steps", "1 step", "2 steps"]


def test_ten_tells_what_is_lost_for_want_of_change() -> None:
    """Before one has paid, bought or bid; nothing where nothing is lost."""
    game = ten(player(1, bust=1), player(), market="pink2 pink3", phase="buy")
    caution = presentation_of(game.game).phrases.caution
    assert caution(game.state, "buy pink2") == "at least 1 coin too much is paid: there is no change"
    assert caution(game.state, "buy pink3") is None
    assert caution(game.state, "end") is None
    game.play("buy pink3")
    assert caution(game.state, "pay coin") == "at least 1 coin too much is paid: there is no change"
    assert caution(game.state, "pay bust") is None


@each_game
def test_what_is_aimed_by_keys_is_asked_without_notation(game: AnyGame) -> None:
    """But for single words, which are picked beside the aim; no move is spelled."""
    aimed = 0
    for seed in range(GAMES_PLAYED):
        for state, _ in steps(game, seed):
            for seat in asked(game.pending(state)):
                if presentation_of(game).move_builder(state, seat) is None:
                    continue
                view = View(game, state, seat, (seat,), NAMES, random.Random(seed))
                told = question(view, aiming=True)
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
        ("tetris", Result((1,), (9, 9), _sheet((3, 6), (6, 3)), "cards"), "Of equal points, the most full rows win."),
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
def test_the_end_says_how_equal_points_were_told_apart(game_id: str, result: Result, told: str) -> None:
    """Above who has won; TEN says it with its reason."""
    assert (presentation_of(load(game_id)).phrases.tie(result) or "").startswith(told)
    assert bool(presentation_of(load(game_id)).phrases.tie(result)) is bool(told)


@pytest.mark.parametrize(
    ("card", "told"),
    [("pink#", "any number of pink"), ("*5", "a 5 of any colour"), ("*#", "any number of any colour")],
)
def test_a_wild_that_is_for_sale_is_told_by_what_it_is_good_for(card: str, told: str) -> None:
    """Its name alone means nothing to who has not read the rules."""
    sale: dict[str, Any] = {"card": card, "bids": [], "to_pay": None}
    position = {"phase": "auction", "auction": sale, "seats": 2}
    assert f"For sale is {card}, {told}; nobody has bid: `bid 1` or more, or `pass`." == presentation_of(
        load("ten")
    ).phrases.ask(position, 0, ["bid 1", "bid 2", "pass"])


def test_what_may_be_taken_in_ten_is_told_with_what_it_means_for_the_others() -> None:
    """In lines with what is typed, on a screen in two rows of 78."""
    words = presentation_of(load("ten")).phrases
    moves = ["draw", "take numbers", "take coins"]
    told = words.ask({"phase": "choose"}, 0, moves)
    shown = words.picked({"phase": "choose"}, 0, moves, ())
    for part in ("the others get", "the numbers go to the market", "you may buy a card"):
        assert part in told
        assert shown is not None
        assert part in shown
        assert part in (words.picked({"phase": "choose"}, 0, moves, ("take",)) or "")
    assert shown is not None
    assert len(shown) < 2 * 75
    assert "Draw again" not in (words.picked({"phase": "choose"}, 0, moves[1:], ()) or "")


def test_what_a_stone_costs_is_told_before_one_has_to_be_paid_for() -> None:
    """In lines, and on the screen in two rows of 78."""
    words = presentation_of(load("tink")).phrases
    position = {"first": False}
    for moves in (["s@a1", "m@b2=a1+c3"], ["m@b2=a1+c3", "m@c2=a1+c3"]):
        for asked_for in (words.ask(position, 0, moves), words.aimed(position, 0, moves) or ""):
            assert "two smalls for a medium, two mediums for a large or a small" in asked_for
        assert len(words.aimed(position, 0, moves) or "") < 2 * 75
    assert "Four of one size in a row win." in words.ask({"first": True}, 0, ["s@c3"])
