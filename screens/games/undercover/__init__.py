"""Undercover at the table."""
