"""Tentricks: ten pieces, falling bars, ten effect tokens. Rules: `spec/games/tentricks.md`.

Things: `components` the box, `geometry` boards as bits, `shapes` the pieces turned and flipped, `pieces` those on a
board, `state` the table, `moves` and `notation` the moves of a seat and their spelling.

Choices: `layers` sets of places, `landing` the places where a piece comes to rest, `placing` the placements of a piece,
`tokens` possible uses of a token.

Effects: `putting` a piece put down, `out` a seat out, `bars` and `cards` reveals and falling bars, `effects` those of
tokens, `flow` automatic consequences.

Questions: `waits` their kinds, `chances`, `turns` and `windows` each named state and its handler, `rules` the named
state of a table.

Then `position`, `reading` and `soundness` for positions, `picture` the board, `estimate` the normal bot's
preferences, and `game`, which puts these together.
"""
