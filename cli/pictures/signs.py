"""What the signs of the pictures mean, for the help of a screen: whoever has not read the rules sees only letters."""

from __future__ import annotations

from collections.abc import Mapping

_EVERYWHERE: Mapping[str, str] = {
    "▒": "squares that the move in hand would change",
    "✓ and …": "who has chosen, and who is waited for",
}

_SIGNS: Mapping[str, Mapping[str, str]] = {
    "tetris": {
        "i o t ...": "an icon: a point for a piece of that letter on it",
        "◆": "a diamond: a piece on it brings a mino",
        "T+ and T◆": "a piece on its own icon, and on a diamond",
        "minos": "single squares; one may fall before the piece",
        "hold": "the piece kept beside the tower, once a game",
        "6: 4: 2:": "points for the first, second and third; who has them",
    },
    "tink": {
        "0s 1m 2l": "a small, medium, large stone of seat 0, 1, 2",
        "∘": "where the stone in hand may go",
        "*s": "a stone of the four that have won",
        "5s 4m 1l": "stones that are left to place",
    },
    "ten": {
        "b g o p": "blue, green, orange and pink; o8 is the orange 8",
        "8+": "a card that is owned more than once",
        "p#": "a wild: any number of pink",
        "*7": "a wild: a 7 of any colour; *# is any card",
        "¢3": "a coin card: it takes 3 off the sum of the row",
        "sum": "of the row; beyond 10, or with more than 10 coins, a bust",
        "bust": "tokens got for a bust; each pays like 3 coins",
        "market": "numbers that may be bought after taking numbers",
    },
    "te-trix": {
        "O S X": "circle, square and cross",
        "O 2x13 = 26": "two areas of five or more O, of 13 boxes in all",
        "band": "symbols that may still hang over the edge",
    },
    "tentricks": {
        "I v L ...": "pieces: i is I3, v is V3, J is L5, others as I4, P5",
        "◆": "an icon: whoever covers it draws a token",
        "══": "the limit bar: who places a piece beyond it is out",
        "bar": "rows under it; a full row lifts it by one",
        "supply": "pieces left; all bars fall if a card's has run out",
        "Next Level": "a card that lets all bars fall",
        "standby": "a piece that is placed instead of a card's",
    },
}


def signs_of(game_id: str) -> Mapping[str, str]:
    """Sign to what it means, in a few words."""
    return {**_SIGNS.get(game_id, {}), **_EVERYWHERE}
