"""What CoMet makes of the settings of its seats: switches, and a temperature for each step."""

from collections.abc import Mapping
from typing import Any, Literal

from engine.game import GameType
from engine.games.comet_settings import CometSettings

type Sort = Literal["read", "plan", "write"]
"""The kinds of CoMet's steps, each with a temperature of its own."""


COMET_TEMPERATURES: Mapping[Sort, float] = {"read": 0.5, "plan": 0.6, "write": 0.8}
"""By kind of step: the temperature if nothing sets one. Writing is freer than reading."""


ABLATIONS = {
    "met": "metaphors",
    "fe": "feature extractor",
    "bm": "belief mapper",
    "sm": "self-monitor",
    "sp": "strategy planner",
}
"""The switches of the ablation study, by setting."""


def create_comet_settings(game: GameType, values: Mapping[str, Any]) -> CometSettings:
    """Create the settings of a seat in a game; those of the model's requests are left out.

    Args:
        game: A game that CoMet plays.
        values: The settings of the seat by name.
    """
    declared = game.comet_settings
    assert declared is not None
    known = declared.model_fields
    return declared(**{name: one for name, one in values.items() if name in known})


def find_temperature(
    settings: CometSettings, sort: Sort, common: float | str | None
) -> float | str:
    """The temperature of a kind of step.

    Args:
        settings: The settings of the seat.
        sort: The kind of step.
        common: The setting `temperature` of the seat; `None` if it is not set.
    """
    own: float | str | None = getattr(settings, f"temperature_{sort}")
    if own is not None:
        return own
    return COMET_TEMPERATURES[sort] if common is None else common
