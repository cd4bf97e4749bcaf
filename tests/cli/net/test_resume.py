"""Programs that are killed and come back, as real processes: `p2pgame resume` (`spec/table/sync.md`, "Coming back")."""

from __future__ import annotations

from pathlib import Path

import pytest
from p2pgame.cli.net.resume_session import describe_losses
from p2pgame.p2p.store.journal_file import journal_path
from p2pgame.p2p.table.resuming import Lost
from p2pgame.protocol.log.format import read_entries, read_genesis
from p2pgame.protocol.log.journal import journal_header

from ..peers import Peer, begun, hosted, ran, running
from ..screen.logged import log_of


def start(tmp_path: Path) -> list[Peer]:
    """A game of Tink in its middle, where it stays until somebody types: Ada and Ben have two of four in a row."""
    host, guest, _ = begun(tmp_path)
    for peer, row in ((host, 3), (guest, 6)):
        peer.type(f"s@c{row}", f"s@d{row}")
    for peer in (host, guest):
        for _ in range(4):
            peer.wait_for("^(Ada|Ben|You): small stone")
    return [host, guest]


def play_on(*peers: Peer) -> list[int]:
    """Ada and Ben play on from there to the end; the exit codes."""
    for peer, row in zip(peers, (3, 6), strict=True):
        peer.type(f"s@e{row}", f"s@f{row}")
    return [peer.end() for peer in peers]


def kill(peer: Peer) -> Path:
    """Kill a program at once; its log."""
    peer.kill()
    (log,) = peer.logs
    return log


def check_equal(*peers: Peer) -> None:
    """Fail unless all logs hold the same history, and are fair and intact."""
    logs = [str(peer.logs[0]) for peer in peers]
    done = ran(peers[0].home, "verify", *logs)
    assert done.returncode == 0
    assert "hold the same history" in done.stdout or len(peers) == 1


@pytest.mark.parametrize(
    ("victim", "game", "asked"),
    [
        pytest.param(0, "te-trix", "The dice show|^Enter ", id="host"),
        pytest.param(1, "tetris", "Choose how your tower stands", id="guest"),
    ],
)
def test_a_killed_peer_comes_back_and_plays_on(tmp_path: Path, victim: int, game: str, asked: str) -> None:
    """Also the first host; the final logs hold the same history. It is killed when asked, so that the game waits."""
    auto = [[], ["--auto", "random"]] if victim == 0 else [["--auto", "random"], []]
    host, address = hosted(tmp_path / "ada", game, "--open", *auto[0])
    peers = [host, Peer(tmp_path / "ben", "join", address, "--name", "Ben", *auto[1])]
    with running(*peers):
        peers[victim].wait_for(asked)
        log = kill(peers[victim])
        peers[1 - victim].wait_for("is away")
        back = Peer(peers[victim].home, "resume", str(log), "--auto", "random")
        peers[victim] = back
        with running(back):
            assert [peer.end() for peer in peers] == [0, 0], peers[0].output + peers[1].output
    check_equal(*peers)


def test_a_table_whose_peers_had_all_stopped_is_resumed(tmp_path: Path) -> None:
    """Both killed; both resume."""
    peers = start(tmp_path)
    with running(*peers):
        logs = [kill(peer) for peer in peers]
    back = [Peer(peer.home, "resume", str(log)) for peer, log in zip(peers, logs, strict=True)]
    with running(*back):
        assert play_on(*back) == [0, 0], back[0].output + back[1].output
    check_equal(*back)


def test_a_table_that_is_open_is_not_opened_again(tmp_path: Path) -> None:
    """Two windows of one player would sign two histories; the first plays on as if nothing had been tried."""
    host, address = hosted(tmp_path / "ada", "tink", "--open", "--auto", "random")
    guest = Peer(tmp_path / "ben", "join", address, "--name", "Ben")
    with running(host, guest):
        guest.wait_for("Your move|Put|Place|such as")
        again = ran(guest.home, "resume", str(guest.logs[0]))
        assert again.returncode == 1
        assert "this table is being played in another window" in again.stderr
        guest.type("hint", "who")
        guest.wait_for("Ada: connected")


def test_a_torn_last_record_is_cut_off_with_a_sentence(tmp_path: Path) -> None:
    """The rest is caught up from the other peer."""
    peers = start(tmp_path)
    with running(*peers):
        log = kill(peers[1])
        log.write_bytes(log.read_bytes()[:-7])
        back = Peer(peers[1].home, "resume", str(log))
        with running(back):
            assert play_on(peers[0], back) == [0, 0], back.output
    assert "torn" in back.output
    check_equal(peers[0], back)


@pytest.mark.parametrize("size", [8, 12, 60])
def test_a_log_without_a_whole_first_record_is_refused_in_a_sentence(tmp_path: Path, size: int) -> None:
    """Nothing in it can be resumed. One that lies among the player's logs keeps no other from being found."""
    log = tmp_path / "default" / "logs" / "cut.p2plog"
    log.parent.mkdir(parents=True)
    log.write_bytes(log_of("tink").read_bytes()[:size])
    for words in (("resume", str(log)), ("verify", str(log)), ("replay", str(log))):
        done = ran(tmp_path, *words)
        assert done.returncode in (1, 2)
        assert "the last record is cut off" in done.stdout + done.stderr
        assert "crashed" not in done.stderr
    assert "No unfinished network game" in ran(tmp_path, "resume").stderr


def forged(log: Path, copy: Path) -> Path:
    """An older copy of a log, cut before its last record, with a journal in which the seat has said nothing yet."""
    data = log.read_bytes()
    genesis, begin = read_genesis(data)
    ends = [end for _, end in read_entries(data, begin)]
    copy.write_bytes(data[: ends[-2]])
    journal_path(copy).write_bytes(journal_header(genesis.id))
    return copy


@pytest.mark.parametrize("folder", ["elsewhere", "ben/default/logs"])
def test_an_older_copy_of_ones_own_table_is_not_resumed(tmp_path: Path, folder: str) -> None:
    """The seat would answer a second time what it has answered, and be proven to cheat."""
    peers = start(tmp_path)
    with running(*peers):
        log = kill(peers[1])
    (tmp_path / folder).mkdir(exist_ok=True)
    copy = forged(log, tmp_path / folder / "2020-01-01.p2plog")
    before = copy.read_bytes()
    done = ran(peers[1].home, "resume", str(copy))
    assert done.returncode == 2
    assert "Your log of this table is" in done.stderr
    assert log.name in done.stderr
    assert copy.read_bytes() == before


def test_a_link_to_ones_own_log_brings_no_other_journal(tmp_path: Path) -> None:
    """The journal beside the log counts, and not one beside the link."""
    peers = start(tmp_path)
    with running(*peers):
        log = kill(peers[1])
        link = forged(log, tmp_path / "sent.p2plog")
        link.unlink()
        link.symlink_to(log)
        sent = journal_path(link).read_bytes()
        back = Peer(peers[1].home, "resume", str(link))
        with running(back):
            assert play_on(peers[0], back) == [0, 0], back.output
    assert journal_path(link).read_bytes() == sent
    assert not journal_path(log).exists()
    check_equal(peers[0], back)


def test_a_log_of_another_player_is_refused(tmp_path: Path) -> None:
    """It says that the profile has no seat."""
    peers = start(tmp_path)
    with running(*peers):
        log = kill(peers[0])
    done = ran(tmp_path / "eve", "resume", str(log))
    assert done.returncode == 1
    assert "no seat for you" in done.stderr


def test_the_bots_of_a_killed_host_come_back_with_it(tmp_path: Path) -> None:
    """Their keys are derived from the host's, and their logs were kept until the table was closed."""
    host, _ = hosted(tmp_path / "ada", "tetris", "--seats", "3", "--bots", "2:random")
    with running(host):
        host.wait_for("Choose how your tower stands")
        host.type("up")
        host.wait_for("Drop the")
        log = kill(host)
    back = Peer(host.home, "resume", str(log), "--auto", "random")
    with running(back):
        assert back.end() == 0, back.output
    check_equal(back)
    assert not list(host.home.glob("*/bots/**/*.p2plog*"))


def test_a_player_with_a_new_address_is_found_at_it(tmp_path: Path) -> None:
    """All have stopped, and no address that was known leads anywhere."""
    peers = start(tmp_path)
    with running(*peers):
        logs = [kill(peer) for peer in peers]
    for log in logs:
        log.with_name(f"{log.name}.peers").unlink()
    host = Peer(peers[0].home, "resume", str(logs[0]))
    with running(host):
        where = host.wait_for(r"resume --at (\S+)`")[1]
        wrong = ran(peers[1].home, "resume", str(logs[1]), "--at", "upstairs")
        assert wrong.returncode == 2
        assert "is not an address" in wrong.stderr
        guest = Peer(peers[1].home, "resume", str(logs[1]), "--at", where)
        with running(guest):
            assert play_on(host, guest) == [0, 0], guest.output + host.output
    check_equal(host, guest)


@pytest.mark.parametrize("harm", ["a lost block", "zeros at the end"])
def test_a_damaged_log_is_kept_and_made_whole_from_the_others(tmp_path: Path, harm: str) -> None:
    """As a power cut may leave it: the evening is not lost."""
    peers = start(tmp_path)
    with running(*peers):
        log = kill(peers[1])
        data = log.read_bytes()
        lost = len(data) * 3 // 4  # among the moves: the contract, which comes first, is more than half of the log
        damaged = data[:-50] + bytes(100) if harm != "a lost block" else data[:lost] + bytes(64) + data[lost + 64 :]
        log.write_bytes(damaged)
        log.with_name(f"{log.name}.journal").unlink()  # which may hold what the log has lost
        back = Peer(peers[1].home, "resume", str(log))
        with running(back):
            assert play_on(peers[0], back) == [0, 0], back.output
    assert "The log was damaged" in back.output
    assert log.with_name(f"{log.name}.damaged").read_bytes() == damaged
    check_equal(peers[0], back)


@pytest.mark.parametrize("torn", [0, 7])
def test_a_seat_whose_journal_is_lost_says_whom_it_waits_for(torn: int) -> None:
    """Beside other losses, or alone."""
    told = describe_losses(Lost(torn, None, True))
    assert told.endswith("You can play again once every other player is connected.")
    assert ("(7 bytes)" in told) == (torn == 7)
    assert "every other player" not in describe_losses(Lost(7, None, False))
