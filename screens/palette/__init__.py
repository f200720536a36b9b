"""The command palette: every action of the screen, new games, saved games."""
