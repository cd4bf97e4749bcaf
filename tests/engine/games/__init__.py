"""Each game's clauses, named after `spec/games/`."""
