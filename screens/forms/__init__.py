"""Private screens on which a person enters a move."""
