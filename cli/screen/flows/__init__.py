"""The flows of the program from the first screen to the last, one for each command.

Import the one that is told: those of the network take longer to load than a game alone needs.
"""
