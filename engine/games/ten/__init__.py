"""TEN: push your luck for numbers, bid for wilds, collect the longest runs in four colours. Rules: `spec/games/ten.md`.

`components` the cards and the deck; `state` what is on the table; `moves` what a seat may do and how it is spelled;
`turns` rewards, busts and who is next; `paying` and `auction` prices and bids; `jen` the opponent of a solo game;
`leaving` seats that go; `scoring` and `result` the end; `rules` puts these together into what is legal and what
happens; `position` (with `position_cards`, `position_sale`, `consistency`, `consistency_sale`) and `picture` how a
state is written and drawn; `game` the whole.
"""
