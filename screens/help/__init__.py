"""Help about a screen, and the rules of the games."""
