"""Undercover: describe a word that may not be the word of the others, and find who is odd."""
