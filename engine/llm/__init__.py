"""Language models as players: from the prompt to the move, with servers and logged calls."""
