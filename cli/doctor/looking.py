"""All findings about this machine, one by one: the work of `p2pgame doctor`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import asdict

import click
from p2pgame.engine.errors import quoted
from p2pgame.p2p.lan.interfaces import own_addresses
from p2pgame.protocol.lobby.messages import Address

from ..net.choosing import typed_address
from ..net.ending import ended
from ..system.exits import ExitCode, Failed, Misused
from ..terminal.output import Output, print_json
from ..words.grammar import count
from . import machine, network
from .finding import Finding, Level

_COLOURS = {Level.OK: "green", Level.NOTE: "yellow", Level.BAD: "red"}


def run_checks(output: Output, host: str | None, profile: str, as_json: bool) -> ExitCode:
    """Check everything, and the peer at `host`; the exit code.

    Raises:
        Misused: the host is not an address.
        Failed: something prevents tables from working.
    """
    address = None if host is None else _address(host)
    return ended(lambda: _look(address, profile, as_json, output), output)


def _address(word: str) -> Address:
    address = typed_address(word)
    if address is None:
        raise Misused(f"{quoted(word)} is not an address: write HOST or HOST:PORT, such as 192.168.1.20.")
    return address


async def _look(address: Address | None, profile: str, as_json: bool, output: Output) -> None:
    """Print each finding as it comes, or all as JSON.

    Raises:
        Failed: something prevents tables from working.
    """
    findings: list[Finding] = []
    async for finding in _findings(address, profile):
        findings.append(finding)
        if not as_json:
            _print(finding, output)
    if as_json:
        print_json([asdict(finding) for finding in findings])
    wrong = sum(finding.level is Level.BAD for finding in findings)
    if wrong:
        raise Failed(f"{count(wrong, 'problem')} found.")
    if not as_json:
        output.say("Others should see your tables. If they don't, run this on the other machine, too.")


async def _findings(address: Address | None, profile: str) -> AsyncIterator[Finding]:
    for finding in machine.look(profile):
        yield finding
    own = own_addresses()
    for finding in network.addresses(own):
        yield finding
    async for finding in network.port(own):
        yield finding
    async for finding in network.multicast(own):
        yield finding
    yield await network.tables()
    if address is not None:
        yield await network.friend(address)


def _print(finding: Finding, output: Output) -> None:
    level = click.style(f"{finding.level:<5}", fg=_COLOURS[finding.level]) if output.colour else f"{finding.level:<5}"
    output.rows([(f"{level} {finding.subject:<10}", f"{finding.found} {finding.advice}".rstrip())], indent=0)
