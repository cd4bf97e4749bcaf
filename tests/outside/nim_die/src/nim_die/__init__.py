"""Nim with a die, as a package of its own. A template for a game that p2pgame finds by its entry point.

`state` is the table, `rules` legality and effects, `moves` the notation of a move. `position` is a state as JSON,
`picture` a state as a picture, and `game` puts these together.
"""
