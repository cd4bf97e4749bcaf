"""TEN. Rules: `spec/games/ten.md`."""
