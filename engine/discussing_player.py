"""`DiscussingPlayer`, a Player around a machine's, which talks before it votes."""

from collections.abc import Awaitable, Callable
from typing import Any

from engine.player import Player


class DiscussingPlayer:
    """A player that says what it has to say to the table before it decides."""

    def __init__(self, player: Player[Any, Any], talk: Callable[[], Awaitable[None]]) -> None:
        """Wrap `player`; `talk` lets it speak if it is the moment for that."""
        self.player = player
        self.talk = talk

    async def decide(self, view: Any, complaint: str | None) -> Any:  # noqa: ANN401
        """Let the player speak, then ask it for its move."""
        if complaint is None:
            await self.talk()
        return await self.player.decide(view, complaint)
