"""A listener's certificate for tests: one is enough for all of them."""

from __future__ import annotations

from datetime import UTC, datetime

from p2pgame.p2p.link.tls import make_certificate

CERTIFICATE = make_certificate(datetime(2030, 5, 1, tzinfo=UTC))
