"""Access to files, for all packages; it knows nothing of games."""
