"""Pictures in the terminal: graphics protocols, block characters, and where pictures are drawn."""
