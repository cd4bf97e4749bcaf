"""Te-Trix: shapes of four dice, entered by all, each on a sheet of their own. Rules: `spec/games/te-trix.md`.

`components` what is in the box; `sheet` boxes and areas; `shapes` how four symbols make a shape; `placements` where it
may be entered; `state` what is on the table; `moves` what a seat may do and how it is spelled; `rules` what is legal
and what happens; `scoring` what it is worth; `position`, `picture` how a state is written and drawn; `estimate` what a
bot likes; `game` puts these together.
"""
