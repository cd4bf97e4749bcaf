"""What the program does from the first screen to the last, command by command."""
