"""Dixit at the table."""
