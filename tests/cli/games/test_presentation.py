"""One object for each game on screen, and plain ones for games of other packages."""

from __future__ import annotations

from importlib.resources import files

import pytest
from p2pgame.cli.games import folder_of, presentation_of, rules
from p2pgame.cli.games.legend import legend_of
from p2pgame.cli.games.phrases import Phrases
from p2pgame.cli.games.presentation import Presentation
from p2pgame.cli.screen.pending_move import PendingMove
from p2pgame.cli.table.narration import describe_event
from p2pgame.engine.events import Drawn, Played
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.games.tink.game import Tink
from p2pgame.engine.play import step


class Elsewhere(Tink):
    """A game of another package, by the rules of Tink."""


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_has_one_folder_with_all_that_it_shows(game_id: str) -> None:
    """Phrases of its own, a legend, and its rules."""
    game = load(game_id)
    folder = folder_of(game)
    assert folder is not None
    assert files(folder).joinpath("rules.md").is_file()
    assert type(presentation_of(game).phrases) is not Phrases
    assert set(presentation_of(game).legend) <= set(legend_of(game))


def test_a_game_of_another_package_is_shown_plainly() -> None:
    """Its question names moves, its log their notation; its rules say what the engine says of it."""
    game = Elsewhere()
    assert folder_of(game) is None
    assert type(presentation_of(game)) is Presentation
    state = step(game, game.begin(2), Drawn(0))
    asked = presentation_of(game).phrases.ask(state, 0, ["s@c3", "s@c4"], ("Ann", "Bo"))
    assert asked == "Your move: `s@c3` or `s@c4`."
    assert describe_event(game, state, Played(0, game.parse("s@c3")), ("Ann", "Bo")) == "Ann: s@c3"
    assert rules.text(game).startswith("# Tink\n")
    assert "such as s@d4" in rules.text(game)


def test_a_move_of_a_game_of_another_package_is_picked_by_its_words() -> None:
    """There is no builder for it, so every legal move is a choice."""
    game = Elsewhere()
    state = step(game, game.begin(2), Drawn(0))
    move = PendingMove.of(game, state, 0)
    assert move.building is None
    assert len(move.following) == 16
    assert move.makes_move("s@c3")
