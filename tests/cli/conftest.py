"""A fixture for all tests of the programs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from p2pgame.cli.profile.person import play_as
from p2pgame.p2p.store.home import DEFAULT_PROFILE


@pytest.fixture(autouse=True)
def default_profile() -> Iterator[None]:
    """A test that plays as another profile leaves no other one to the tests behind it."""
    yield
    play_as(DEFAULT_PROFILE)
