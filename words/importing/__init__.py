"""Import word vectors from other formats, and download them."""
