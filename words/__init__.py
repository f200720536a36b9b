"""Words: word lists, spaces of word vectors, their file format and their import."""
