"""The commands about settings."""
