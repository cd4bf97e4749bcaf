"""`p2pgame host GAME`: host a table on the LAN and play at it."""

from __future__ import annotations

from pathlib import Path

import click
from p2pgame.engine.errors import quoted
from p2pgame.engine.game import AnyGame

from ..games.arguments import GAME, begin, options_of
from ..net.terms import USUAL_GRACE, Terms
from ..net.who_options import Who, who_options
from ..system.exits import Misused
from ..terminal.output import Output, plain_option
from ..thinking.bots import LEVEL, Bots, BotsType
from ..words.ip import is_ip
from .numbers import Number


def _address(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    """An address as it was typed. Names are refused, because guests get this address and look up no names."""
    if value is not None and not is_ip(value):
        raise Misused(f"--bind takes an IP address of this machine, not {quoted(value)}. `p2pgame doctor` lists them.")
    return value


@click.command()
@click.argument("game", type=GAME)
@click.option(
    "--seats",
    type=Number("a number of seats", None),
    help="Seats, including you and the bots. Default: 2, or 1 + bots.",
)
@click.option(
    "--bots", type=BotsType(), default=Bots(0, ""), help="Add K bots, optionally with a level: 2, or 1:random."
)
@click.option("-o", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the game; can be repeated.")
@click.option("--open", "is_open", is_flag=True, help="Let anyone on the LAN join without a code.")
@click.option("--port", type=Number("a port", 0, 65535), help="Listen on this port. Default: 27510, or any free one.")
@click.option("--bind", metavar="ADDR", callback=_address, help="Listen only on this address of the machine.")
@click.option("--auto", type=LEVEL, help="Let a bot play your seat.")
@click.option(
    "--grace",
    type=Number("a number of seconds", 0, 86400),
    default=USUAL_GRACE,
    show_default=True,
    help=(
        "Seconds after which an absent player may be voted out. At a table of two, the other may then stop "
        "and save the game. 0 for never."
    ),
)
@click.option(
    "--turn-time",
    type=Number("a number of seconds", 0, 86400),
    default=0,
    show_default=True,
    metavar="S",
    help="Seconds for a decision; then the game makes its default move. 0 for no limit.",
)
@click.option(
    "--takebacks",
    is_flag=True,
    help="Let a player take the last move back if everyone agrees and nothing was drawn or revealed after it.",
)
@click.option("--announce/--no-announce", default=True, help="Announce the table on the LAN.")
@who_options
@plain_option
def host(
    game: AnyGame,
    seats: int | None,
    bots: Bots,
    options: tuple[str, ...],
    is_open: bool,
    port: int | None,
    bind: str | None,
    auto: str | None,
    grace: int,
    turn_time: int,
    takebacks: bool,
    announce: bool,
    profile: str,
    name: str | None,
    log: Path | None,
    plain: bool,
) -> None:
    """Host a table of GAME on the LAN and play at it.

    The game starts when every seat is taken and everybody is ready. Guests need the code on your screen, unless the
    table is --open. After the game the same players can have a rematch, each one seat on.

    \b
    Examples:
      p2pgame host tink
      p2pgame host tetris --seats 3 --bots 1
      p2pgame host tetris --open --auto normal

    Exit codes: 0 the game was played to its end; 1 it could not be, and a sentence says why; 2 the command was not
    understood; 3 you left, or the input ended, before the end; 130 Ctrl-C.
    """
    wanted = _seats(game, seats, bots)
    chosen = options_of(game, options)
    begin(game, wanted, chosen)
    terms = Terms(game, chosen, wanted, bots, is_open, port, bind, auto, grace, announce, turn_time, takebacks)
    output, who = Output.of(plain), Who(profile, name, log)
    if output.full:
        from ..screen.flows import entry  # noqa: PLC0415 - brings the whole screen, which comes up before the network

        entry.host(who, terms)
    from ..lines import starting  # noqa: PLC0415 - brings the network, which is slow to import

    starting.host(output, who.me(), terms)


def _seats(game: AnyGame, seats: int | None, bots: Bots) -> int:
    """The number of seats.

    Raises:
        Misused: the bots leave the host no seat, or nobody else would play.
    """
    wanted = max(2, 1 + bots.count) if seats is None else seats
    if wanted == 1:
        alone = " --seats 1" if 1 in game.seats else ""
        raise Misused(f"A table for one needs no network. Play with `p2pgame play {game.id}{alone}`.")
    if bots.count >= wanted:
        raise Misused(
            f"{bots.count} bots leave no seat for you at a table of {wanted}: use more --seats or fewer --bots."
        )
    return wanted
