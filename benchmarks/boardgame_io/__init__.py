"""The speed of turns beside boardgame.io, which plays the same games of Tink, move for move."""
