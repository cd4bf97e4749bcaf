"""Errors in groups, such as those of several tasks."""

from __future__ import annotations


def leaves(error: BaseException) -> list[BaseException]:
    """The errors in a group, in order of time; a single error is a group of one."""
    if isinstance(error, BaseExceptionGroup):
        return [leaf for inner in error.exceptions for leaf in leaves(inner)]
    return [error]
