"""Lessons: the place of a learner, the next step, and the judgement of a move."""
