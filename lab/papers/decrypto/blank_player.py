"""The moves that the published code puts in for a player without a legal one.

They say nothing: `no hint` three times, and the guess 0-0-0, which is never right. A game takes
them with `reuse_hints` and `blank_guess`.
"""

from typing import Any

from engine.games.decrypto.moves import BLANK

NO_HINT = "no hint"


class BlankPlayer:
    """A player whose moves say nothing."""

    def decide(self, view: Any, complaint: str | None) -> dict[str, Any]:  # noqa: ANN401, ARG002
        """Give no hint, or a guess that is never right."""
        if view.code is not None:
            return {"Hint": {"words": [NO_HINT] * 3}}
        return {"Guess": {"code": list(BLANK)}}


def create(*_: str) -> BlankPlayer:
    """Create the player of any seat."""
    return BlankPlayer()
