"""The order of the tests, and the process that runs each of them, where `pytest-xdist` runs them in several."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from xdist.scheduler import LoadScopeScheduling

MULTICAST = (
    "tests/cli/doctor/test_doctor.py",
    "tests/cli/commands/test_tables.py",
    "tests/cli/commands/test_readme.py",
    "tests/p2p/test_discovery.py",
)
"""These share the multicast of the loopback: one process runs them, one after the other."""

SOURCE = (
    "tests/test_layers.py",
    "tests/test_plain_english.py",
    "tests/test_public_names.py",
    "tests/test_one_folder_a_game.py",
)
"""These parse the whole source: one process does so, for all of them (`imports.py`)."""

LONGEST = (
    *MULTICAST,
    "tests/cli/net/test_machines.py",
    "tests/sim/test_sim.py",
    "tests/cli/screen/test_play_full.py",
    "tests/cli/screen/test_lesson_full.py",
    "tests/cli/net/test_network.py",
    *SOURCE,
    "tests/engine/test_laws.py",
    "tests/p2p/test_guessing.py",
    "tests/cli/commands/test_play.py",
    "tests/cli/net/test_watch.py",
    "tests/cli/net/test_resume.py",
    "tests/test_surroundings.py",
    "tests/engine/bots/test_levels.py",
    "tests/protocol/table/test_table.py",
    "tests/cli/screen/test_pictures.py",
    "tests/model/test_model.py",
    "tests/engine/test_pictures_of_the_end.py",
    "tests/cli/arena/test_arena_results.py",
    "tests/outside/test_outside_game.py",
    "tests/sim/test_trace.py",
    "tests/cli/arena/test_arena_programs.py",
    "tests/cli/net/test_hanging_up.py",
    "tests/cli/screen/test_layout.py",
    "tests/cli/screen/test_replay_full.py",
    "tests/cli/screen/test_replay_leaving.py",
    "tests/cli/system/test_odd_systems.py",
    "tests/cli/system/test_signals.py",
)
"""The files that take longest, by the clock, come first: otherwise one process would run one of them alone at the
end."""


def file_of(nodeid: str) -> str:
    """The file of a test."""
    return nodeid.partition("::")[0]


def longest_first(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """The tests of the longest files before all others; apart from that, in the same order."""
    places = {file: place for place, file in enumerate(LONGEST)}
    return sorted(items, key=lambda item: places.get(file_of(item.nodeid), len(places)))


def shared_by(nodeid: str) -> str:
    """A name for the tests that one process runs together with this one: their file, or the first of their files."""
    file = file_of(nodeid)
    return next((files[0] for files in (MULTICAST, SOURCE) if file in files), file)


class FileScheduling(LoadScopeScheduling):  # type: ignore[misc] # xdist has no types
    """One process runs all tests of a file, or of several files that share something.

    The tests of a file share games, logs and parsed style sheets, which each process makes only once. The groups of
    `pytest-xdist` itself have no effect with pytest 9.2.
    """

    def _split_scope(self, nodeid: str) -> str:
        return shared_by(nodeid)
