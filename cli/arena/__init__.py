"""Bots and programs against each other: many games, played on all processors or on many machines.

`match` defines the games, and `play` plays one of them. `players` are our bots, and a `program` is anybody's. `workers`
distribute the games, `results` saves them in a file, `record` counts them, and `ratings` rates the players.
"""
