"""The names of the ways in which games end."""

from engine.text import clean


def describe_ending(reason: str, listed: str) -> tuple[str, str]:
    """Name the share of games that ended for a reason: as an identifier, and in words.

    Args:
        reason: The reason.
        listed: The units of a game, such as rounds, which is also the name of their number.
    """
    if reason == listed:
        return f"{reason}_limit", f"Share of games: limit of {reason}"
    return reason, f"Share of games: {clean(reason, 60).replace('_', ' ')}"
