"""Pictures: cards, decks, and the code that draws the built-in deck (`images.art`)."""
