"""The rules of the games: pure, deterministic, without I/O, clock, entropy or floats.

Start reading at `game` (the interface of a game), `pending` and `events` (its questions and answers), `play` (the one
function that advances a game), then `games/tink/` (an example of a game).
"""
