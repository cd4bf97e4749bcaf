"""Network commands on the full screen: the screen comes up first, with a sentence, while the network is imported, which
takes longer.

Each function ends the program, with the exit code of its command; it raises as `cli/lines/starting.py` does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from ..app import Full, run

if TYPE_CHECKING:
    from ...net.terms import Terms
    from ...net.who_options import Who

# `_importing` imports the network, in a thread, while the screen is up; afterwards these imports cost nothing.


def host(who: Who, terms: Terms) -> NoReturn:
    """Host a table and play at it."""

    async def story(app: Full) -> int:
        await _importing(app, "Opening the table ...")
        from . import network  # noqa: PLC0415 - see above

        return await network.host(app, who.me(), terms)

    run(story)


def join(who: Who, table: str | None, code: str | None, auto: str | None) -> NoReturn:
    """Join a table and play at it; without a name or address, a chosen one."""

    async def story(app: Full) -> int:
        await _importing(app, "Looking for the table ..." if table else "Looking for tables ...")
        from . import finding  # noqa: PLC0415 - see above

        return await finding.join_found(app, who.me(), await finding.find_named(table), code, auto)

    run(story)


def watch(who: Who, table: str | None, code: str | None) -> NoReturn:
    """Watch a table; without a name or address, a chosen one."""

    async def story(app: Full) -> int:
        await _importing(app, "Looking for the table ..." if table else "Looking for tables ...")
        from . import finding  # noqa: PLC0415 - see above

        return await finding.watch_found(app, who.me(), await finding.find_named(table), code)

    run(story)


def resume(who: Who, log: Path, auto: str | None, at: Sequence[str], bind: str | None) -> NoReturn:
    """Resume a table from its log; `at` are present addresses of other players, `bind` is one's own."""

    async def story(app: Full) -> int:
        await _importing(app, "Checking the log ...")
        from ...net.choosing import typed_place  # noqa: PLC0415 - see above
        from . import network  # noqa: PLC0415 - see above

        return await network.resume(app, who.me(), log, auto, tuple(map(typed_place, at)), bind)

    run(story)


async def _importing(app: Full, said: str) -> None:
    """Show the sentence, and import the network meanwhile."""
    app.tell_wait(said)
    await asyncio.to_thread(import_module, f"{__package__}.finding")
