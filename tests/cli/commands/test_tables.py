"""`p2pgame tables`: sentences about tables on the LAN, and reasons for missing ones (`spec/discovery.md`)."""

from __future__ import annotations

import io
import json
import secrets
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path

import click
import pytest
import trio
from p2pgame.cli.net.choosing import chosen_table
from p2pgame.cli.net.join_target import JoinTarget
from p2pgame.cli.net.lan import as_data, describe, line_to_type, look, obstacle, why_none
from p2pgame.cli.screen.flows.finding import entry_of
from p2pgame.cli.system.exits import ExitCode
from p2pgame.cli.terminal.lines import Lines
from p2pgame.cli.terminal.output import Output
from p2pgame.p2p.lan.browser import FoundTable
from p2pgame.p2p.lan.discovery import TableListing, browse
from p2pgame.p2p.lan.interfaces import Kind, OwnAddress
from p2pgame.protocol.lobby.announcement import Announcement, announcement
from p2pgame.protocol.lobby.messages import Address, Offer
from trio.testing import MockClock

from ...p2p.lan import lasting_port, need_loopback, need_namespaces, without_network
from ..peers import SECONDS, Peer, ran, running
from ..running import CODE, Done, call, typing
from ..unwrapped import unwrapped

ANNS = announcement(Offer("Ann", "tink", 1, (), 3, True), bytes(32), 2, "p2pgame 0.1.0")
TABLE = FoundTable("instance", ANNS, (Address("192.0.2.7", 4000), Address("fe80::7%eth0", 4000)))

LAN = OwnAddress(Kind.LAN, "eth0", 2, "192.0.2.1", "192.0.2.0/24", up=True)
LAN6 = replace(LAN, host="2001:db8::1", network="2001:db8::/64")
VPN = OwnAddress(Kind.TUNNEL, "tun0", 3, "10.8.0.2", "10.8.0.0/24", up=True)
LOOPBACK = OwnAddress(Kind.LOOPBACK, "lo", 1, "127.0.0.1", "127.0.0.0/8", up=True)


HOST = """
import sys, trio
from p2pgame.p2p.lan.discovery import announce
from p2pgame.protocol.lobby.announcement import announcement
from p2pgame.protocol.lobby.messages import Offer

async def main():
    said = announcement(Offer(sys.argv[1], "ten", 1, (), 4, False), bytes(32), 1, "p2pgame 0.1.0")
    async with announce(said, 4001):
        print("announced", flush=True)
        await trio.to_thread.run_sync(sys.stdin.read)
trio.run(main)
"""


@contextmanager
def hosting(name: str) -> Iterator[subprocess.Popen[str]]:
    """Another process whose table is announced, until its standard input is closed."""
    need_loopback()
    command = [sys.executable, "-c", HOST, name]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "announced\n"
        yield process


def test_a_table_in_a_line() -> None:
    """The game, the seats, the code, and the host; then the command."""
    assert describe(ANNS) == "tink, 2 of 3 seats taken, with a code, host Ann (CC6WT)".replace("CC6WT", ANNS.short)
    assert "open" in describe(replace(ANNS, coded=False))
    assert line_to_type(TABLE) == "p2pgame join 192.0.2.7:4000"
    assert line_to_type(replace(TABLE, addresses=TABLE.addresses[1:])) == "p2pgame join [fe80::7%eth0]:4000"
    played = replace(ANNS, taken=3, begun=True)
    assert describe(played).startswith("tink, 3 players, game in progress, with a code")
    assert line_to_type(replace(TABLE, announcement=played)) == "p2pgame watch 192.0.2.7:4000"


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (replace(ANNS, taken=3), "every seat is taken"),
        (replace(ANNS, taken=3, begun=True), "the game is in progress: you can only watch it"),
        (replace(ANNS, game="chess"), "does not have the game"),
        (replace(ANNS, rules=99), "this one needs an update"),
        (replace(ANNS, protocol=99), "this one needs an update"),
        (replace(ANNS, protocol=0), "that one needs an update"),
    ],
)
def test_a_table_that_cannot_be_joined_says_why(said: Announcement, sentence: str) -> None:
    """It is still listed; the sentence says which side has to update."""
    assert sentence in str(obstacle(said))


def test_a_table_that_can_be_joined_has_no_obstacle() -> None:
    """And as data it says so."""
    assert obstacle(ANNS) is None
    data = json.loads(json.dumps(as_data(TABLE)))
    assert data["obstacle"] is None
    assert data["addresses"] == ["192.0.2.7:4000", "[fe80::7%eth0]:4000"]
    assert (data["table"], data["taken"], data["seats"], data["coded"]) == ("Ann's tink", 2, 3, True)


def test_reasons_for_a_missing_table_depend_on_this_machine() -> None:
    """Without a network, that is the only reason. A VPN, and IPv6 alone, are named where they apply."""
    assert len(list(why_none([LOOPBACK, VPN]))) == 1
    usual = " ".join(why_none([LAN, LOOPBACK]))
    assert "5353" in usual
    assert "access points" in usual
    assert "your own network" in usual
    assert "VPN" not in usual
    assert "IPv6" not in usual
    assert "VPN" in " ".join(why_none([LAN, VPN]))
    assert "only IPv6" in " ".join(why_none([LAN6]))


def listed(name: str, *words: str) -> Done:
    """The output of `p2pgame tables` with that host's table: repeated if this machine was too busy to answer itself
    within the search time."""
    with hosting(name):
        while name not in (done := call("tables", *words)).stdout:
            assert done.returncode == ExitCode.OK
    assert done.returncode == ExitCode.OK
    return done


def test_tables_are_listed_for_programs() -> None:
    """As one JSON list."""
    name = f"Eve {secrets.token_hex(3)}"
    done = listed(name, "--json")
    (found,) = [table for table in json.loads(done.stdout) if table["host"] == name]
    assert found["game"] == "ten"
    assert all(address.endswith(":4001") for address in found["addresses"])


def test_tables_are_listed_for_people() -> None:
    """With the line to type."""
    name = f"Eve {secrets.token_hex(3)}"
    done = listed(name, "--plain")
    lines = done.stdout.splitlines()
    (at,) = [number for number, line in enumerate(lines) if f"host {name}" in line]
    assert lines[at].startswith(f"{name}'s ten  ten, 1 of 4 seats taken, open")
    assert lines[at + 1].strip().startswith("`p2pgame join ")


@asynccontextmanager
async def browsing(heard: dict[float, str]) -> AsyncIterator[TableListing]:
    """A list to which a table comes at each of these times, in seconds."""
    found, began = TableListing(), trio.current_time()

    async def hear() -> None:
        tables: dict[str, FoundTable] = {}
        for when, name in heard.items():
            await trio.sleep_until(began + when)
            tables[name] = replace(TABLE, instance=name, announcement=replace(ANNS, table=name))
            found.replace(dict(tables))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(hear)
        yield found
        nursery.cancel_scope.cancel()


async def looked() -> tuple[str, float]:
    """The names that are found, and how many seconds that takes."""
    began = trio.current_time()
    tables, _ = await look()
    return " ".join(table.announcement.table for table in tables), trio.current_time() - began


@pytest.mark.parametrize(
    ("heard", "listed", "seconds"),
    [
        pytest.param({}, "", 5, id="none"),
        pytest.param({0.1: "Ann"}, "Ann", 1.6, id="one"),
        pytest.param({0.1: "Ann", 1.2: "Bob"}, "Ann Bob", 2.7, id="whose first answer was lost"),
        pytest.param({0.1: "Ann", 1.2: "Bob", 9: "Cy"}, "Ann Bob", 2.7, id="too late"),
        pytest.param({0.1 * number: f"P{number}" for number in range(100)}, "P0 P1 P10", 5, id="one after the other"),
    ],
)
def test_the_list_waits_for_tables_that_must_be_asked_twice(
    monkeypatch: pytest.MonkeyPatch, heard: dict[float, str], listed: str, seconds: float
) -> None:
    """But not longer than a person would wait."""
    monkeypatch.setattr("p2pgame.cli.net.lan.browse", lambda: browsing(heard))
    names, took = trio.run(looked, clock=MockClock(autojump_threshold=0))
    assert names.startswith(listed)
    assert took == pytest.approx(seconds)


def test_watching_reports_new_and_vanished_tables() -> None:
    """One JSON object a line, each at once; Ctrl-C ends it."""
    name = f"Eve {secrets.token_hex(3)}"
    command = [sys.executable, "-c", CODE, "tables", "--watch", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as watcher:
        assert watcher.stdout is not None
        assert watcher.stderr is not None
        news = (json.loads(line) for line in watcher.stdout)
        own = (said["event"] for said in news if said["host"] == name)
        with hosting(name) as host:
            assert next(own) == "appeared"
            assert host.stdin is not None
            host.stdin.close()
            assert next(own) == "vanished"
        watcher.send_signal(signal.SIGINT)
        assert watcher.wait() == ExitCode.INTERRUPTED
        assert watcher.stderr.read().strip() == "Stopped."


def test_without_a_network_one_sentence_gives_advice() -> None:
    """And the exit code says so to a program."""
    need_namespaces()
    done = without_network(f"import sys; sys.argv[1:] = ['tables']; {CODE}")
    assert done.returncode == ExitCode.FAILED
    assert done.stdout == ""
    assert done.stderr.startswith("Error: The search for tables failed: this machine is not on a network. ")
    assert "`p2pgame join HOST:PORT`" in done.stderr


def test_help_says_what_the_exit_codes_mean() -> None:
    """As they differ from other commands'."""
    assert "Exit codes: 0 also when there are no tables" in unwrapped(call("tables", "--help").stdout)


def test_a_listed_table_says_whether_it_can_be_joined_or_watched() -> None:
    """To join it, or to watch it now or from its beginning on."""
    played = replace(TABLE, announcement=replace(ANNS, taken=3, begun=True))
    assert "you can only watch it" in entry_of(played, watching=False).about
    assert "begin" not in entry_of(TABLE, watching=False).about
    assert "you will see it begin" in entry_of(TABLE, watching=True).about
    assert entry_of(played, watching=True).about == describe(played.announcement)


def test_a_resumed_table_is_announced_at_its_old_address(tmp_path: Path) -> None:
    """At the one address that its host had chosen, as a table that can be watched; `--bind` may choose another
    address."""
    need_loopback()
    opened = ("host", "tink", "--open", "--bind", "127.0.0.1", "--port", str(lasting_port()))
    words = (*opened, "--name", f"Ada {secrets.token_hex(4)}")
    host = Peer(tmp_path / "ada", *words)
    address = host.wait_for(r"p2pgame join (\S+:\d+)`")[1]
    guest = Peer(tmp_path / "ben", "join", address)
    with running(host, guest):
        guest.wait_for("First to play")
        host.kill()
        (log,) = host.logs
        back = Peer(host.home, "resume", str(log))
        with running(back):
            assert back.wait_for(r"resume --at (\S+)`")[1] == address
            table = trio.run(_seen, words[-1])
            assert table.announcement.begun
            assert [f"{each.host}:{each.port}" for each in table.addresses] == [address]
    elsewhere = ran(host.home, "resume", str(log), "--bind", "192.0.2.77")
    assert elsewhere.returncode == ExitCode.FAILED
    assert "does not have the address 192.0.2.77" in elsewhere.stderr
    assert "use `--bind ADDR` to listen at another address" in elsewhere.stderr


async def _seen(host: str) -> FoundTable:
    """A table by that host, once it is seen on loopback as being played."""
    async with browse(["127.0.0.1"]) as found:
        with trio.fail_after(SECONDS):
            while True:
                seen = [table for table in found.tables if table.announcement.host == host]
                if seen and seen[0].announcement.begun:
                    return seen[0]
                await trio.sleep(0.05)


def chosen(output: Output, monkeypatch: pytest.MonkeyPatch, *tables: FoundTable) -> tuple[JoinTarget, str]:
    """The choice among these tables on the LAN, and the line that was typed after it."""

    async def seen() -> tuple[tuple[FoundTable, ...], None]:
        return tables, None

    monkeypatch.setattr("p2pgame.cli.net.choosing.look", seen)
    lines = Lines()
    return chosen_table(None, output, lines), trio.run(lines.read, "")


@pytest.mark.parametrize(
    ("typed", "code", "says"),
    [
        ("", 3, "The input ended before you chose a table."),
        ("seven\n3\n", 3, "Type a number from 1 to 2, or `quit`."),
        ("q\n", 3, "You did not choose a table."),
    ],
)
def test_choosing_no_table_counts_as_unfinished(
    typed: str, code: int, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exit code of join and watch says so."""
    printed = io.StringIO()
    output = Output(printed, screen=False, colour=False, wraps=False)
    with typing(typed), pytest.raises(click.exceptions.Exit) as left:
        chosen(output, monkeypatch, TABLE, TABLE)
    assert left.value.exit_code == code
    assert says in printed.getvalue()


def test_of_several_tables_one_is_chosen_by_number_and_a_single_one_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The next typed line is left for the table."""
    other = replace(TABLE, addresses=TABLE.addresses[1:])
    output = Output(io.StringIO(), screen=False, colour=False, wraps=False)
    with typing("2\nmore\n"):
        assert chosen(output, monkeypatch, TABLE, other) == (JoinTarget(other.addresses, True, ANNS.key), "more")
    with typing("more\n"):
        assert chosen(output, monkeypatch, TABLE) == (JoinTarget(TABLE.addresses, True, ANNS.key), "more")
