"""The log of a table and the journal beside it, as bytes; replaying and verifying a log. Specified in `spec/log.md`."""
