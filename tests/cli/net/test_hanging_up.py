"""At a table of two nobody wins by hanging up or by a false word: real processes over loopback (`spec/table.md`, "Two
seats")."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import count
from pathlib import Path
from unittest.mock import patch

import trio
from p2pgame.cli.games.find import find_game
from p2pgame.cli.system.exits import ExitCode
from p2pgame.p2p.store.home import VARIABLE, Home
from p2pgame.p2p.table.runner import TICK
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.table.consensus import Prepare, Ruling, RulingKind
from p2pgame.protocol.table.effects import Send
from p2pgame.protocol.table.messages import Chat, Claimed, Message, Papers
from p2pgame.protocol.table.signing import Claim

from ..peers import Peer, hosted, ran, running
from ..unwrapped import unwrapped

GRACE = ("--grace", "5")


def begun(folder: Path, *words: str) -> tuple[Peer, Peer, str, str]:
    """A game of Tink with a short grace time: the player in turn, the other player, and their names."""
    host, address = hosted(folder / "ada", "tink", "--open", *GRACE, *words)
    guest = Peer(folder / "ben", "join", address, "--name", "Ben")
    first = host.wait_for(r"First to play: (\w+)")[1]
    guest.wait_for("First to play")
    return (host, guest, "Ada", "Ben") if first == "you" else (guest, host, "Ben", "Ada")


def verified(*peers: Peer) -> tuple[int, str]:
    """The exit code of `verify` on these logs, and its output."""
    done = ran(peers[0].home, "verify", *(str(log) for peer in peers for log in peer.logs))
    return done.returncode, unwrapped(done.stdout)


def say(peer: Peer, words: Callable[[SeatSession], list[Message]], heard: Callable[[], object]) -> None:
    """Take up the seat of a program that has been killed, say these words once a tick, and hang up when they have been
    heard: `heard` waits for that."""
    with patch.dict(os.environ, {VARIABLE: str(peer.home)}):
        identity = Home.of().identity()
    trio.run(_say, identity, peer.logs[0], words, heard)


async def _say(
    identity: Identity,
    log: Path,
    words: Callable[[SeatSession], list[Message]],
    heard: Callable[[], object],
) -> None:
    seated, _ = SeatSession.resume(identity, log, log.read_bytes(), find_game, lambda _news: None)

    async def repeat() -> None:
        for number in count():
            await trio.sleep(TICK)
            said = [*words(seated), Chat(f"that was number {number}")]
            seated.live.carry_out([Send(message) for message in said])

    async with trio.open_nursery() as nursery:
        nursery.start_soon(seated.play)
        nursery.start_soon(repeat)
        await trio.to_thread.run_sync(heard)
        nursery.cancel_scope.cancel()


def claim(seated: SeatSession) -> list[Message]:
    """The word that the other one has gone."""
    signer = seated.live.table.signer
    assert signer is not None
    place = seated.live.table.ledger.now.place
    return [Claimed(place, signer.sign(place, Claim(signer.seat)))]


def rulings(seated: SeatSession) -> list[Message]:
    """The word that the other's time is up, and that it is dropped, in ballots of one's own."""
    signer = seated.live.table.signer
    assert signer is not None
    place, seat = seated.live.table.ledger.now.place, signer.seat
    prepares = [Prepare(seat, 1 + seat + 2 * kind, Ruling(kind, 1 - seat)) for kind in RulingKind]
    return [Papers(place, prepare=signer.sign(place, prepare)) for prepare in prepares]


def test_hanging_up_in_ones_own_turn_neither_wins_nor_loses(tmp_path: Path) -> None:
    """The other player claims it. The game is saved, unfinished, and continues when both have resumed it."""
    honest, cheat, name, gone = begun(tmp_path)
    with running(honest, cheat):
        honest.type("s@c3")
        for peer, who in ((honest, "You"), (cheat, name)):  # each may be the later one
            peer.wait_for(f"^{who}: small")
        cheat.kill()
        honest.wait_for(f"{gone} has been away for a long time. Type `drop {gone}` to stop and save the game")
        honest.type(f"drop {gone}")
        assert honest.finish() == ExitCode.UNFINISHED
    told = unwrapped(honest.output)
    assert f"You have stopped the game because {gone} is away." in told
    assert "The game is saved, and nobody has won. Resume it any time." in told
    assert "Return to the table with" in told
    code, told = verified(honest)
    assert code == ExitCode.UNFINISHED
    assert f"{name} says that {gone} had left, and the game waited for {gone}" in told
    assert verified(honest, cheat)[0] == verified(cheat)[0] == ExitCode.UNFINISHED

    back = [Peer(peer.home, "resume", str(peer.logs[0])) for peer in (honest, cheat)]
    with running(*back):
        back[0].type("s@d3", "s@e3", "s@f3")
        back[1].type("s@c6", "s@d6", "s@e6")
        assert [peer.end() for peer in back] == [ExitCode.OK, ExitCode.OK], back[0].output + back[1].output
    assert verified(*back)[0] == ExitCode.OK


def test_hanging_up_and_claiming_later_gains_nothing(tmp_path: Path) -> None:
    """It owes a move itself. The honest player sees the claim, and keeps waiting; `verify` says that the claim does not
    count."""
    honest, cheat, name, liar = begun(tmp_path)
    with running(honest, cheat):
        honest.type("s@c3")
        for peer, who in ((honest, "You"), (cheat, name)):  # each may be the later one
            peer.wait_for(f"^{who}: small")
        cheat.kill()
        honest.wait_for("has been away for a long time")
        say(cheat, claim, lambda: honest.wait_for(f"{liar} says that you had left .E518."))
        code, told = verified(honest)
        assert code == ExitCode.UNFINISHED
        assert (
            f"{liar} says that {name} had left, but this log does not show that the game waited for {name} alone"
            in told
        )
        back = Peer(cheat.home, "resume", str(cheat.logs[0]))
        with running(back):
            back.type("s@c6")
            honest.wait_for(f"^{liar}: small")
            honest.type("quit")
            assert honest.finish() == ExitCode.UNFINISHED
    assert "winner" not in honest.output
    assert "wins" not in honest.output
    assert verified(honest)[0] == ExitCode.UNFINISHED


def test_at_a_table_of_two_a_false_ruling_is_not_believed(tmp_path: Path) -> None:
    """A drop is not believed, either. Moves that were made in time stand."""
    honest, cheat, name, _ = begun(tmp_path, "--turn-time", "100")
    with running(honest, cheat):
        cheat.kill()
        honest.wait_for("is away")
        say(cheat, rulings, lambda: honest.wait_for("that was number 2"))
        honest.type("s@d4")
        honest.wait_for(f"^({name}|You): .*d4")
        back = Peer(cheat.home, "resume", str(cheat.logs[0]))
        with running(back):
            back.wait_for(f"^({name}|You): .*d4")
            honest.type("quit")
            assert honest.finish() == ExitCode.UNFINISHED
    assert "ran out of time" not in honest.output
    assert verified(honest)[0] == verified(cheat)[0] == ExitCode.UNFINISHED
