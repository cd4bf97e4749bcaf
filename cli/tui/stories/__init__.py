"""What the program does from the first screen to the last, command by command.

Import the one that is told: those of the network take longer to load than a game alone needs.
"""
