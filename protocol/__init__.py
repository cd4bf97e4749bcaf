"""The table protocol, sans I/O: bytes and events in, bytes and events out. Specified in `spec/`."""
