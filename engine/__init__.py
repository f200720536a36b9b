"""Rules, seats, players and journals: everything about a game but its looks."""
