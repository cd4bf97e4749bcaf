"""Tetris: everybody drops the same piece into a tower of their own. Rules: `spec/games/tetris.md`.

`components` the parts of the box, as tables to correct; `pieces` every placement of a piece in a tower, and the icons
behind it; `state` the table; `moves` the moves and their notation; `falling` pieces that fall into a tower; `rules`
legality and effects; `achievements` and `scoring` the score; `position` and `picture` a state as JSON and as a picture;
`sample` a move at random; `estimate` the normal bot's preferences; `game` puts these together.
"""
