"""A terminal or a pipe: printed output, and typed lines."""
