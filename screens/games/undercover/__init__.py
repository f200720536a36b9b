"""Undercover on screens."""
