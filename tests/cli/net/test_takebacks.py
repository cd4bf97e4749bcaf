"""A takeback between real processes over loopback: asked, refused, agreed, watched and verified."""

from __future__ import annotations

from pathlib import Path

from ..peers import Peer, hosted, ran, running


def first_to_play(host: Peer, guest: Peer) -> tuple[Peer, str, Peer]:
    """The player that begins, their name, and the other player."""
    guest.wait_for("Your last move can be taken back if everyone agrees")
    if host.wait_for("First to play: (you|Ben)")[1] == "you":
        return host, "Ada", guest
    return guest, "Ben", host


def move_and_ask(mover: Peer, name: str, other: Peer) -> None:
    """A move; then it is asked for back, once. Nobody could ask or agree before."""
    mover.type("undo")
    mover.wait_for("You can take back only your own last move")
    mover.type("s@d4")
    for peer, who in ((mover, "You"), (other, name)):  # each may be the later one
        peer.wait_for(f"{who}: small stone on d4")
    other.type("agree")
    other.wait_for("Nobody asks you now")
    mover.type("undo", "undo")
    mover.wait_for("You ask to take your move back")
    mover.wait_for("You have asked already")
    other.wait_for(f"{name} asks to take the last move back. Type `agree` or `refuse`")


def refuse_then_agree(mover: Peer, other: Peer) -> None:
    """A player who has refused may still agree while nobody has moved."""
    other.type("refuse")
    mover.wait_for("refuses: the move stands")
    other.type("agree")
    mover.wait_for("You take your move back")


def test_a_move_is_taken_back_when_everybody_agrees(tmp_path: Path) -> None:
    """The seat that has moved asks; the others and a spectator see it; the log has the takeback, and is intact."""
    host, address = hosted(tmp_path / "ada", "tink", "--open", "--takebacks")
    guest = Peer(tmp_path / "ben", "join", address, "--name", "Ben")
    with running(host, guest):
        mover, name, other = first_to_play(host, guest)
        watcher = Peer(tmp_path / "cleo", "watch", address)
        with running(watcher):
            watcher.wait_for("Watching Tink")
            move_and_ask(mover, name, other)
            refuse_then_agree(mover, other)
            mover.type("s@e5")
            mover.wait_for("You: small stone on e5")
            for peer in (other, watcher):
                peer.wait_for(f"{name} takes the move back")
                peer.wait_for(f"{name}: small stone on e5")
            for peer in (host, guest):
                peer.type("quit")
            assert (host.end(), guest.end()) == (3, 3), host.output + guest.output
    verified = ran(tmp_path, "verify", str(host.logs[0]), str(guest.logs[0]))
    assert f"{name} took the last move back; everybody agreed" in verified.stdout
    assert "Both logs hold the same history." in verified.stdout


def test_undo_at_a_table_without_takebacks_names_the_option(tmp_path: Path) -> None:
    """Nobody is asked."""
    host, address = hosted(tmp_path / "ada", "tink", "--open")
    guest = Peer(tmp_path / "ben", "join", address, "--name", "Ben")
    with running(host, guest):
        host.wait_for("First to play")
        host.type("undo", "quit")
        host.wait_for("unless the host has allowed takebacks")
        assert host.end() == 3, host.output


def test_a_bot_lets_a_person_take_a_move_back(tmp_path: Path) -> None:
    """It waits some seconds before its own move, and agrees at once."""
    host, _ = hosted(tmp_path / "ada", "tink", "--open", "--takebacks", "--bots", "1:random")
    with running(host):
        host.wait_for("First to play")
        host.type("legal s@")  # waits for its question
        move = host.wait_for(r"^(?:> )?(s@[a-h][1-8])\b")[1]
        host.type(move)
        host.wait_for("You: small stone on")
        host.type("undo")
        host.wait_for("agrees")
        host.wait_for("You take your move back")
        host.type("quit")
        assert host.end() == 3, host.output
