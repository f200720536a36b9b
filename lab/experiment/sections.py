"""The sections of an experiment file, such as replays, questions, items and report."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

INVENTED = "invented:decrypto"
"""The name of built-in games in the format of human games, played by word vectors."""


type StandIns = Literal["leave-out", "count", "count-as-failure"]
"""How tables count games in which a stand-in made a move, see `Report.stand_ins`."""


class Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Replays(Section):
    """Replays: every finished match again, with other players in some seats."""

    seats: dict[str, tuple[str, ...]]
    """By replaced seat: the names of its new players."""
    follow: Literal["record", "player"] = "record"
    """How the game continues after each turn: as recorded, or with the new player's move."""

    # Seats that answer a replaced seat are asked again, too, see `lab.run.plan`.


class Questions(Section):
    """A question about every turn of every finished match."""

    ask: str
    """The name of the question."""
    players: tuple[str, ...] = ()
    """The players to ask; if empty, the player of the seat."""
    context: Literal["view", "transcript"] = "view"
    """The context for a model: only the position, or the seat's own chat up to it."""


class Recorded(Section):
    """Recorded games in place of matches, such as journals of people."""

    journals: str
    """A folder of journals, one journal, or the name of a folder in `recorded` of the data
    folder."""


class Report(Section):
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
    pool: tuple[str, ...] = ()
    """The seats and options over which figures are pooled; every figure says so. Whatever else
    varies is told apart."""
    stand_ins: StandIns = "leave-out"
    """How tables count games in which a stand-in made a move, which is not the player's: not at
    all; as they were played, as the papers' programs do; or as games that ended with a failure."""
    settings: dict[str, Any] = {}
    """Further settings of the report."""
    paper: tuple[str, ...] = ()
    """Figures and tables of the game's paper to compare with: `table-1`, `figure-4`."""
