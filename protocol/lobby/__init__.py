"""The lobby: its seats, the offer, and the announcement of a table on the LAN."""
