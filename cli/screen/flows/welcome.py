"""The first start: the question for the person's name, then the menu."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from p2pgame.protocol.wire.sanitize import NAME_CHARACTERS, clean_name

from ...profile import person
from ...system.exits import Failed
from ..app import Full
from ..widgets.form import Field, Form
from .menu import menu

_INTRO = (
    "p2pgame plays tabletop games in the terminal: alone, against bots, or with friends on the same network. "
    "What do you want to be called?"
)

_NAME = Field(
    "name",
    "Your name",
    "Others at a table see this name. You can change it in Settings. Empty: your user name.",
    (),
    (),
    NAME_CHARACTERS,
)


async def start(app: Full) -> int:
    """Ask for the name, if nothing has been settled in this profile yet; then the menu, and its exit code."""
    if person.is_new():
        await _welcome(app)
    return await menu(app)


async def _welcome(app: Full) -> None:
    form = Form("Welcome to p2pgame", {"name": ""}, lambda _values: (_NAME,), "continue", _INTRO)
    values = await app.push_screen_wait(form)
    name = "" if values is None else clean_name(values["name"])
    with suppress(Failed):  # a profile that cannot be written is reported by the code that needs it
        person.settle(replace(person.settings(), name=name))
