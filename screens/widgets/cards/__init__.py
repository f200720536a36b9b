"""Widgets that show several cards."""
