"""The commands about decks."""
