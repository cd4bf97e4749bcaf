"""The targets of the fuzzer. Only names: the modules must be imported under the fuzzer's eyes."""

from __future__ import annotations

POSITIONS = ("position-tentricks", "position-tink", "position-ten", "position-te-trix", "position-tetris")

NAMES = ("codec", "announcement", "table-messages", "lobby", "handshake", "pairing", "log", *POSITIONS)
