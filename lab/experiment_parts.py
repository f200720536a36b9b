"""The sections of an experiment file, each checked by itself."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    field_validator,
)
from pydantic_core import PydanticKnownError

from engine.llm.budget import Budget

STORED = {"stored": True}
"""The context in which the experiment of a run file is checked: earlier versions took `games = 2.0`
or `rotate = "yes"`."""


def _require(kind: type, error: Literal["int_type", "bool_type"]) -> BeforeValidator:
    def check(value: object, info: ValidationInfo) -> object:
        if type(value) is not kind and info.context != STORED:
            raise PydanticKnownError(error)
        return value

    return BeforeValidator(check)


Whole = Annotated[int, _require(int, "int_type")]
"""A whole number, and neither `true` nor a text that looks like one."""
YesOrNo = Annotated[bool, _require(bool, "bool_type")]


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Lineups(Part):
    """Who sits where: the product of the seats' players, reduced by the rules below."""

    seats: dict[str, tuple[str, ...]] = {}
    """For each seat, the names of the players that take it in turn."""
    fixed: dict[str, str] = {}
    """Seats that one player has throughout."""
    same: tuple[tuple[str, ...], ...] = ()
    """Groups of seats that the same player takes."""
    only: tuple[dict[str, str], ...] = ()
    """If given, only line-ups that agree with one of these."""
    exclude: tuple[dict[str, str], ...] = Field(default=(), alias="except")
    """Line-ups that agree with one of these are left out."""

    def expand(self, seats: tuple[str, ...]) -> Iterator[dict[str, str]]:
        """Each line-up as the names of players by seat, in the order of the table."""
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
    """Every finished match again, with other players in some seats."""

    seats: dict[str, tuple[str, ...]]
    """For each seat that is replaced, the names of its new players."""
    follow: Literal["record", "player"] = "record"
    """How the game goes on after each turn: as it was recorded, or as the new player moved."""

    # Whoever answers to what a replaced seat says is asked again too, see `lab.plan`.


class Questions(Part):
    """A question about every turn of every finished match."""

    ask: str
    """The name of the question."""
    players: tuple[str, ...] = ()
    """Who is asked; if empty, the player whose seat it was."""
    context: Literal["view", "transcript"] = "view"
    """What a model is told: the position afresh, or the seat's own chat up to there."""


class Recorded(Part):
    """Games that were played elsewhere, in place of matches: journals of people, for example."""

    journals: str
    """A folder of journals, one journal, or the name of a folder in `recorded` of the data."""


class Teams(Part):
    """Teams instead of line-ups: every pair of players, each with all seats of a team."""

    seats: tuple[tuple[str, ...], ...]
    """The seats of each team, such as `[["p1", "p2"], ["p3", "p4"]]`."""
    players: tuple[str, ...] = ()
    """Who plays; left out, all players."""
    self_play: YesOrNo = True
    """Whether each player also plays against itself."""
    rotate: YesOrNo = True
    """Whether teams move on by one seat from deal to deal, so that nobody profits from a place."""


class Bench(Part):
    """Items of DixitBench: players say which card is meant by a clue."""

    items: str = ""
    """The folder of a bench; left out, Parlour's own DixitBench."""
    tiers: tuple[str, ...] = ("easy", "medium", "hard")
    """The tiers of difficulty."""
    strategies: tuple[Literal["direct", "entailment"], ...] = ("direct",)
    """All cards at once and one answer, or a score from 0 to 100 for each card alone."""
    players: tuple[str, ...] = ()
    """Who answers; left out, all players."""
    show: Literal["pictures", "descriptions"] | dict[str, Literal["pictures", "descriptions"]] = (
        "pictures"
    )
    """Pictures of the cards, or what is visible on them in words: for all, or by player."""
    tries: Whole = Field(default=1, ge=1, le=3)
    """How often an item is asked until the answer can be read; after that it is unparsed."""

    def get_tier(self, player: str) -> str:
        """What a player is shown."""
        return self.show if isinstance(self.show, str) else self.show.get(player, "pictures")


class Limits(Part):
    """What the run may use."""

    at_once: Whole | dict[str, Whole] = {}
    """How many questions to a model may be under way: one number for every model, or by player."""
    budget: str = ""
    """What models may use in the whole run: `5.00`, `200000tokens` or `1000calls`."""
    wall_time: str = ""
    """How long a sitting may last: `90s`, `30min`, `8h`."""
    stop_after_failures: Whole = Field(default=20, ge=1, le=1_000_000)
    """The run stops when so many trials in a row have failed."""

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
    """What the report shows first."""

    title: str = ""
    """Its title; left out, the name of the experiment."""
    question: str = ""
    """The question that the experiment asks, in a sentence."""
    rows: str = ""
    """The seat or option in the rows of the matrix."""
    columns: str = ""
    """The seat or option in its columns."""
    measures: tuple[str, ...] = ()
    """The measures that it shows, by name."""
    settings: dict[str, Any] = {}
    """Further settings of the report."""
    paper: tuple[str, ...] = ()
    """Figures and tables of the game's paper to set the results beside: `table-1`, `figure-4`."""


def parse_duration(text: str) -> float | None:
    """Read a duration such as `90s`, `30min` or `8h`, in seconds; `None` if it is empty.

    Raises:
        ValueError: If it is none.
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
    """Make a player of each combination of listed settings, `model wording=2 ask=3`.

    Wherever a list of players has the common name, it gets all of them.

    Args:
        data: An experiment as TOML has it.
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
    """The player, or one for each combination of its listed settings, by name."""
    if not isinstance(player, Mapping):
        return {name: player}
    swept = {setting: values for setting, values in player.items() if isinstance(values, list)}
    found = {}
    for values in product(*swept.values()):
        chosen = dict(zip(swept, values, strict=True))
        words = (name, *(f"{setting}={value}" for setting, value in chosen.items()))
        found[" ".join(words)] = {**player, **chosen}
    return found
