"""One module a command, each with a click command of the module's name; imported when it is first called."""
