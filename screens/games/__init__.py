"""The screens of each game: one package each, and what they share."""
