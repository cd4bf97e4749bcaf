"""Keys, signatures, and fingerprints that people can compare."""
