"""Games on disk: saved games of this machine, and logs."""
