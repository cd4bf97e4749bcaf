"""Nim with a die, as a package of its own. A template for a game that p2pgame finds by its entry point.

`state` is what lies on the table, `rules` what is legal and what happens, `moves` how a move is spelled, `position`
how a state is written down, `picture` how it is drawn, and `game` puts these together.
"""
