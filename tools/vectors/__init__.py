"""How the built-in spaces of word vectors were trained; see README.md."""
