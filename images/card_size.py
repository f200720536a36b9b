"""The size of a card."""

WIDTH, HEIGHT = 305, 460
"""In card units: pixels of a card as the game uses it."""
