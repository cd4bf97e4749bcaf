"""Links over TCP and TLS: dialing, listening, and the outbox."""
