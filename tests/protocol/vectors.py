"""Writes the test vectors of `spec/vectors/` that this code can make: `python -m tests.protocol.vectors`."""

from __future__ import annotations

import json
from pathlib import Path

from p2pgame.engine.games import load
from p2pgame.protocol.contract import fairness
from p2pgame.protocol.wire.limits import CHAIN_LENGTH

from .announcement_vectors import announcement_vectors
from .local_vector import local_vector
from .log_vector import LOG_VECTORS
from .people import contract, identity
from .table_vectors import journal_vectors, message_vectors
from .wire_vectors import encoding_vectors, identity_vectors, link_vectors

FOLDER = Path(__file__).parents[2] / "spec" / "vectors"


def fairness_vectors() -> dict[str, object]:
    """A chain and some draws."""
    agreed = contract(load("tink"), 2)
    nonce = bytes(range(32))
    chain = fairness.Chain(identity(0), nonce, agreed.id, 0)
    draws = []
    for name, bound in (("two seats", 2), ("a deck", 91), ("four dice", 81), ("a bound near 2^64", 3 << 62)):
        shares = [(0, chain.share(1)), (1, bytes([1]) * 32)]
        draws.append(
            {
                "name": name,
                "table": agreed.id.hex(),
                "step": 1,
                "number": 1,
                "shares": [[seat, share.hex()] for seat, share in shares],
                "bound": bound,
                "value": fairness.draw(agreed.id, 1, 1, shares, bound),
            }
        )
    return {
        "about": "spec/fairness.md; the seed of the key is 32 bytes of value 1",
        "chain": {
            "contract": agreed.encoded.hex(),
            "contract_id": agreed.id.hex(),
            "seat": 0,
            "seed": (bytes([1]) * 32).hex(),
            "nonce": nonce.hex(),
            "anchor": chain.anchor.hex(),
            "shares": {str(n): chain.share(n).hex() for n in (1, 2, CHAIN_LENGTH)},
        },
        "draws": draws,
    }


VECTORS = {
    "announcement": announcement_vectors,
    "encoding": encoding_vectors,
    "fairness": fairness_vectors,
    "identity": identity_vectors,
    "journal": journal_vectors,
    "link": link_vectors,
    **LOG_VECTORS,
    "local": local_vector,
    "messages": message_vectors,
}
"""Name of the file to what is written in it."""


def text_of(name: str) -> str:
    """The file of these vectors as this code writes it."""
    return json.dumps(VECTORS[name](), indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for name in VECTORS:
        (FOLDER / f"{name}.json").write_text(text_of(name), encoding="utf-8")


if __name__ == "__main__":
    main()
