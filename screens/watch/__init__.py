"""Screens that show a game of machines to an audience, and ask the audience to guess."""
