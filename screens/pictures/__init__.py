"""Pictures in the terminal: encode, cache and paint them, and widgets for cards."""
