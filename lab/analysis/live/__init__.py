"""The results of a run while it goes on."""
