"""The sections of an experiment file, such as replays, questions, items and report."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticKnownError


def _require(kind: type, error: Literal["int_type", "bool_type"]) -> BeforeValidator:
    def check(value: object) -> object:
        if type(value) is not kind:
            raise PydanticKnownError(error)
        return value

    return BeforeValidator(check)


Whole = Annotated[int, _require(int, "int_type")]
"""An integer; neither `true` nor a text that looks like a number."""


YesOrNo = Annotated[bool, _require(bool, "bool_type")]


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Replays(Part):
    """Replays: every finished match again, with other players in some seats."""

    seats: dict[str, tuple[str, ...]]
    """By replaced seat: the names of its new players."""
    follow: Literal["record", "player"] = "record"
    """How the game continues after each turn: as recorded, or with the new player's move."""

    # Seats that answer a replaced seat are asked again, too, see `lab.run.plan`.


class Questions(Part):
    """A question about every turn of every finished match."""

    ask: str
    """The name of the question."""
    players: tuple[str, ...] = ()
    """The players to ask; if empty, the player of the seat."""
    context: Literal["view", "transcript"] = "view"
    """The context for a model: only the position, or the seat's own chat up to it."""


class Recorded(Part):
    """Recorded games in place of matches, such as journals of people."""

    journals: str
    """A folder of journals, one journal, or the name of a folder in `recorded` of the data
    folder."""


class Bench(Part):
    """Items of DixitBench: players say which card a clue means."""

    items: str = ""
    """The folder of a bench; by default the built-in DixitBench."""
    tiers: tuple[str, ...] = ("easy", "medium", "hard")
    """The tiers of difficulty."""
    strategies: tuple[Literal["direct", "entailment"], ...] = ("direct",)
    """`direct`: all cards at once and one answer; `entailment`: a score from 0 to 100 per card."""
    players: tuple[str, ...] = ()
    """The players to ask; by default all."""
    show: Literal["pictures", "descriptions"] | dict[str, Literal["pictures", "descriptions"]] = (
        "pictures"
    )
    """Whether cards are shown as pictures or described in words: for all, or by player."""
    tries: Whole = Field(default=1, ge=1, le=3)
    """Maximum number of tries until an answer can be read; after that the item is unparsed."""

    def get_tier(self, player: str) -> str:
        """Find the tier of a player: pictures or descriptions."""
        return self.show if isinstance(self.show, str) else self.show.get(player, "pictures")


class Report(Part):
    """The settings of the report."""

    title: str = ""
    """The title; by default the name of the experiment."""
    question: str = ""
    """The research question, in a sentence."""
    rows: str = ""
    """The seat or option in the rows of the matrix."""
    columns: str = ""
    """The seat or option in the columns of the matrix."""
    measures: tuple[str, ...] = ()
    """The names of the measures that it shows."""
    settings: dict[str, Any] = {}
    """Further settings of the report."""
    paper: tuple[str, ...] = ()
    """Figures and tables of the game's paper to compare with: `table-1`, `figure-4`."""
