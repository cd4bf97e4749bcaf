"""The commands of `p2pgame`. What is legal is never decided here: screens ask the engine."""
