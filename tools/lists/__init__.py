"""How the word lists were made; see README.md."""
