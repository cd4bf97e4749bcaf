"""Lessons: where a learner stands, what comes next, and whether a move does what a step asks for."""
