"""Bots and programs against each other: many games, played on all processors or on many machines.

`match` defines the games, `play` plays one of them, `players` are our bots and `program` is somebody else's, `workers`
distribute the games, `results` saves them in a file, `record` counts them and `ratings` rates the players.
"""
