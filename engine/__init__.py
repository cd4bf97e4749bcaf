"""The rules of the games: pure, deterministic, without I/O, clock, entropy or floats.

Start reading at `game` (what a game is), `pending` and `events` (what it waits for and how it is
answered), `play` (the one function that advances a game), then `games/tink/` (how a game is written).
"""
