"""The error for news that cannot be shown. It has a module of its own so that commands without a network import no more
than this."""

from __future__ import annotations


class ShowingFailed(Exception):
    """News could not be shown. No peer caused that, so the error ends the program and not a link."""
