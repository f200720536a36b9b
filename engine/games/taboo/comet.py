"""The CoMet agent of a seat in Adversarial Taboo."""

from collections.abc import Callable
from pathlib import Path

from engine.comet.module_client import ModuleClient
from engine.comet.taboo_agent import TabooAgent, ask_for_line
from engine.comet.taboo_beliefs import TabooBeliefs
from engine.game import Game
from engine.games.comet_settings import CometSettings
from engine.games.taboo.moves import Move
from engine.games.taboo.options import Options
from engine.games.taboo.view import View
from engine.possible_prompt import PossiblePrompt
from engine.seat import Seat


def create_comet_agent(
    client: ModuleClient,
    game: Game[Options, object, View, Move],
    seat: Seat,
    seed: str,
    settings: CometSettings,
    calls_file: Path | None,
    count_moves: Callable[[], int],
) -> TabooAgent:
    """Create the agent of a seat."""
    return TabooAgent(client, game, seat, settings, calls_file, count_moves)


def list_comet_prompts(view: View, settings: CometSettings) -> list[PossiblePrompt]:
    """List the one prompt for a move."""
    return [PossiblePrompt(ask_for_line(view, TabooBeliefs(), metaphors=settings.met).prompt)]
