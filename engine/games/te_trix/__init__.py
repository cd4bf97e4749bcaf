"""Te-Trix. Rules: `spec/games/te-trix.md`."""
