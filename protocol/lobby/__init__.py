"""The lobby: who sits where, the offer, and what a table announces on the LAN."""
