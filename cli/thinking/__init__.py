"""Bots that think for long do so in a process of their own: keys, links and the screen stay quick meanwhile.

`worker` is that process and how it is asked; `program` is what runs in it; `apart` are bots that decide by it.
"""
