"""A terminal or a pipe: what is printed, and the lines that are typed."""
