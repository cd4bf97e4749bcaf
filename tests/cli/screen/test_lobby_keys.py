"""Each part of a lobby's screen, by the keys that it is for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest
from p2pgame.cli.net.front import LobbyActs
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.lobby_view import LobbyView
from p2pgame.cli.screen.screens.lobby import LobbyScreen
from p2pgame.engine.games import load
from p2pgame.protocol.lobby.messages import FREE_PLACE, Offer, Place, Presence

from ..unwrapped import unwrapped
from .piloting import SMALLEST, Playing, at_once, run_loop


@dataclass
class Lobby:
    """A host's lobby with a guest who is ready, and what the host has done in it."""

    said: list[str] = field(default_factory=list)
    removed: list[int] = field(default_factory=list)
    times_ready: int = 0

    @property
    def view(self) -> LobbyView:
        """The lobby of Ada, in whose third seat nobody sits."""
        offer = Offer("Ada", "tink", load("tink").rules, (), 3, coded=True)
        places = (Place("Ada", "aaaa", Presence.HERE), Place("Ben", "bbbb", Presence.READY), FREE_PLACE)
        acts = LobbyActs(self.said.append, self._be_ready, self.removed.append)
        return LobbyView(
            offer, ("192.0.2.7:7",), "7-amber-otter", places=places, mine=0, acts=acts, says_ready=True, seated_at=0.0
        )

    def _be_ready(self) -> None:
        self.times_ready += 1


@pytest.fixture
def lobby() -> Lobby:
    """One that nothing has been done in."""
    return Lobby()


def at_the_lobby(lobby: Lobby, test: Callable[[Playing], Awaitable[None]]) -> str | None:
    """Run a test at the lobby's screen; the word with which the screen was left, if it was."""
    left: list[str] = []

    async def story(app: Full) -> int:
        left.append(await app.push_screen_wait(LobbyScreen(lobby.view)))
        return 0

    async def run() -> None:
        app = Full(story, at_once())
        async with app.run_test(size=SMALLEST) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: isinstance(app.screen, LobbyScreen))
            await test(playing)

    run_loop(run())
    return left[0] if left else None


def test_the_lobby_shows_code_seats_and_keys(lobby: Lobby) -> None:
    async def test(playing: Playing) -> None:
        text = unwrapped(playing.text())
        assert all(told in text for told in ("7-amber-otter", "192.0.2.7:7", "Ada (you)", "Ben", "r ready", "k remove"))

    assert at_the_lobby(lobby, test) is None


def test_a_message_is_typed_behind_t_and_escape_sends_none(lobby: Lobby) -> None:
    async def test(playing: Playing) -> None:
        await playing.press("t", *"hello", "escape")
        await playing.press("t", *"hi", "enter")
        assert "<you> hi" in playing.text()

    at_the_lobby(lobby, test)
    assert lobby.said == ["hi"]


def test_a_guest_is_removed_by_k(lobby: Lobby) -> None:
    """Neither oneself nor a free seat can be picked."""

    async def test(playing: Playing) -> None:
        await playing.press("k")
        assert "Remove which guest?" in playing.text()
        assert "Ada" not in playing.text().split("Remove which guest?")[1].split("bbbb")[0]
        await playing.press("enter")

    at_the_lobby(lobby, test)
    assert lobby.removed == [1]


def test_r_says_ready_and_texts_are_put_away_by_escape(lobby: Lobby) -> None:
    async def test(playing: Playing) -> None:
        await playing.press("r")
        for key, title in (("o", "The game"), ("b", "The rules"), ("question_mark", "The lobby")):
            await playing.press(key)
            assert title in playing.text()
            await playing.press("escape")
        assert isinstance(playing.app.screen, LobbyScreen)

    at_the_lobby(lobby, test)
    assert lobby.times_ready == 1


def test_the_lobby_is_left_after_a_question(lobby: Lobby) -> None:
    async def test(playing: Playing) -> None:
        await playing.press("q")
        assert "Leave this table?" in playing.text()
        await playing.press("escape")
        assert isinstance(playing.app.screen, LobbyScreen)
        await playing.press("q", "y")

    assert at_the_lobby(lobby, test) == "left"
