"""The sections of an experiment file, such as line-ups, replays, questions, limits and report.

Each is a pydantic model with its own validation. `expand_players` makes a player of each
combination of listed settings.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    field_validator,
)
from pydantic_core import PydanticKnownError

from engine.llm.budget import Budget


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


class Lineups(Part):
    """The line-ups: the product of the seats' players, restricted by the rules below."""

    seats: dict[str, tuple[str, ...]] = {}
    """By seat: the names of the players that take it in turn."""
    fixed: dict[str, str] = {}
    """By seat: the player that has it in all line-ups."""
    same: tuple[tuple[str, ...], ...] = ()
    """Groups of seats that always have the same player."""
    only: tuple[dict[str, str], ...] = ()
    """If given, only line-ups that match one of these are played."""
    exclude: tuple[dict[str, str], ...] = Field(default=(), alias="except")
    """Line-ups that match one of these are left out."""

    def expand(self, seats: tuple[str, ...]) -> Iterator[dict[str, str]]:
        """Yield each line-up: names of players by seat, in table order."""
        choices = [
            (self.fixed[seat],) if seat in self.fixed else self.seats[seat] for seat in seats
        ]
        every = (dict(zip(seats, names, strict=True)) for names in product(*choices))
        return filter(self._is_wanted, every)

    def _is_wanted(self, lineup: dict[str, str]) -> bool:
        same = all(
            len({lineup[seat] for seat in group if seat in lineup}) < 2 for group in self.same
        )
        only = not self.only or any(rule.items() <= lineup.items() for rule in self.only)
        return same and only and not any(one.items() <= lineup.items() for one in self.exclude)


class Replays(Part):
    """Replays: every finished match again, with other players in some seats."""

    seats: dict[str, tuple[str, ...]]
    """By replaced seat: the names of its new players."""
    follow: Literal["record", "player"] = "record"
    """How the game continues after each turn: as recorded, or with the new player's move."""

    # Seats that answer a replaced seat are asked again, too, see `lab.plan`.


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


class Teams(Part):
    """Teams instead of line-ups: every pair of players, each in all seats of one team."""

    seats: tuple[tuple[str, ...], ...]
    """The seats of each team, such as `[["p1", "p2"], ["p3", "p4"]]`."""
    players: tuple[str, ...] = ()
    """The players; by default all."""
    self_play: YesOrNo = True
    """Whether each player also plays against itself."""
    rotate: YesOrNo = True
    """Whether teams move by one seat from deal to deal, so that no seat gives an advantage."""


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


class Limits(Part):
    """The limits of the run."""

    at_once: Whole | dict[str, Whole] = {}
    """Maximum number of concurrent questions to a model: for every model, or by player."""
    budget: str = ""
    """The budget of the whole run: `5.00`, `200000tokens` or `1000calls`."""
    wall_time: str = ""
    """Time after which `parlour lab run` stops: `90s`, `30min`, `8h`."""
    stop_after_failures: Whole = Field(default=20, ge=1, le=1_000_000)
    """The run stops after this many consecutive failed trials."""

    @field_validator("budget")
    @classmethod
    def _check_budget(cls, text: str) -> str:
        if text:
            Budget.parse(text)
        return text

    @field_validator("wall_time")
    @classmethod
    def _check_wall_time(cls, text: str) -> str:
        parse_duration(text)
        return text


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


def parse_duration(text: str) -> float | None:
    """Parse a duration such as `90s`, `30min` or `8h` to seconds; `None` if it is empty.

    Raises:
        ValueError: If it is not a duration.
    """
    import re

    if not text:
        return None
    units = {"s": 1, "min": 60, "h": 3600}
    found = re.fullmatch(r"(\d{1,6}(?:\.\d{1,3})?) ?(s|min|h)", text.strip())
    if not found or not float(found[1]):
        raise ValueError(f"a time is a number with s, min or h, such as 30min, not {text[:40]!r}")
    return float(found[1]) * units[found[2]]


def expand_players(data: Mapping[str, Any]) -> dict[str, Any]:
    """Make a player of each combination of listed settings, such as `model wording=2 ask=3`.

    In lists of players, the common name is replaced by all of them.

    Args:
        data: The parsed TOML of an experiment.
    """
    given: Mapping[str, Any] = data.get("players") or {}
    if not isinstance(given, Mapping):
        return dict(data)
    groups = {name: _expand_player(name, player) for name, player in given.items()}
    if all(len(group) == 1 for group in groups.values()):
        return dict(data)
    players = {name: player for group in groups.values() for name, player in group.items()}

    def replace_names(part: Any) -> Any:  # noqa: ANN401
        if isinstance(part, Mapping):
            return {key: replace_names(value) for key, value in part.items()}
        if isinstance(part, list) and all(isinstance(one, str) for one in part):
            return [new for name in part for new in groups.get(name, (name,))]
        return [replace_names(one) for one in part] if isinstance(part, list) else part

    lists = ("lineups", "replays", "questions", "teams", "bench", "sides", "self_play")
    named = {key: replace_names(data[key]) for key in lists if key in data}
    return {**data, "players": players, **named}


def _expand_player(name: str, player: Any) -> dict[str, Any]:  # noqa: ANN401
    """List the player, or one for each combination of its listed settings, by name."""
    if not isinstance(player, Mapping):
        return {name: player}
    swept = {setting: values for setting, values in player.items() if isinstance(values, list)}
    found = {}
    for values in product(*swept.values()):
        chosen = dict(zip(swept, values, strict=True))
        words = (name, *(f"{setting}={value}" for setting, value in chosen.items()))
        found[" ".join(words)] = {**player, **chosen}
    return found
