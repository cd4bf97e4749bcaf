"""What the fuzzer can be let loose on. Only names: what is behind them must be imported under the fuzzer's eyes."""

from __future__ import annotations

POSITIONS = ("position-tentricks", "position-tink", "position-ten", "position-te-trix", "position-tetris")

NAMES = ("codec", "announcement", "table-messages", "lobby", "handshake", "pairing", "log", *POSITIONS)
