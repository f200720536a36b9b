"""Picture cards, decks of them, and the code that draws the built-in deck (`images.art`)."""
