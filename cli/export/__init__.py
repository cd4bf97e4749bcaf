"""Logs for others to look at: a page that plays a game back by itself, and a drawing of one position."""
