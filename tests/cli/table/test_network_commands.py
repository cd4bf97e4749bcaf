"""How seats are meant at a network table."""

from __future__ import annotations

from p2pgame.cli.table.network_commands import seat_called

NAMES = ("Ada", "Max (normal)", "Ida (hard)")


def test_a_bot_is_meant_by_its_name_with_and_without_its_level() -> None:
    """As sentences call it; and a person by the name, in any spelling."""
    assert [seat_called(NAMES, name) for name in ("max", "Max (normal)", "IDA", "ada", "Ben")] == [1, 1, 2, 0, None]


def test_bots_of_one_name_are_meant_by_their_levels() -> None:
    """Without levels nobody could distinguish the two."""
    alike = ("Max (normal)", "Max (hard)")
    assert [seat_called(alike, name) for name in ("Max", "max (hard)")] == [None, 1]
