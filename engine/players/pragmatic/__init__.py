"""Parlour's own player."""
