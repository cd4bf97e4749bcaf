"""Links over TCP and TLS: dialing, listening, and what waits to be written."""
