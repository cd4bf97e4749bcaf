"""The settings, changed on the screen and kept."""

from __future__ import annotations

from dataclasses import replace

from p2pgame.protocol.wire.sanitize import NAME_CHARACTERS, clean_name
from rich.text import Text

from ...profile import person
from ...profile.settings import COLOURS, KEYS, Settings
from ...system.exits import Failed
from ...terminal.output import harmless
from ..app import Full
from ..widgets.form import Field, Form, Values
from ..widgets.modal import Reading

_FIELDS = (
    Field("name", "Your name", "Your name at the table. Empty: your user name.", (), (), NAME_CHARACTERS),
    Field(
        "colours",
        "Colours",
        "For the colour-blind: hues that differ for every kind of sight, and a texture for each piece. "
        "None: only letters and textures.",
        COLOURS,
        ("dark", "light", "high contrast", "for the colour-blind", "none"),
    ),
    Field(
        "keys",
        "Letters that move",
        "Letters that move like the arrow keys. With h j k l, the log is on L.",
        KEYS,
        ("a s w d", "h j k l"),
    ),
    Field("bell", "Bell on your turn", "The terminal beeps when it is your turn.", (False, True), ("no", "yes")),
)


async def settle(app: Full) -> None:
    """Ask for the settings and keep them."""
    now = person.settings()
    begin = {"name": now.name, "colours": now.colours, "keys": now.keys, "bell": now.bell}

    def fields(values: Values) -> tuple[Field, ...]:
        """The fields; the colours chosen are shown at once."""
        if values["colours"] != person.settings().colours:
            person.try_on(replace(now, colours=values["colours"]))
            app.call_later(app.dress)
        return _FIELDS

    values = await app.push_screen_wait(Form("Settings", begin, fields, "save"))
    if values is None:
        person.try_on(now)
        app.dress()
        return
    problem = ""
    try:
        person.settle(_settings(values))
    except Failed as error:
        problem = f"{error.message} They hold until you leave."
    app.dress()
    if problem:
        await app.push_screen_wait(Reading("Settings", Text(harmless(problem))))


def _settings(values: Values) -> Settings:
    return Settings(clean_name(values["name"]), values["colours"], values["keys"], values["bell"])
