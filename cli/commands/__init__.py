"""One module per command, each with a click command of the module's name; imported on first use."""
