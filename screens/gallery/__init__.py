"""The gallery of a deck, and one card as large as possible."""
