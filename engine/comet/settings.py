"""What a `comet:` seat can set, in every game that the agent plays."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from engine.options import Note

type Sort = Literal["read", "plan", "write"]
"""The kinds of step that can have a temperature of their own."""

GAMES = {"undercover": "Undercover", "taboo": "Adversarial Taboo"}
"""The games that the agent plays, by name."""
TEMPERATURES: Mapping[Sort, float] = {"read": 0.5, "plan": 0.6, "write": 0.8}
"""By kind of step: the temperature if nothing sets one. Writing is freer than reading."""


@dataclass(frozen=True, slots=True)
class CometSettings:
    """What a CoMet seat sets in Adversarial Taboo, and the beginning of what it sets elsewhere."""

    met: Annotated[bool, Note("Read and write metaphors.")] = True
    temperature_read: Annotated[
        float | None,
        Note(
            "The temperature of steps that read and judge.",
            *(0, 2),
            words=("server",),
            usual="temperature, else 0.5",
        ),
    ] = None
    temperature_plan: Annotated[
        float | None,
        Note(
            "The temperature of steps that plan and vote.",
            *(0, 2),
            words=("server",),
            usual="temperature, else 0.6",
        ),
    ] = None
    temperature_write: Annotated[
        float | None,
        Note(
            "The temperature of steps that write what is said.",
            *(0, 2),
            words=("server",),
            usual="temperature, else 0.8",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class UndercoverSettings(CometSettings):
    """What a CoMet seat sets in Undercover."""

    fe: Annotated[bool, Note("Extract features of the words from what others say.")] = True
    bm: Annotated[bool, Note("Map beliefs: who has which word.")] = True
    sm: Annotated[bool, Note("Monitor the own role.")] = True
    sp: Annotated[bool, Note("Plan a strategy before speaking.")] = True
    reasoning: Annotated[
        str,
        Note(
            "How metaphors are read: by hypotheses, directly, or by replacing them.",
            choices=("hypothesis", "direct", "replace"),
        ),
    ] = "hypothesis"
    pool: Annotated[
        str | None,
        Note(
            "A file of experiences with metaphors; make one with: parlour pool new FILE.",
            pattern=r"[^,]{1,400}",
            form="the path of a pool",
            usual="none",
        ),
    ] = None
    learn: Annotated[bool, Note("Add this game's metaphors to the pool after the game.")] = True


TABLES: Mapping[str, type[CometSettings]] = {
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


def create_settings(game: str, values: Mapping[str, Any]) -> CometSettings:
    """The settings of a seat in a game; those of the model's requests are left out."""
    table = TABLES[game]
    known = table.__dataclass_fields__
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
    return TEMPERATURES[sort] if common is None else common
