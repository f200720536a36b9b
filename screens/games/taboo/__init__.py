"""Adversarial Taboo on screens."""
