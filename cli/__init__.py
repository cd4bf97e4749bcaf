"""The commands of `p2pgame`. This package never decides whether a move is legal: screens ask the engine."""
