"""Undercover: describe a word that may differ from the others', and find who is undercover."""
