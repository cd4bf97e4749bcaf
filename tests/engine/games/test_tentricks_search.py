"""The searching bots of Tentricks: facts about boards, chances to win, and choices that a good player makes."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any, TypeVar

import pytest
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.budget import Budget
from p2pgame.engine.bots.searcher import search_of
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.events import Drawn
from p2pgame.engine.game import Game, Rng
from p2pgame.engine.games.tentricks import geometry
from p2pgame.engine.games.tentricks.asking import Thought, answered, together
from p2pgame.engine.games.tentricks.components import HEIGHT, TYPES, WIDTH
from p2pgame.engine.games.tentricks.features import columns_of, facts_of
from p2pgame.engine.games.tentricks.game import GAME
from p2pgame.engine.games.tentricks.glance import good_places
from p2pgame.engine.games.tentricks.judges import Alone, Judge, Together, View
from p2pgame.engine.games.tentricks.moves import REVEAL, Move, Place
from p2pgame.engine.games.tentricks.odds import WON
from p2pgame.engine.games.tentricks.pieces import filled
from p2pgame.engine.games.tentricks.placing import own
from p2pgame.engine.games.tentricks.prospects import Due, Open, placed
from p2pgame.engine.games.tentricks.rollouts import Rollouts
from p2pgame.engine.games.tentricks.state import Board, State
from p2pgame.engine.games.tentricks.turns import PlaceHand
from p2pgame.engine.games.tentricks.weighing import sensible
from p2pgame.engine.games.tentricks.weighing import weighed as weighed_by
from p2pgame.engine.pending import Over, asked
from p2pgame.engine.play import step
from p2pgame.engine.records import replace

from .tables import Table
from .tentricks_tables import board, in_hand, reacting, table

np = pytest.importorskip("numpy")

S = TypeVar("S")
M = TypeVar("M")

LOW = ("aabb......", "aabb......")
HIGH = ("a.........", "a.........", "a.........", "ab........", "bb........", "bc........", "cc........", "c.........")
"""A column that reaches the bar at eight rows."""


def choice(level: str, at: Table, seat: int = 0) -> str:
    """The move of a level there."""
    return GAME.format(BOTS[level].choose(GAME, at.state, seat, random.Random(1)))


def weighed(at: Table, seat: int, also: str | None = None, nodes: int = 1) -> dict[str, int]:
    """The value of each move that the search considers."""
    asked = [GAME.parse(also)] if also else []
    found = search_of(GAME).weigh(GAME, at.state, seat, random.Random(1), Budget(nodes), asked)
    return {GAME.format(each.move): each.value for each in found}


class Brief:
    """An expert that plays on from two moves only, and seldom."""

    level = "brief"
    is_quick = False

    def choose(self, game: Game[S, M], state: S, seat: int, rng: Rng, budget: Budget | None = None) -> M:
        """Its move."""
        return BOTS["expert"].choose(game, state, seat, rng, budget or Budget(2 if rng.randrange(8) else 30))


def states(seats: int, seed: int) -> list[State]:
    """The states of a game between normal bots."""
    rng, state, found = random.Random(seed), GAME.begin(seats), []
    while (event := answer(GAME, state, [BOTS["normal"]] * seats, rng)) is not None:
        state = step(GAME, state, event)
        found.append(state)
    return found


def boards() -> list[Board]:
    """Boards from games, of seats that are not out."""
    every = [own for seed in range(3) for state in states(2, seed) for own in state.boards if not own.out]
    return list({(each.pieces, each.bar): each for each in every}.values())


# Facts


def test_places_of_the_next_piece_are_those_of_the_rules() -> None:
    """Whether a piece fits, and whether it can overlap the bar; all boards at once, and each alone."""
    those = boards()
    cells, bars = [filled(each.pieces) for each in those], np.array([each.bar for each in those])
    places = facts_of(columns_of(cells), bars).places
    for number, each in enumerate(those):
        alone = facts_of(columns_of(cells[number : number + 1]), bars[number : number + 1]).places
        for kind in range(len(TYPES)):
            spots = own(each, kind, no_touch=False)
            assert places.fits[kind, number] == alone.fits[kind, 0] == bool(spots.below)
            assert places.overlaps[kind, number] == alone.overlaps[kind, 0] == bool(spots.over)


def test_even_and_low_places_leave_no_gap() -> None:
    """A bar stands in a well that is one wide without a gap, but rises above the columns beside it; beside a single
    block there is room for every type but S4."""
    for rows, is_low in ((("aabb.ccdd.", "aabb.ccdd."), False), (("aa........", "aa........"), True)):
        drawn = table(board(*rows), board()).state.boards[0]
        places = facts_of(columns_of([filled(drawn.pieces)]), np.array([drawn.bar])).places
        assert places.even[TYPES.index("I3"), 0]
        low = {name for name, has in zip(TYPES, places.low[:, 0], strict=True) if has}
        assert low == (set(TYPES) - {"S4"} if is_low else set())


def test_rows_and_holes_are_counted_as_by_hand() -> None:
    """Cell by cell."""
    those = boards()
    cells = [filled(each.pieces) for each in those]
    counts = facts_of(columns_of(cells), np.array([each.bar for each in those])).counts
    for number, each in enumerate(those):
        free, steps, holes, with_holes, begun, inside, full, bar = counts[:, number].tolist()
        tops = geometry.heights(cells[number])
        rows = [
            [bool(cells[number] >> geometry.number(column, row) & 1) for column in range(WIDTH)]
            for row in range(HEIGHT)
        ]
        covered = [[tops[column] > row for column in range(WIDTH)] for row in range(HEIGHT)]
        holed = [row for row in range(each.bar) if rows[row] != covered[row]]
        whole = [row for row in range(each.bar) if row not in holed and 0 < sum(rows[row]) < WIDTH]
        assert bar == each.bar
        assert free == sum(each.bar - top for top in tops)
        assert steps == sum(abs(one - other) for one, other in pairwise(tops))
        assert holes == sum(tops) - cells[number].bit_count()
        assert with_holes == len(holed)
        assert (begun, inside) == (len(whole), sum(sum(rows[row]) for row in whole))
        assert full == sum(all(row) for row in rows[: each.bar])


def test_boards_after_placements_are_those_of_the_rules() -> None:
    """Cells, bars, and tokens that are won: of many pieces at once, and after a placement by the rules."""
    held = [state for seed in range(4) for state in states(2, seed) if state.phase == "place" and state.steer is None]
    due = [Due(state, state.mover, state.mover, state.hand or 0) for state in held]
    pieces = [Open.of(each, each.spots) for each in due if each.spots.below]
    found = placed(pieces)
    numbers = (each.tolist() for each in (found.bars, found.rows, found.gains, found.of))
    every = [(piece.due, place) for piece in pieces for place in piece.places]
    most = 0
    for (piece, place), cells, bar, rows, gains, of in zip(every, found.cells, *numbers, strict=True):
        after = PlaceHand().played(piece.state, piece.by, place)
        lies = after.boards[piece.on]
        assert pieces[of].due is piece
        assert (cells, bar) == (filled(lies.pieces), lies.bar)
        assert rows == after.rows - piece.state.rows
        assert gains == len(after.gains) - len(piece.state.gains)
        most = max(most, gains)
    assert most > 1


def test_a_good_place_is_one_of_all_and_nearly_always_the_best() -> None:
    """Of the places on a seat's own board. If another seat decides, all are kept."""
    held = [state for seed in range(3) for state in states(2, seed) if state.phase == "place"][::4]
    due = [Due(state, state.mover, by, state.hand or 0) for state in held for by in (0, 1)]
    every = [Open.of(each, each.spots) for each in due if each.spots.below]
    found = 0
    for piece, good, values in zip(every, good_places(every), Alone().worths(every), strict=True):
        assert good.due is piece.due
        if piece.due.by != piece.due.on:
            assert good.places == piece.places
            continue
        kept = [piece.places.index(place) for place in good.places]
        assert kept == sorted(kept)
        assert good.lying.tolist() == piece.lying[kept].tolist()
        assert len(kept) == min(8, len(piece.places))
        found += int(values.argmax()) in kept
    own = sum(piece.due.by == piece.due.on for piece in every)
    assert found > 0.9 * own


# Chances


JUDGES = pytest.mark.parametrize("judge", [Alone(), Together()])


@JUDGES
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_of_the_seats_wins(seats: int, judge: Judge) -> None:
    """The chances of all seats make one, less a little by rounding; a seat that is out has none."""
    every = [state for state in states(seats, 4) if state.active is not None and state.left]
    each = [judge.chances([View(state, seat) for state in every]) for seat in range(seats)]
    for number, state in enumerate(every):
        of = [values[number] for values in each]
        assert abs(WON - sum(of)) <= 2 * seats
        assert all(of[seat] == 0 for seat in range(seats) if state.boards[seat].out)


@JUDGES
def test_nobody_wins_if_all_are_out(judge: Judge) -> None:
    """A defeat."""
    state = table(board(*LOW), board(*HIGH)).drop(0).drop(1).state
    assert judge.chances([View(state, 0)]) == [0]


@JUDGES
def test_a_lower_board_wins_more_often(judge: Judge) -> None:
    """With all else equal. Between bots, the seat with the lower board wins 55% of games."""
    state = table(board(*LOW), board(*HIGH)).state
    assert judge.chances([View(state, 0)])[0] > WON * 11 // 20


@pytest.mark.parametrize("drawing", [0, 1])
def test_a_token_that_is_due_counts_by_each_that_may_be_drawn(drawing: int) -> None:
    """The chance is nearly the mean over the states after the draw. Only the expected turns are not looked at again."""
    due = [state for state in states(2, 6) if state.gains == (drawing,) and sum(state.bag) > 5]
    spreads = []
    for state in due:
        now = Together().chances([View(state, 0)])[0]
        after = [GAME.apply(state, Drawn(value)) for value in range(sum(state.bag))]
        drawn = Together().chances([View(each, 0) for each in after])
        spreads.append(max(drawn) - min(drawn))
        assert abs(now - sum(drawn) // len(drawn)) <= WON // 32
    assert max(spreads) > WON // 8


def test_a_judge_of_duels_sees_the_other_board() -> None:
    """A steer wins more against a high board than against a low one, and adds less if it can be cancelled."""
    gain = {}
    for rows, tokens in ((HIGH, []), (HIGH, [6]), (LOW, [])):
        with_it, without = (
            Together().chances([View(table(board(*LOW, tokens=held), board(*rows, tokens=tokens)).state, 0)])[0]
            for held in ([1], [])
        )
        gain[len(rows), len(tokens)] = (WON - without) * 100 // (WON - with_it)
    assert gain[len(HIGH), 0] > gain[len(LOW), 0]
    assert gain[len(HIGH), 0] > gain[len(HIGH), 1]


def test_a_table_of_three_is_judged_as_a_duel_when_one_is_out() -> None:
    """While three are left, both judges agree."""
    three = table(board(*LOW), board(*HIGH), board(*LOW))
    view = [View(three.state, 0)]
    assert Together().chances(view) == Alone().chances(view)
    view = [View(three.drop(2).state, 0)]
    assert Together().chances(view) != Alone().chances(view)


# Questions


@JUDGES
@pytest.mark.parametrize("seats", [2, 3])
def test_a_judge_answers_many_questions_as_it_answers_one(seats: int, judge: Judge) -> None:
    """The values of the moves of many decisions, all at once and one after the other."""
    every = [state for seed in range(3) for state in states(seats, seed) if state.active is not None and state.left]
    some = every[::20]
    decisions = [(state, seat) for state in some for seat in asked(GAME.pending(state))]
    thoughts = [[weighed_by(state, seat, sensible(state, seat), 100) for state, seat in decisions] for _ in range(2)]
    assert len(decisions) > 10
    assert answered(judge, together(thoughts[0])) == [answered(judge, thought) for thought in thoughts[1]]


def test_thoughts_without_questions_are_answered() -> None:
    """Some ask nothing, some ask more often than others."""

    def counting(times: int) -> Thought[int]:
        for _ in range(times):
            yield [View(table(board(), board()).state, 0)]
        return times

    assert answered(Alone(), together(map(counting, (0, 3, 1, 0)))) == [0, 3, 1, 0]
    assert answered(Alone(), together(map(counting, ()))) == []


# Rollouts


def beginnings() -> list[State]:
    """Tables of two at which a card is due, and nobody has or can draw a token, or has a piece on standby."""
    every = [state for seed in range(4) for state in states(2, seed) if state.phase == "start" and not state.stack]
    calm = [state for state in every if not (state.puts or state.gains or state.bonus) and state.before_level > 1]
    bare = [[replace(each, tokens=b"", standby=None) for each in state.boards] for state in calm]
    return [replace(state, bag=bytes(10), boards=tuple(its)) for state, its in zip(calm, bare, strict=True)][::4]


def test_rollouts_end_after_the_next_turn() -> None:
    """There is one for each card that may come, with the weight of its chance. It ends at the beginning of the seat's
    next turn, or with the game."""
    some = beginnings()
    assert len(some) > 3
    for state in some:
        ends = answered(Alone(), Rollouts(state, state.mover, 100, 2, 1).ends(REVEAL))
        assert sum(end.weight for end in ends) == sum(state.unseen)
        for end in ends:
            if end.state.phase != "over":
                assert (end.state.mover, end.state.round) == (state.mover, state.round + 1)
                assert end.state.phase in {"start", "card"}


def test_equal_seeds_give_equal_rollouts() -> None:
    """Tokens and later cards are drawn by chance. Without such draws all seeds give equal ends."""
    for state in beginnings():
        other = 1 - state.mover
        known = replace(state, boards=state.boards_with(other, replace(state.boards[other], standby=0)))
        drawing = replace(state, bag=bytes([2] * 10))
        for at, seeds in ((known, (5, 6)), (drawing, (5, 5))):
            first, again = (answered(Alone(), Rollouts(at, at.mover, 100, 2, seed).ends(REVEAL)) for seed in seeds)
            assert first == again


def test_the_first_token_comes_from_each_part_of_the_bag() -> None:
    """With ten cards that may come, and ten tokens in the bag, each token is drawn, with every seed."""
    held = [state for seed in range(4) for state in states(2, seed) if state.phase == "place" and state.steer is None]
    seen = 0
    for state in [each for each in held if not each.bonus and each.before_level > 1 and all(each.unseen)][::6]:
        bare = [replace(each, tokens=b"", standby=None) for each in state.boards]
        at = replace(state, bag=bytes([1] * 10), boards=tuple(bare))
        place = next((move for move in GAME.legal(at, at.mover) if _tokens_won(at, move) == 1), None)
        if place is not None:
            for seed in (1, 2):
                ends = answered(Alone(), Rollouts(at, at.mover, 100, 1, seed).ends(place))
                missing = {number for end in ends for number, left in enumerate(end.state.bag) if not left}
                assert missing == set(range(10))
            seen += 1
    assert seen > 2


def _tokens_won(state: State, move: Move) -> int:
    return len(PlaceHand().played(state, state.mover, move).gains) if isinstance(move, Place) else 0


# Choices


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_steer_puts_a_seat_out(level: str) -> None:
    """The token is used, and then the piece is placed over the bar."""
    at = reacting(board(*HIGH), board(*LOW, tokens=[1]))
    assert choice(level, at, 1) == "use 1"
    at.play("use 1")
    at.play(choice(level, at, 1))
    assert at.position["boards"][0]["out"]


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_steer_waits_if_it_does_no_harm(level: str) -> None:
    """On an empty board there is always another good place."""
    at = reacting(board(), board(*LOW, tokens=[1]))
    assert choice(level, at, 1) == "pass"


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_deadly_steer_is_cancelled(level: str) -> None:
    """Another seat's harmless token is not worth the cancel."""
    high = board(*HIGH, tokens=[6])
    at = reacting(high, board(*LOW), phase="react", stack=[{"seat": 1, "move": "use 1"}])
    assert choice(level, at, 0) == "use 6"


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_piece_is_placed_under_the_bar(level: str) -> None:
    """Wherever there is room."""
    at = in_hand("L5", board(*HIGH), board())
    at.play(choice(level, at))
    assert not at.position["boards"][0]["out"]


def test_the_expert_keeps_out_of_a_steers_reach() -> None:
    """A block on the other leaves less than four rows below the bar. Without the token there is nothing to fear."""
    stacked = {}
    for tokens in ([1], []):
        values = weighed(in_hand("O4", board(*LOW, bar=7), board(*LOW, tokens=tokens)), 0, "O4.0@a", nodes=8)
        best = max(values.values())
        stacked[bool(tokens)] = best - values["O4.0@a"]
    assert stacked[True] > stacked[False]


@pytest.mark.parametrize("nodes", [1, 8, 30])
def test_a_move_that_is_asked_about_is_weighed_as_far_as_the_best(nodes: int) -> None:
    """Even the worst; no value is negative, and the best comes first."""
    at = in_hand("I4", board(*LOW), board())
    values = weighed(at, 0, also="I4.1@a", nodes=nodes)
    assert "I4.1@a" in values
    assert list(values.values()) == sorted(values.values(), reverse=True)
    assert min(values.values()) >= 0


@pytest.mark.parametrize("calls", [1, 2, 20, 60])
def test_a_search_that_is_stopped_ranks_all_moves(calls: int) -> None:
    """At any time, also amid rollouts."""
    at = in_hand("I4", board(*LOW, tokens=[7]), board(*LOW, tokens=[1]))
    heard = list[int]()

    def watch(spent: int, _: int) -> bool:
        heard.append(spent)
        return len(heard) < calls

    found = search_of(GAME).weigh(GAME, at.state, 0, random.Random(1), Budget(90, watch))
    assert len(heard) == calls
    assert [each.value for each in found] == sorted((each.value for each in found), reverse=True)
    assert {each.move for each in found} == set(sensible(at.state, 0))


@pytest.mark.parametrize("options", [{"no_touch": True, "must_place": True}, {"random_tokens": True, "fewer": True}])
def test_every_mode_can_be_played(options: dict[str, Any]) -> None:
    """A whole game without an illegal move."""
    rng, state = random.Random(5), GAME.begin(2, options)
    bots = [BOTS["hard"], Brief()]
    while (event := answer(GAME, state, bots, rng)) is not None:
        state = step(GAME, state, event)
    pending = GAME.pending(state)
    assert isinstance(pending, Over)
