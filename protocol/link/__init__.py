"""How a connection becomes a link: the handshake, the pairing code, and the states between."""
