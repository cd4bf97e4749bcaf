"""Logs for a browser: a page that plays a game back by itself, and a drawing of one position. No network is needed."""
