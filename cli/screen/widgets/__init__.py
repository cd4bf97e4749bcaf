"""Parts of screens, a widget a file."""
