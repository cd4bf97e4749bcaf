"""From a connection to a link: the handshake, the pairing code, and the states between."""
