"""Benchmarks. Each module runs alone: `python -m benchmarks.NAME`."""

from p2pgame.cli.system.one_core import keep_arrays_on_one_core

keep_arrays_on_one_core()  # as the product does
