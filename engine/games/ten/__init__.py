"""TEN: push your luck for numbers, bid for wilds, collect the longest runs in four colours. Rules: `spec/games/ten.md`.

`components` the cards and the deck; `state` the table; `moves` the moves and their notation; `turns` rewards, busts and
the next player; `paying` and `auction` prices and bids; `jen` the opponent of a solo game; `leaving` seats that leave;
`scoring` and `result` the end; `rules` legality and effects; `position` (with `position_cards`, `position_sale`,
`consistency`, `consistency_sale`) and `picture` a state as JSON and as a picture; `game` puts these together.

For the bots: `estimate` the preferences of the normal one; `search` the levels that search, with `view` the table as a
seat judges it, `outlook` expected points, `weights` what was learnt, `drawing`, `bidding`, `buying` and `plans` the
choices.
"""
