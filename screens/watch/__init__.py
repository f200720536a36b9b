"""Watching a game between machines: the presentation, its pace, and the audience's poll."""
