"""Tetris. Rules: `spec/games/tetris.md`."""
