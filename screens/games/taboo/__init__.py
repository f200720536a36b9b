"""Adversarial Taboo at the table."""
