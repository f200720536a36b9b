"""Pictures in the terminal: encode them, cache them and place them on the screen."""
