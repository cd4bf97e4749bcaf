"""Bytes, and nothing that knows a table: canonical msgpack, frames, fields, limits, numbered errors, safe text."""
