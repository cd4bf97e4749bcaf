"""The person at this program: the profile with its key, and its settings."""
