"""Te-Trix: shapes of four dice, which each player enters on a sheet of their own. Rules: `spec/games/te-trix.md`.

`components` the parts of the box; `sheet` boxes and areas; `shapes` four symbols as a shape; `placements` its possible
places; `state` the table; `moves` the moves and their notation; `rules` legality and effects; `scoring` the score;
`position` and `picture` a state as JSON and as a picture; `estimate` the normal bot's preferences; `game` puts these
together.

`search` looks ahead: `batch` has many sheets at once, `worth` values them by the learnt `weights`, and
`course` plays them on.
"""
