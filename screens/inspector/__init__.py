"""The inspector: the moves of a game, and how each was made."""
