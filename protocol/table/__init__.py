"""A live table: one history, decided once, never taken back. Start at `table.py`; the rules are in `consensus.py`."""
