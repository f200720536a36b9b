"""Adversarial Taboo: make the other say a word that only you know."""
