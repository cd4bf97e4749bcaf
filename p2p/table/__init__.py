"""A table being played: the runner, its links with every other seat, resuming and watching."""
