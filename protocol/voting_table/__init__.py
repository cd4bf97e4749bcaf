"""The table's former core, by votes that may be taken back. To be replaced."""
