"""Word lists and word vectors."""
