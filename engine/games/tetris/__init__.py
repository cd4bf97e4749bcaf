"""Tetris: everybody drops the same piece into a tower of their own. Rules: `spec/games/tetris.md`.

`components` what is in the box, as tables to correct; `pieces` every way a piece can stand in a tower, and the icons
behind it; `state` what is on the table; `moves` what a seat may do and how it is spelled; `falling` how pieces fall
into a tower; `rules` what is legal and what happens; `achievements`, `scoring` what counts; `position`, `picture` how a
state is written and drawn; `sample` a move at random; `estimate` what the normal bot likes; `game` puts these
together.
"""
