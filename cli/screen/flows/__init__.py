"""The flows of the program from the first screen to the last, one for each command.

Import only the needed one: the network's take longer to load than a local game needs.
"""
