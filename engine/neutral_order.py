"""Order choices so that their order reveals nothing."""

from collections.abc import Iterable
from hashlib import sha256


def order_neutrally(choices: Iterable[str], *occasion: object) -> tuple[str, ...]:
    """Shuffle choices, always in the same way for the same occasion.

    A model may prefer the first or the last of several choices, so the order must reveal nothing,
    neither the order of seats nor the card that was drawn last.

    Args:
        choices: Distinct texts.
        occasion: Values that the seat knows and that identify the decision.
    """
    salt = "/".join(map(str, occasion))
    return tuple(sorted(choices, key=lambda choice: sha256(f"{salt}/{choice}".encode()).digest()))
