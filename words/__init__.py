"""Word lists and word vectors; safe access to files, and the environment of child processes."""
