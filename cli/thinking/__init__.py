"""Slow bots, in a process of their own: keys, links and the screen stay quick meanwhile.

`worker` is that process and its questions; `program` runs in it; `apart` are bots that decide by it.
"""
