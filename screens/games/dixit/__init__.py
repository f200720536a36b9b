"""Dixit on screens."""
