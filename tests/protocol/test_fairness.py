"""The clauses of `spec/fairness.md`."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from p2pgame.engine.games import load
from p2pgame.protocol.contract import fairness
from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.wire.errors import Code
from p2pgame.protocol.wire.limits import CHAIN_LENGTH

from .people import contract, find_game, genesis, identity, with_copied
from .refusals import refused

VECTORS = json.loads((Path(__file__).parents[2] / "spec" / "vectors" / "fairness.json").read_text("utf-8"))


def chain(person: int = 0, seat: int = 0, nonce: bytes = bytes(32), contract_id: bytes = bytes(32)) -> fairness.Chain:
    """A chain of somebody's."""
    return fairness.Chain(identity(person), nonce, contract_id, seat)


@pytest.mark.parametrize("position", [1, 2, 63, 64, 65, 128, 4033, CHAIN_LENGTH - 1, CHAIN_LENGTH])
def test_every_share_hashes_to_the_one_before(position: int) -> None:
    """From the first to the last, in any order."""
    own = chain()
    own.share(100)
    before = own.anchor if position == 1 else own.share(position - 1)
    assert fairness.share_before(fairness.chain_context(bytes(32), 0), position, own.share(position)) == before


def test_a_chain_is_made_again_from_key_and_nonce() -> None:
    """And differs with key, nonce, contract and seat."""
    assert chain().share(9) == chain().share(9)
    others = [chain(person=1), chain(seat=1), chain(nonce=b"n" * 32), chain(contract_id=b"c" * 32)]
    assert len({own.anchor for own in [chain(), *others]}) == 5


def test_a_used_up_chain_has_no_more_shares() -> None:
    """Nor one before the first."""
    for position in (0, CHAIN_LENGTH + 1):
        with pytest.raises(IndexError):
            chain().share(position)


def test_a_copied_anchor_can_never_be_opened() -> None:
    """The context binds a link to its seat and contract."""
    own = chain()
    assert fairness.share_before(fairness.chain_context(bytes(32), 1), 1, own.share(1)) != own.anchor
    assert fairness.share_before(fairness.chain_context(b"c" * 32, 0), 1, own.share(1)) != own.anchor


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_share_of_another_length_is_never_good(size: int) -> None:
    """A seat could make its anchor of one: the pages know shares of 32 bytes only, and another reader refuses it."""
    seat_contract = contract(load("tetris"), 2)
    share = bytes(size)
    anchor = fairness.share_before(fairness.chain_context(seat_contract.id, 0), 1, share)
    assert not fairness.Shares(seat_contract.id, [anchor]).holds(0, share)


@given(bound=st.integers(1, 2**32), step=st.integers(0, 1000), shares=st.binary(min_size=32, max_size=32))
def test_a_draw_lies_below_its_bound(bound: int, step: int, shares: bytes) -> None:
    """For every bound that a game may ask for."""
    assert 0 <= fairness.draw(bytes(32), step, 1, [(0, shares), (1, bytes(32))], bound) < bound


def test_a_draw_depends_on_table_step_number_seats_and_each_share() -> None:
    """Change one, and it is another draw."""
    ones, twos = b"1" * 32, b"2" * 32
    draws = [
        fairness.draw(bytes(32), 1, 1, [(0, ones), (1, twos)], 2**60),
        fairness.draw(b"t" * 32, 1, 1, [(0, ones), (1, twos)], 2**60),
        fairness.draw(bytes(32), 2, 1, [(0, ones), (1, twos)], 2**60),
        fairness.draw(bytes(32), 1, 2, [(0, ones), (1, twos)], 2**60),
        fairness.draw(bytes(32), 1, 1, [(0, ones), (2, twos)], 2**60),
        fairness.draw(bytes(32), 1, 1, [(0, twos), (1, twos)], 2**60),
        fairness.draw(bytes(32), 1, 1, [(0, ones), (1, ones)], 2**60),
    ]
    assert len(set(draws)) == len(draws)


@pytest.mark.parametrize("honest", range(5))
def test_one_honest_share_suffices_where_all_others_are_known(honest: int) -> None:
    """Four of five seats have secrets that anybody can guess: with any honest fifth one, a draw may still be anything.
    Anyone who knows the four has no better guess than others.
    """
    weak = [(seat, bytes([seat]) * 32) for seat in range(5)]
    drawn: Counter[int] = Counter()
    for secret in range(1200):
        shares = [*weak[:honest], (honest, sha256(bytes([honest]) + secret.to_bytes(2, "big")).digest())]
        drawn[fairness.draw(bytes(32), 1, 1, [*shares, *weak[honest + 1 :]], 6)] += 1
    assert set(drawn) == set(range(6))
    assert all(140 <= count <= 260 for count in drawn.values())


def test_rejection_leaves_no_bias() -> None:
    """Words that the bound does not divide evenly are thrown away: three quarters of the range would favour a third.

    With a bound of 3 x 2^62 a plain remainder would give values below 2^62 twice as often as the others.
    """
    bound = 3 << 62
    thirds = Counter(fairness.draw(bytes(32), step, 1, [(0, bytes(32))], bound) >> 62 for step in range(1500))
    assert set(thirds) == {0, 1, 2}
    assert all(430 <= count <= 570 for count in thirds.values())


@pytest.mark.parametrize("what", ["nonce", "anchor"])
@pytest.mark.parametrize(("copier", "source"), [(1, 0), (0, 1)])
def test_equal_anchors_or_nonces_are_refused(what: str, copier: int, source: int) -> None:
    """Both seats of one genesis are named, because nothing in it says which has copied."""
    whole = genesis(load("tink"), 3)
    entries = list(whole.entries)
    entries[copier] = with_copied(what, entries[source], copier, whole.contract)
    with refused(Code.COPIED_COMMITMENT, "Ada and Ben"):
        Genesis(whole.contract, tuple(entries)).check(find_game)


@pytest.mark.parametrize("vector", VECTORS["draws"], ids=lambda vector: vector["name"])
def test_vectors_of_draws(vector: dict[str, object]) -> None:
    """The published draws."""
    raw = vector["shares"]
    assert isinstance(raw, list)
    shares = [(seat, bytes.fromhex(share)) for seat, share in raw]
    step, number, bound = (int(str(vector[key])) for key in ("step", "number", "bound"))
    table = bytes.fromhex(str(vector["table"]))
    assert fairness.draw(table, step, number, shares, bound) == vector["value"]


def test_vector_of_a_chain() -> None:
    """The published chain: its anchor and first and last shares."""
    vector = VECTORS["chain"]
    agreed = contract(load("tink"), 2)
    assert agreed.id.hex() == vector["contract_id"]
    own = fairness.Chain(identity(0), bytes.fromhex(vector["nonce"]), agreed.id, vector["seat"])
    assert own.anchor.hex() == vector["anchor"]
    assert {str(n): own.share(n).hex() for n in (1, 2, CHAIN_LENGTH)} == vector["shares"]
