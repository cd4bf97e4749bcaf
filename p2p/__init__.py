"""The protocol on trio: TLS streams, mesh, discovery, and the log on disk. Owns the clock and the entropy."""
