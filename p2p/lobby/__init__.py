"""Hosting and joining, until the table begins."""
