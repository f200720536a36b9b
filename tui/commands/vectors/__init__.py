"""The commands about word vectors."""
