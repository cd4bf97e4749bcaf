"""Logs for others: a page that replays a game, and a drawing of one position."""
