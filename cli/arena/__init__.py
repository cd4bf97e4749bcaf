"""Bots and programs against each other: many games, played on all processors or on many machines.

`match` says what is played, `play` plays one game of it, `players` are bots of ours and `program` one of somebody else,
`workers` share the games out, `results` keeps them in a file, `record` counts them and `ratings` weighs them.
"""
