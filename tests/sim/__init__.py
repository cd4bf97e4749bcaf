"""Whole tables under faults, in one thread on a virtual clock, each from one seed: `spec/simulation.md`."""
