"""Tests of the engine: laws over all games, and each game's clauses."""
