"""How often a player is asked for a move."""

MAX_TRIES = 3
"""Maximum number of attempts at a move before a player counts as failed, unless the game says
otherwise."""
