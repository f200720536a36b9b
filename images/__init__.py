"""Picture cards, and decks of them."""
