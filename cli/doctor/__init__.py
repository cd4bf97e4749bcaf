"""Checks for reasons why others may not see this machine's tables.

`machine` checks the program and its files, `network` the addresses, ports and multicast; each gives `finding`s. Nothing
leaves the LAN.
"""
