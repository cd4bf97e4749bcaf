"""Where strangers come from, in groups (`spec/identity-and-link.md`)."""

from __future__ import annotations

import pytest
from p2pgame.p2p.link.sources import Shares, groups_of


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("2001:db8:1:2::7", "2001:db8:1:2:ffff::1", 2),
        ("2001:db8:1:2::7", "2001:db8:1:3::7", 1),
        ("2001:db8:1:2::7", "2001:db8:2:2::7", 0),
        ("fe80::7", "fe80::8", 2),
        ("192.168.1.7", "192.168.1.8", 0),
        ("192.168.1.7", "::ffff:192.168.1.7", 3),
        ("", "192.168.1.7", 0),
    ],
)
def test_addresses_of_one_network_are_a_group(one: str, other: str, shared: int) -> None:
    """IPv6: one machine has as many as it likes. An IPv4 address is another machine's, or hard to have."""
    assert [mine == theirs for mine, theirs in zip(groups_of(one), groups_of(other), strict=True)] == [
        level < shared for level in range(3)
    ]


def test_addresses_of_one_machine_are_a_group() -> None:
    """If its hardware address is known. Then machines of one network are separate groups, too."""
    eve, card = "02:00:00:00:00:09", groups_of("2001:db8:1:2::9", "02:00:00:00:00:09")
    assert card[0] == groups_of("192.168.1.9", eve)[0] == groups_of("fe80::9", eve)[0]
    assert card[1:] == groups_of("2001:db8:1:2::9")[1:]
    assert card[0] != groups_of("2001:db8:1:2::7", "02:00:00:00:00:07")[0]


def test_the_group_with_the_fewest_turns_is_next_the_widest_first() -> None:
    """A new network comes before a new address of one that has had turns."""
    shares = Shares()
    old, fresh, other = (groups_of(f"2001:db8:{number}") for number in ("1::1", "1::2", "2::1"))
    shares.count(old)
    sources = [old, fresh, other]
    assert shares.neediest(sources, lambda source: source) == [other]
    assert shares.greediest(sources, lambda source: source) == [old, fresh]


def test_groups_are_remembered_up_to_a_limit() -> None:
    """The oldest are forgotten: strangers cannot fill memory."""
    shares = Shares(remembered=2)
    first, second, third = (groups_of(f"192.168.1.{number}") for number in (1, 2, 3))
    for source in (first, second, third):
        shares.count(source)
    assert shares.neediest([third, first, second], lambda source: source) == [first]
