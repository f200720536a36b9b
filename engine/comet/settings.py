"""The settings of CoMet seats."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from engine.model import Model
from engine.options import Mark

type Sort = Literal["read", "plan", "write"]
"""The kinds of CoMet's steps, each with a temperature of its own."""


COMET_GAMES = {"undercover": "Undercover", "taboo": "Adversarial Taboo"}
"""The games that CoMet plays, by name."""


COMET_TEMPERATURES: Mapping[Sort, float] = {"read": 0.5, "plan": 0.6, "write": 0.8}
"""By kind of step: the temperature if nothing sets one. Writing is freer than reading."""


class CometSettings(Model):
    """The settings of a CoMet seat in Adversarial Taboo, which other games extend."""

    met: bool = True
    """Read and write metaphors."""
    temperature_read: Annotated[
        Annotated[float, Field(ge=0, le=2)] | Literal["server"] | None,
        Mark(usual="temperature, else 0.5"),
    ] = None
    """The temperature of steps that read and judge."""
    temperature_plan: Annotated[
        Annotated[float, Field(ge=0, le=2)] | Literal["server"] | None,
        Mark(usual="temperature, else 0.6"),
    ] = None
    """The temperature of steps that plan and vote."""
    temperature_write: Annotated[
        Annotated[float, Field(ge=0, le=2)] | Literal["server"] | None,
        Mark(usual="temperature, else 0.8"),
    ] = None
    """The temperature of steps that write what is said."""


class UndercoverSettings(CometSettings):
    """The settings of a CoMet seat in Undercover."""

    fe: bool = True
    """Extract features of the words from what others say."""
    bm: bool = True
    """Map beliefs: who has which word."""
    sm: bool = True
    """Monitor the own role."""
    sp: bool = True
    """Plan a strategy before speaking."""
    reasoning: Literal["hypothesis", "direct", "replace"] = "hypothesis"
    """How metaphors are read: by hypotheses, directly, or by replacing them."""
    pool: Annotated[str | None, Mark(usual="none", form="the path of a pool")] = Field(
        default=None, pattern="[^,]{1,400}"
    )
    """A file of experiences with metaphors; make one with: parlour pool new FILE."""
    learn: bool = True
    """Add this game's metaphors to the pool after the game."""


COMET_TABLES: Mapping[str, type[CometSettings]] = {
    "undercover": UndercoverSettings,
    "taboo": CometSettings,
}
"""By game: what a CoMet seat sets."""


ABLATIONS = {
    "met": "metaphors",
    "fe": "feature extractor",
    "bm": "belief mapper",
    "sm": "self-monitor",
    "sp": "strategy planner",
}
"""The switches of the ablation study, by setting."""


def create_comet_settings(game: str, values: Mapping[str, Any]) -> CometSettings:
    """The settings of a seat in a game; those of the model's requests are left out."""
    table = COMET_TABLES[game]
    known = table.model_fields
    return table(**{name: one for name, one in values.items() if name in known})


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
