"""One module for each card of the house deck: its name is the card, `paint()` its picture."""
