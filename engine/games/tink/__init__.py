"""Tink: four in a row with stones that pay for bigger ones. Rules: `spec/games/tink.md`.

`state` the table; `moves` the moves and their notation; `geometry` the board; `rules` legality and effects; `position`
and `picture` a state as JSON and as a picture; `estimate` the normal bot's preferences; `game` puts these together.
"""
