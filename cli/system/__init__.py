"""The operating system: exit codes, the standard streams, signals."""
