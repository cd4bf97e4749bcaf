"""The parts of a screen with a table, each with one idea: `view` puts them together."""
