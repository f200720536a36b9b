"""Ask a model that plays without CoMet's modules what it believes, and at the end what it found."""

from collections.abc import Awaitable
from copy import copy
from typing import Any

from engine.comet.module_client import ModuleClient, ReplyGame, get_prompt
from engine.game import GameType
from engine.games.comet_settings import CometSettings
from engine.llm.player import ModelPlayer
from engine.usage import Usage


def attach_inquiry(
    player: ModelPlayer[Any, Any], definition: GameType, temperature: float | str | None
) -> None:
    """Let a model be asked for its beliefs after each move, as CoMet agents are, and at the end.

    Args:
        player: The player, whose usage includes these calls.
        definition: The game in the catalog.
        temperature: The seat's setting; `None` if it is not set, then as CoMet reads.

    Raises:
        MissingPart: If nobody is asked for beliefs in this game.
    """
    asked: Any = copy(player)
    asked.game, asked.build_prompt = ReplyGame(definition.name, player.game.seats), get_prompt
    client = ModuleClient(asked, CometSettings(), temperature)
    inquiry = definition.create_inquiry(client)

    closing = definition.create_closing_inquiry(client)

    async def count(asking: Awaitable[None]) -> None:
        try:
            await asking
        finally:
            player.usage += client.usage
            client.usage = Usage()

    player.after_move = lambda view, move: count(inquiry.ask(view, move))
    player.closing = lambda question: count(closing.ask(question))
