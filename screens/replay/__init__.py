"""The replay of a saved game, step by step."""
