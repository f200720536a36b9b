"""Pictures: the deck of cards, once it is drawn."""
