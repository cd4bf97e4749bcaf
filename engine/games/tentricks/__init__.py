"""Tentricks. Rules: `spec/games/tentricks.md`."""
