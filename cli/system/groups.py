"""Errors that come in groups, as those of several tasks do."""

from __future__ import annotations


def leaves(error: BaseException) -> list[BaseException]:
    """The errors in a group, the first that came first; of a single error, that."""
    if isinstance(error, BaseExceptionGroup):
        return [leaf for inner in error.exceptions for leaf in leaves(inner)]
    return [error]
