"""How often a player is asked for a move."""

MAX_TRIES = 3
"""Maximum number of attempts at a move before a player counts as failed, unless the game says
otherwise."""


def describe_tries(tries: int) -> str:
    """Write how often a player was asked: `1 try`, `3 tries`."""
    return f"{tries} {'try' if tries == 1 else 'tries'}"
