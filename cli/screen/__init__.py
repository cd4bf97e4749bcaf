"""The table on the whole screen, with Textual. Imported only where a terminal shows it."""
