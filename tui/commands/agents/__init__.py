"""The commands about agents."""
