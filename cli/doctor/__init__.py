"""Checks for reasons why others may not see this machine's tables.

`machine` looks at the program and its files, `network` at addresses, ports and multicast; each gives `finding`s.
Nothing leaves the LAN.
"""
