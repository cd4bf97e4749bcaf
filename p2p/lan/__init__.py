"""The local network: interfaces, multicast DNS, announcing tables and browsing for them."""
