"""Adversarial Taboo: make the other player say a word that only you know."""
