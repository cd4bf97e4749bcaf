"""Benchmarks. Each module runs alone: `python -m benchmarks.NAME`."""
