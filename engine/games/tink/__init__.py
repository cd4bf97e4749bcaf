"""Tink: four in a row with stones that pay for bigger ones. Rules: `spec/games/tink.md`.

`state` what is on the table; `moves` what a seat may do and how it is spelled; `geometry` the board; `rules` what
is legal and what happens; `position`, `picture` how a state is written and drawn; `estimate` what the normal bot
likes; `game` puts these together.
"""
