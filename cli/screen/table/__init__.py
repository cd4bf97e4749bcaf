"""The parts of a screen with a table, each with one idea: `screens.table` puts them together."""
