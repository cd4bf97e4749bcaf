"""Bytes, without any notion of a table: canonical msgpack, frames, fields, limits, numbered errors, safe text."""
