"""How the word lists and the two embedded spaces were made; see README.md."""
