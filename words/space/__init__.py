"""Spaces of word vectors: their file format, names and folders, to read and to write."""
