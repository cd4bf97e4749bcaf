"""The texts of the lobby's screen."""

from __future__ import annotations

import io
from dataclasses import replace

from p2pgame.cli.lines.lobby import say_terms
from p2pgame.cli.screen.lobby_text import (
    chosen_text,
    options_text,
    removable_guests,
    seats_text,
    title_of,
    waits_text,
    ways_text,
)
from p2pgame.cli.screen.lobby_view import LobbyView
from p2pgame.cli.terminal.output import Output
from p2pgame.engine.games import load
from p2pgame.protocol.lobby.messages import FREE_PLACE, Lobby, Offer, Place, Presence

TETRIS = load("tetris")
FOR_EVER = "Nobody can be voted out; the game waits for absent players without limit."
USUAL = tuple((option.name, option.default) for option in TETRIS.options)


def offer(*options: tuple[str, bool | int], turn_time: int = 0) -> Offer:
    """Ada offers Tetris for three, with these options instead of the usual ones."""
    chosen = tuple({**dict(USUAL), **dict(options)}.items())
    return Offer("Ada", "tetris", TETRIS.rules, chosen, 3, True, turn_time)


def test_options_are_shown_in_words() -> None:
    """On the screen the unusual ones, if there is room; by a key all of them."""
    advanced = next(option for option in TETRIS.options if option.name == "advanced")
    for told in (chosen_text(offer(("advanced", True)), 3), options_text(offer(("advanced", True)))):
        assert f"advanced true: {advanced.meaning} (default: false)" in str(told)
    assert "Default options" in str(chosen_text(offer(), 3))
    assert advanced.meaning in str(options_text(offer()))
    assert "advanced" not in str(chosen_text(offer(("advanced", True)), 0))


def said_of(offered: Offer) -> str:
    """The options as line mode prints them."""
    printed = io.StringIO()
    say_terms(Output(printed, screen=False, colour=False, wraps=False), offered)
    return printed.getvalue()


def test_the_title_and_lines_show_options_in_words_or_not_at_all() -> None:
    """No `advanced=false`: unusual options are in words below, on the screen and in lines."""
    lobby = LobbyView()
    lobby.tell(offer(("advanced", True)))
    assert title_of(lobby, 78) == "Tetris, 3 seats, hosted by Ada"
    advanced = next(option for option in TETRIS.options if option.name == "advanced")
    assert said_of(offer(("advanced", True))) == f"advanced true: {advanced.meaning} (default: false)\n{FOR_EVER}\n"
    assert "Default options" in said_of(offer())
    assert said_of(Offer("Ada", "tink", 1, (), 2, True)) == f"{FOR_EVER}\n", "Tink has no options"


def test_the_first_guest_to_remove_is_one_who_is_not_here() -> None:
    """After a rematch a host waits for an absent player; a quick Enter does not send away a friend who is there."""
    lobby = LobbyView()
    lobby.tell(offer())
    states = (Presence.READY, Presence.HERE, Presence.EXPECTED)
    places = tuple(
        Place(name, name.upper(), presence) for presence, name in zip(states, ("Ada", "Ben", "Cleo"), strict=True)
    )
    lobby.tell(Lobby((*places, FREE_PLACE), 0))
    assert removable_guests(lobby) == [
        (2, "Cleo", "seat 3, CLEO, not here yet"),
        (1, "Ben", "seat 2, BEN, not ready yet"),
    ]


def test_a_grace_time_is_shown_in_words() -> None:
    """In lines, on the screen, and by a key that shows all."""
    offered = replace(offer(), grace=90)
    for told in (said_of(offered), str(chosen_text(offered, 3)), str(options_text(offered))):
        assert "hen a player has been away for 90 seconds, the others can vote them out" in told
    assert FOR_EVER[1:-1] in str(chosen_text(offer(), 3))
    of_two = said_of(replace(offered, seats=2))
    assert "When a player has been away for 90 seconds, the other can save the game and stop." in of_two


def test_a_turn_time_is_shown_in_words() -> None:
    """The consequence of taking longer."""
    for told in (chosen_text(offer(turn_time=30), 3), options_text(offer(turn_time=30))):
        assert "after 30 seconds" in str(told)
    assert "turn time" not in str(options_text(offer()))


def test_seats_show_names_fingerprints_and_readiness() -> None:
    """A sign and a word for each, so that no colour is needed."""
    lobby = LobbyView()
    places = (Place("Ada", "7KQ2M", Presence.READY), Place("Ben", "8KQ2M", Presence.HERE), FREE_PLACE)
    lobby.tell(Lobby(places, 1))
    told = str(seats_text(lobby, 78)).splitlines()
    assert told[0].endswith("\N{CHECK MARK} Ada  7KQ2M  ready")
    assert told[1].endswith("\N{HORIZONTAL ELLIPSIS} Ben (you)  8KQ2M  not ready yet")
    assert told[2].endswith("open seat")
    assert "1 seat is free; you are not ready yet" in str(waits_text(lobby))
    lobby.tell(Lobby((*places[:1], FREE_PLACE, FREE_PLACE), 0))
    assert lobby.chat == ["Ben has left."], "who was here before is no news"


def test_the_lobby_of_a_waiting_spectator_says_that_it_waits() -> None:
    """It is connected. The sentence stands in the place of those about missing players."""
    lobby = LobbyView()
    lobby.wait_for_table("The game has not begun yet.")
    assert title_of(lobby, 78) == "Waiting for the game to begin"
    assert str(waits_text(lobby)) == "The game has not begun yet."


def test_the_next_question_says_that_the_code_was_wrong() -> None:
    """As a sentence; one that asks something has no full stop."""
    asking = LobbyView(wants_code=True, problem="no code contains 'wrong': did you mean 'young'?")
    assert "did you mean 'young'? This table" in str(ways_text(asking))
    lobby = LobbyView(wants_code=True, problem="that is not the code of this table")
    assert str(ways_text(lobby)) == "That is not the code of this table. This table needs a code."
    assert title_of(lobby, 78) == "Joining a table", "it is connected, and waits for the person"
    lobby.wants_code = False
    assert title_of(lobby, 78) == "Connecting ..."
    lobby.tell(offer())
    assert title_of(lobby, 78).endswith("hosted by Ada")
