"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
"""No test fails for taking long: the machine may be busy. What hangs is ended by `pytest-timeout`."""
