"""Changes by the rules alone are shown: no move and no draw mentions them."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from p2pgame.cli.table.completed import step_of
from p2pgame.cli.table.narration import Step, describe_consequence, describe_event, narrate
from p2pgame.cli.table.trust import explained_table
from p2pgame.cli.words.addressing import addressed
from p2pgame.cli.words.grammar import and_list
from p2pgame.engine.events import Played
from p2pgame.engine.games import load
from p2pgame.engine.games.te_trix.rules import entering
from p2pgame.engine.pending import Over
from p2pgame.engine.play import step
from p2pgame.protocol.table.ledger import StepCompleted

from ...engine.games.tables import Table
from ...engine.games.ten_tables import table as ten
from ...engine.games.tentricks_tables import TYPES, board, in_hand, table
from ...engine.games.test_tentricks_end import empty, next_level
from ...engine.games.test_tink import APART
from ...engine.games.test_tink import table as tink
from ...engine.games.tetris_tables import FIVE_ROWS, TALL, tower
from ...engine.games.tetris_tables import table as tetris
from ...engine.playing import random_event, random_table
from ...protocol import people
from ...protocol.table.room import Room

NAMES = ("Ann", "Bo", "Cy", "Di")


NONE_LEFT = "The supply has no piece of that type left:"


def told_of(game: Table, *moves: str, draw: str | None = None) -> str | None:
    """The changes after these moves, or this draw."""
    before = game.state
    if draw is None:
        game.play(*moves)
    else:
        game.draw(draw)
    return describe_consequence(game.game, before, game.state, NAMES)


def test_tentricks_next_level_is_shown() -> None:
    """It is no draw; and who goes out by it."""
    game = next_level(board(), board("AA", "AA", bar=2), board())
    assert told_of(game, "reveal") == (
        "Ann reveals the Next Level card: all bars fall by 1 row, and all cards are shuffled. "
        "Bo is out: the bar has come down too far."
    )
    game = next_level(board(), board(), options={"level_drop": 2})
    assert (told_of(game, "reveal") or "").startswith("Ann reveals the Next Level card: all bars fall by 2 rows,")


def test_tentricks_a_type_that_has_run_out_is_shown() -> None:
    """All bars fall; with `must_place` perhaps once more."""
    keys: dict[str, Any] = {"phase": "card", "supply": empty("T4")}
    assert (
        told_of(table(board(), board(), **keys), draw="T4")
        == "The supply has no piece of that type left: all bars fall by 1 row."
    )
    keys["options"] = {"empty_drop": 2}
    assert (
        told_of(table(board(), board(), **keys), draw="T4")
        == "The supply has no piece of that type left: all bars fall by 2 rows."
    )
    assert told_of(table(board(), board(), **keys), draw="I4") is None


def test_tentricks_both_falls_in_one_step() -> None:
    """The last card above the Next Level card shows a type that has run out, and the turn continues."""
    unseen = dict.fromkeys(TYPES, 1) | dict.fromkeys(TYPES[:5], 2) | {"T4": 3}
    deck = {"unseen": unseen, "before_level": 1}
    discard = {name: 3 - number for name, number in unseen.items()}
    keys: dict[str, Any] = {"deck": deck, "discard": discard, "options": {"must_place": True}}
    game = table(board(), board(), phase="card", supply=empty("T4"), **keys)
    assert told_of(game, draw="T4") == (
        "The supply has no piece of that type left: all bars fall by 1 row. "
        "Ann reveals the Next Level card: all bars fall by 1 row, and all cards are shuffled."
    )


def test_tentricks_a_rising_bar_and_an_out_seat_are_shown() -> None:
    """Two rows; a piece over the bar."""
    rows = ("AABBCCDD..", "AABBCCDD..")
    assert told_of(in_hand("O4", board(*rows), board()), "O4.0@i") == "The limit bar rises by 2 rows on Ann's board."
    assert told_of(in_hand("T4", board(bar=1), board(), board()), "T4.0@a") == (
        "Ann is out: a piece has no room below the bar."
    )


def test_tentricks_a_piece_on_anothers_board_is_shown() -> None:
    """Steered, even over the bar, or a copy; not a piece on one's own."""
    steered = in_hand("T4", board(), board(), board(), steer=1)
    assert told_of(steered, "T4.0@a") == "The piece was placed on Ann's board."
    over = in_hand("T4", board(bar=1), board(), board(), steer=1)
    assert told_of(over, "T4.0@a") == (
        "The piece was placed on Ann's board. Ann is out: a piece has no room below the bar."
    )
    copied = table(board("AAAA", tokens=[9]), board(), board(), placed="I4").play("use 9 s2")
    assert told_of(copied, "I4.0@a") == "The piece was placed on Cy's board."
    assert told_of(in_hand("T4", board(), board()), "T4.0@a") is None
    removing = in_hand("T4", board("AAAA", tokens=[7]), board(), board(), phase="react", steer=1)
    assert told_of(removing, "use 7 a1") is None


def test_tetris_tokens_and_out_seats_are_shown() -> None:
    """A seat announces the achievement that it reaches."""
    game = tetris(tower(FIVE_ROWS), tower(FIVE_ROWS), tower(), current="L", next="O")
    assert told_of(game, "L2@e", "L2@e", "hold") == "Ann and Bo reach six lines: 6 points."
    game = tetris(tower(TALL, held="S"), "", current="I", next="O")
    assert told_of(game, "I0@a", "hold") == "Ann is out: no room for the O."


def test_ten_the_fate_of_a_wild_is_shown() -> None:
    """Its buyer and price; or that nobody wants it."""
    game = ten(row="blue4").play("draw").draw("*7").play("bid 3")
    assert told_of(game, "pass") == "The wild 7 goes to Bo for 3."
    assert told_of(game, "pay coin") is None
    game = ten(row="blue4").play("draw").draw("*7").play("pass")
    assert told_of(game, "pass") == "Nobody bids: the wild 7 is discarded."


def test_tink_a_losing_seat_is_shown() -> None:
    """Two passes, or nothing left to play with."""
    game = tink(*APART, seats=3, passes=[1, 0, 0])
    assert told_of(game, "pass") == "Ann is out."
    game = tink(*APART, seats=3)
    assert told_of(game, "pass") is None


def test_at_a_network_table_it_stands_below_the_step() -> None:
    """The step itself is shown as before."""
    game = load("tentricks")
    table = Room(game, people.genesis(game, 2), seed=1)
    table.connect()
    table.begin()
    table.run()
    happened = [news for news in table.peers[0].news if isinstance(news, StepCompleted)]
    pairs = [(before.state, after) for before, after in pairwise(happened) if after.event is not None]
    told = [step for before, after in pairs if (step := step_of(before, after)) is not None]
    texts = ["\n".join(line.text for line in narrate(game, step, NAMES)) for step in told]
    assert [text for text in texts if re.search(r"\n.*(Ann|Bo) is out: ", text)]
    assert all(text.count("\n") <= 2 for text in texts)
    ledger = table.peers[0].table.ledger
    (shown,) = [
        part
        for part in explained_table(
            ledger, NAMES[:2], ("", ""), [text for text in texts if "\n" in text], Path("a.p2plog")
        )
        if part.heading == "Draws"
    ]
    assert len(shown.lines) > 1
    assert [line for line in shown.lines if "\n" in line] == []


@pytest.mark.parametrize("name", ["tentricks", "tetris", "tink"])
def test_in_whole_games_each_seat_that_goes_out_is_named_once(name: str) -> None:
    """A step without consequences has no sentence."""
    game = load(name)
    for seed in range(6):
        rng = random.Random(seed)
        seats, options = random_table(game, rng)
        state, texts = game.begin(seats, options), []
        while not isinstance(game.pending(state), Over):
            event = random_event(game, state, rng)
            assert event is not None
            before, state = state, step(game, state, event)
            text = describe_consequence(game, before, state, NAMES)
            assert text is None or text.endswith(".")
            texts += [text] if text else []
        position = game.position(state)
        gone = position.get("lost")
        if gone is None:
            gone = [seat for seat, own in enumerate(position.get("boards") or position["towers"]) if own["out"]]
        for seat, called in enumerate(NAMES[:seats]):
            ends = [text for text in texts if f"{called} is out" in text or f"{called} has" in text]
            assert len(ends) == (seat in gone), (texts, gone)


@pytest.mark.parametrize("seed", range(6))
def test_te_trix_the_end_names_whose_sheet_was_full(seed: int) -> None:
    """No sentence before the end; then the seats that could not enter the shape."""
    game, rng = load("te-trix"), random.Random(seed)
    state = game.begin(2 + seed % 3, {})
    names, told, full = NAMES[: state.seats], None, []
    while not isinstance(game.pending(state), Over):
        assert told is None
        event = random_event(game, state, rng)
        assert event is not None
        before, state = state, step(game, state, event)
        full = [name for seat, name in enumerate(names) if seat not in entering(before)]
        told = describe_consequence(game, before, state, names)
    assert told == f"{and_list(full)} {'has' if len(full) == 1 else 'have'} no room for the shape."
    assert 0 < len(full) <= len(names)


@pytest.mark.parametrize(("me", "told"), [(0, "You are out"), (1, "Ann is out"), (None, "Ann is out")])
def test_consequences_address_the_reader(me: int | None, told: str) -> None:
    """The player whose bar is too low reads `you`; the others, and spectators, read a name."""
    game = in_hand("T4", board(bar=1), board(), board())
    before, move = game.state, game.game.parse("T4.0@a")
    game.play("T4.0@a")
    lines = narrate(game.game, Step(1, before, Played(0, move), game.state), NAMES, me=me)
    assert lines[1].text == f"{told}: a piece has no room below the bar."
    assert lines[0].text.startswith("You: " if me == 0 else "Ann: ")


def test_a_token_against_the_reader_says_your() -> None:
    """The same use in the eyes of three people."""
    game = table(board("AAAA", tokens=[4]), board("BB", "BB"), board(), phase="start")
    use = next(move for move in game.legal(0) if move.startswith("use 4 a1 s1"))
    told = [
        describe_event(game.game, game.state, Played(0, game.game.parse(use)), addressed(NAMES, me)) for me in range(3)
    ]
    assert told == [
        "You: token 4, swap: exchange your I4 on a1 for Bo's O4 on a1; both are placed again",
        "Ann: token 4, swap: exchange I4 on a1 for your O4 on a1; both are placed again",
        "Ann: token 4, swap: exchange I4 on a1 for Bo's O4 on a1; both are placed again",
    ]
