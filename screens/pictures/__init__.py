"""Pictures in the terminal: prepared once, drawn as it can, gone with their screen."""
