"""What may keep others from seeing this machine's tables, looked at one by one.

`machine` looks at the program and its files, `network` at addresses, ports and multicast; each gives `finding`s.
Nothing leaves the LAN.
"""
