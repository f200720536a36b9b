"""List the most prompts that a move may need, to estimate its cost."""

from collections.abc import Mapping
from typing import Any

from engine.comet.settings import UndercoverSettings, create_comet_settings
from engine.comet.suspicion import TabooBeliefs
from engine.comet.taboo import ask_for_line
from engine.comet.undercover import list_undercover_questions
from engine.prompt import Prompt


def list_longest_questions(view: Any, game_name: str, values: Mapping[str, Any]) -> list[Prompt]:  # noqa: ANN401
    """List the most questions that a seat asks for a move, if every first answer can be used.

    It asks most if every new statement is a metaphor, and if it answers with one.

    Args:
        view: The view of the seat.
        game_name: The game's name in the catalog.
        values: The settings of the seat by name.
    """
    settings = create_comet_settings(game_name, values)
    if not isinstance(settings, UndercoverSettings):
        return [ask_for_line(view, TabooBeliefs(), metaphors=settings.met).prompt]
    return [question.prompt for question in list_undercover_questions(view, settings)]
