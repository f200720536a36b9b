"""Rules, players, the game loop, sessions and journals, without any user interface."""
