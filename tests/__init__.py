"""The tests of p2pgame; folders mirror the sources."""
