"""The commands about experiments."""
