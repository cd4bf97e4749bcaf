"""Tests of the table, its parts alone and whole tables joined in memory."""
