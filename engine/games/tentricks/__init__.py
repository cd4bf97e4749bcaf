"""Tentricks: ten pieces, falling bars, ten effect tokens. Rules: `spec/games/tentricks.md`.

What there is: `components` the box, `geometry` boards as bits, `shapes` the pieces turned and flipped, `pieces` those
that lie on a board, `state` the table, `moves` and `notation` what a seat may do and how it is spelled.

What may happen: `placing` where a piece may go, `tokens` when a token may be used.

What then happens: `putting` a piece put down, `out` a seat out, `bars` and `cards` reveals and falling bars, `effects`
what a token does, `flow` everything that follows by itself.

What is asked: `waits` the kinds of questions, `chances`, `turns` and `windows` each named state and its handler,
`rules` which of them a state is in.

Then `position`, `reading` and `soundness` for positions, `picture` the board, `estimate` what the normal bot likes, and
`game`, which puts these together.
"""
