"""The settings, changed on the screen and saved."""

from __future__ import annotations

from dataclasses import asdict, replace

from p2pgame.protocol.wire.sanitize import NAME_CHARACTERS, clean_name
from rich.text import Text

from ...profile import person
from ...profile.settings import COLOURS, KEYS, PAUSES, Settings
from ...system.exits import Failed
from ...terminal.output import harmless
from ..app import Full
from ..sample import sample
from ..widgets.form import Field, Form, Values
from ..widgets.modal import Reading

_FIELDS = (
    Field("name", "Your name", "Your name at the table. Empty: your user name.", (), (), NAME_CHARACTERS),
    Field(
        "colours",
        "Colours",
        "For the colour-blind: colours that everybody can tell apart, and a texture for each piece. "
        "None: only letters and textures.",
        COLOURS,
        ("dark", "light", "high contrast", "for the colour-blind", "none"),
    ),
    Field(
        "keys",
        "Letters that move",
        "Letters that move like the arrow keys. With h j k l, L shows the log.",
        KEYS,
        ("a s w d", "h j k l"),
    ),
    Field("bell", "Bell on your turn", "The terminal beeps when it is your turn.", (False, True), ("no", "yes")),
    Field(
        "pause",
        "Pause of bots",
        "The pause after each move of a bot and each draw.",
        tuple(PAUSES),
        ("short", "long", "none"),
    ),
    Field("motion", "Motion", "Pieces drop, dice roll and cards turn.", (True, False), ("yes", "no")),
    Field(
        "notation",
        "Notation in the log",
        "The log shows each move also as you would type it.",
        (False, True),
        ("no", "yes"),
    ),
)


async def settle(app: Full) -> None:
    """Ask for the settings and save them."""
    now = person.settings()

    def fields(values: Values) -> tuple[Field, ...]:
        """The fields; the colours chosen are shown at once, on the form and on the sample below it."""
        if values["colours"] != person.settings().colours:
            person.try_on(replace(now, colours=values["colours"]))
            app.call_later(_dress_anew, app)
        return _FIELDS

    values = await app.push_screen_wait(Form("Settings", asdict(now), fields, "save", sample=sample))
    if values is None:
        person.try_on(now)
        app.dress()
        return
    problem = ""
    try:
        person.settle(_settings(values))
    except Failed as error:
        problem = f"{error.message} They apply until you leave."
    app.dress()
    if problem:
        await app.push_screen_wait(Reading("Settings", Text(harmless(problem))))


def _dress_anew(app: Full) -> None:
    app.dress()
    if isinstance(app.screen, Form):
        app.screen.look()


def _settings(values: Values) -> Settings:
    return Settings(**{**values, "name": clean_name(values["name"])})
