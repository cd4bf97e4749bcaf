"""Words as people write, type and read them: pure functions on text."""
