"""The error of those who show news. It stands alone so that commands without a network import no more than this."""

from __future__ import annotations


class ShowingFailed(Exception):
    """News could not be shown. No peer caused that, so the error ends the program and not a link."""
