"""Parse and validate an experiment file: TOML with game, options, players, line-ups, questions.

`Experiment` parses a file and validates it as a whole; error messages name the key.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    Field,
    StrictInt,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from engine.game import GameType
from engine.games.catalog import UnknownGame, find
from engine.games.comet_settings import BUILT_IN, NO_POOL
from engine.options import parse_options, rename_options
from engine.players.spec import Spec, parse_spec
from engine.seed import is_valid_seed
from engine.validation import explain_mistake
from files.regular import read_text
from lab.errors import ExperimentError
from lab.experiment.ending_name import describe_ending
from lab.experiment.joining_players import join_players
from lab.experiment.limits import Limits
from lab.experiment.lineup import Lineups, Teams
from lab.experiment.models import replace_models
from lab.experiment.paper_section import PaperSection, require_known
from lab.experiment.player_combinations import expand_players
from lab.experiment.reference_protocol import REFERENCE, apply_protocol
from lab.experiment.sections import Questions, Recorded, Replays, Report, Section
from lab.experiment.toml_errors import explain_syntax
from lab.papers.catalog import list_exhibits
from lab.papers.comet.beliefs_section import Counting
from lab.papers.comet.dealt_roles import Sides
from lab.papers.comet.readings_section import Readings
from lab.papers.comet.self_play_section import SelfPlay
from lab.papers.dixitworld.bench_section import Bench
from lab.papers.protocol import find_protocol
from lab.run.question_gates import build_model_key

NAME = r"^[a-z0-9][a-z0-9-]{0,59}$"
NAME_FORM = "lower-case letters, digits and hyphens only, at most 60"
MAX_GAMES = 1_000_000
PAPER_SECTIONS = ("bench", "sides", "readings", "self_play", "beliefs")
"""The sections that belong to one paper."""


class Experiment(Section):
    """An experiment: players, line-ups, deals, and what is asked about the games."""

    name: Annotated[str, Field(pattern=NAME, json_schema_extra={"form": NAME_FORM})]
    """Lower-case letters, digits and hyphens."""
    game: str
    """The name of the game."""
    protocol: Literal["parlour", "reference"] = "parlour"
    """How it is played where the file leaves it open: as Parlour plays, or as the published code of
    the game's paper does."""
    seed: str = ""
    """The prefix of each deal's seed; by default the name of the experiment."""
    games: StrictInt = Field(default=1, ge=1, le=MAX_GAMES)
    """Number of deals that each line-up plays; all line-ups play the same deals."""
    seeds: StrictInt = Field(default=1, ge=1, le=1000)
    """Number of model seeds per deal: each player that takes a `model_seed` gets 1, 2, ..."""
    options: dict[str, Any] = Field(default_factory=dict)
    """Options of the game. A list of values is a sweep: every value is played."""
    players: dict[str, str | dict[str, Any]]
    """By name for tables and plots: a SPEC, or a table with `spec` and settings. A setting with a
    list of values makes a player of each value; the name then refers to all of them."""
    join: dict[str, str] = Field(default_factory=dict)
    """By name: the SPECs of further players, who take every seat that players take in turn."""
    models: tuple[str, ...] = ()
    """Models in place of those that players ask, in the order in which the file names these; if
    there are fewer, the last one stands for the rest."""
    lineups: Lineups = Lineups()
    teams: Teams | None = None
    bench: Bench | None = None
    sides: Sides | None = None
    readings: Readings | None = None
    self_play: SelfPlay | None = None
    beliefs: Counting | None = None
    recorded: Recorded | None = None
    replays: tuple[Replays, ...] = ()
    questions: tuple[Questions, ...] = ()
    on_failure: Literal["stop", "random", "baseline", "reference"] = "stop"
    """The stand-in for a player that fails; `stop` ends the game, which counts as failed;
    `reference` moves as the published code of the game's paper does."""
    limits: Limits = Limits()
    report: Report = Report()

    @model_validator(mode="before")
    @classmethod
    def _expand_players(cls, data: Any) -> Any:  # noqa: ANN401
        if not isinstance(data, dict):
            return data
        return apply_protocol(expand_players(join_players(replace_models(data))))

    @field_validator("game")
    @classmethod
    def _check_game(cls, name: str) -> str:
        try:
            return find(name).name
        except UnknownGame as error:
            raise ValueError(str(error)) from None

    @field_validator("options")
    @classmethod
    def _rename_options(cls, options: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
        game = info.data.get("game")
        return rename_options(find(game).options_type, options) if game else options

    @model_validator(mode="after")
    def _check_whole(self) -> Self:
        if not is_valid_seed(self.seed_prefix):
            raise ValueError("seed: it is one line of plain text")
        variants = self.list_option_variants()
        for name, given in self.players.items():
            _locate(f"players.{name}", partial(_check_player, given, self.definition))
        if self.teams is not None:
            self._check_teams(self.teams, self.seats)
        for place in PAPER_SECTIONS:
            section: PaperSection | None = getattr(self, place)
            if section is not None:
                section.check_game(place, self)
                section.check(place, self)
        self._check_kinds()
        self._check_lineups()
        every = (
            one
            for each in variants
            for one in self.lineups.expand(self.definition.list_seats(each))
        )
        if self.has_lineups and not any(every):
            raise ValueError("lineups: no line-up is left; loosen same, only or except")
        self._check_questions()
        self._check_limits()
        self._check_report()
        return self

    def _check_kinds(self) -> None:
        """Check that the file says who plays, in one way."""
        if self.on_failure == REFERENCE:
            self._check_stand_in()
        if self.has_lineups + (self.teams is not None) + (self.sides is not None) > 1:
            raise ValueError("lineups, teams and sides: keep one of them")
        for place in ("bench", "self_play"):
            if self.seeds > 1 and getattr(self, place) is not None:
                raise ValueError(
                    f"seeds: {place} asks each player once, with no model seed; leave out seeds, "
                    f'or give players of their own: me-2 = "...,model_seed=2"'
                )
        played = (self.teams, self.bench, self.sides, self.readings, self.self_play)
        plays = self.has_lineups or any(one is not None for one in played)
        if self.recorded is not None and plays:
            raise ValueError("recorded: its games are played already; leave out who plays")
        if not plays and self.recorded is None:
            raise ValueError("lineups is missing; it says who sits where.")
        if self.has_lineups and "games" not in self.model_fields_set:
            raise ValueError("games is missing; it says how many deals are played.")

    def _check_stand_in(self) -> None:
        """Check that the stand-in of the published code can move."""
        protocol = find_protocol(self.game)
        if protocol is None or not protocol.stand_in:
            raise ValueError(f"on_failure: the published code of {self.game} has no stand-in")
        for name, value in protocol.stand_in_options.items():
            if self.options.get(name) != value:
                raise ValueError(f"on_failure: its moves need {name} = {str(value).lower()}")

    def _check_lineups(self) -> None:
        """Check the seats and names of line-ups and replays."""
        lineups, seats = self.lineups, self.seats
        taken = {**lineups.seats, **{seat: (name,) for seat, name in lineups.fixed.items()}}
        for part in ("seats", "fixed"):
            require_known(f"lineups.{part}", "seat", getattr(lineups, part), seats)
        for seat in seats if self.has_lineups else ():
            if not taken.get(seat):
                raise ValueError(
                    f"lineups: nobody sits in the seat {seat!r}; "
                    f"give seats.{seat} = [...] or fixed.{seat}"
                )
        if both := lineups.seats.keys() & lineups.fixed.keys():
            raise ValueError(f"lineups: {min(both)} is in seats and in fixed; keep one")
        groups: list[tuple[str, Mapping[str, Iterable[str]]]] = [("lineups", taken)]
        groups += [(f"replays.{n}.seats", one.seats) for n, one in enumerate(self.replays, 1)]
        for word, rules in (("only", lineups.only), ("except", lineups.exclude)):
            groups += [
                (f"lineups.{word}", {seat: (name,) for seat, name in one.items()}) for one in rules
            ]
        for place, group in groups:
            self._check_names(place, group, seats)
        for same in lineups.same:
            require_known("lineups.same", "seat", same, seats)

    def _check_limits(self) -> None:
        limited = self.limits.at_once
        if isinstance(limited, dict):
            require_known("limits.at_once", "player", limited, self.players)
        for limit in limited.values() if isinstance(limited, dict) else [limited]:
            if limit < 1:
                raise ValueError("limits.at_once: it is a whole number of at least 1")

    def _check_teams(self, teams: Teams, seats: tuple[str, ...]) -> None:
        require_known("teams.players", "player", teams.players, self.players)
        for team in teams.seats:
            require_known("teams.seats", "seat", team, seats)
        named = [seat for team in teams.seats for seat in team]
        if sorted(named) != sorted(seats):
            raise ValueError("teams.seats: each seat of the game is in one team")
        if len(teams.seats) != 2 or len({len(team) for team in teams.seats}) != 1:
            raise ValueError("teams.seats: there are two teams with equally many seats")

    def _check_names(
        self, place: str, group: Mapping[str, Iterable[str]], seats: tuple[str, ...]
    ) -> None:
        for seat, names in group.items():
            require_known(place, "seat", [seat], seats)
            require_known(f"{place}.{seat}", "player", names, self.players)

    def _check_questions(self) -> None:
        if not self.questions:  # to list those of a game imports its baselines
            return
        known = {one.name: one for one in self.definition.list_questions()}
        for number, asked in enumerate(self.questions, 1):
            if not known:
                raise ValueError(f"questions.{number}: {self.game} has no questions")
            require_known(f"questions.{number}.ask", "question", [asked.ask], known)
            require_known(f"questions.{number}.players", "player", asked.players, self.players)

    @property
    def has_lineups(self) -> bool:
        """Whether the file has line-ups, and not only teams or items."""
        return "lineups" in self.model_fields_set

    @property
    def definition(self) -> GameType:
        """The game in the catalog."""
        return find(self.game)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of all seats, in table order; for sides, the names of the roles."""
        if self.sides is not None:
            return ("civilian", "undercover")
        variants, list_seats = self.list_option_variants(), self.definition.list_seats
        return tuple(dict.fromkeys(seat for one in variants for seat in list_seats(one)))

    @property
    def measure_names(self) -> tuple[str, ...]:
        """The names of possible measures; shares of ending reasons only if the game lists them.

        `lab.analysis.measures` computes those that vary.
        """
        definition = self.definition
        endings = (describe_ending(reason, definition.listed)[0] for reason in definition.reasons)
        rates = (f"{event}_rate" for event in definition.describe_turn_events())
        scores = (f"score_{seat}" for seat in self.seats)
        return tuple(dict.fromkeys((*endings, definition.listed, *rates, *scores)))

    @property
    def seed_prefix(self) -> str:
        """The prefix of each deal's seed."""
        return self.seed or self.name

    @property
    def specs(self) -> dict[str, str]:
        """By name of each player: its SPEC, with settings."""
        definition = self.definition
        return {name: str(_check_player(one, definition)) for name, one in self.players.items()}

    @property
    def asks_models(self) -> bool:
        """Whether a player of it asks a model."""
        return any(parse_spec(spec).asks_model for spec in self.specs.values())

    @property
    def swept(self) -> tuple[str, ...]:
        """The options with several values."""
        return tuple(name for name, value in self.options.items() if isinstance(value, list))

    def list_option_variants(self) -> list[Any]:
        """List the game's options for each combination of swept values.

        Raises:
            ValueError: If a value is wrong; the message names the option, and what it takes.
        """
        names = list(self.options)
        values = [value if isinstance(value, list) else [value] for value in self.options.values()]
        if empty := [name for name, one in zip(names, values, strict=True) if not one]:
            raise ValueError(f"options.{empty[0]}: the list is empty")
        return [
            _locate("options", partial(parse_options, self.definition.options_type, given))
            for chosen in product(*values)
            for given in [{name: str(one) for name, one in zip(names, chosen, strict=True)}]
        ]

    def list_swept_options(self) -> list[str]:
        """List the options of which the file gives several values."""
        return [
            name for name, one in self.options.items() if isinstance(one, list) and len(one) > 1
        ]

    def collect_limits(self) -> dict[str, int]:
        """Collect the maximum numbers of concurrent questions, by `build_model_key`."""
        limited = self.limits.at_once
        limits: dict[str, int] = {}
        for name, spec in self.specs.items():
            parsed = parse_spec(spec)
            limit = limited.get(name) if isinstance(limited, dict) else limited
            if parsed.is_external and limit:
                key = build_model_key(parsed)
                limits[key] = min(limit, limits.get(key, limit))
        return limits

    @classmethod
    def parse(cls, text: str, place: str | Path = "the experiment") -> Self:
        """Parse the text of an experiment.

        Raises:
            ExperimentError: If it is wrong; the message names the place, the key and the reason.
        """
        data: dict[str, Any] = {}
        try:
            data = tomllib.loads(text)
            return cls.model_validate(data)
        except tomllib.TOMLDecodeError as error:
            raise ExperimentError(f"{place}: {explain_syntax(text, error)}") from None
        except RecursionError:
            raise ExperimentError(f"{place}: it is nested too deep.") from None
        except ValidationError as error:
            raise ExperimentError(f"{place}: {explain_mistake(cls, error, data)}") from None

    @classmethod
    def read(cls, path: Path) -> tuple[Self, str]:
        """Read an experiment from a file.

        Returns:
            The experiment, and the text of its file.

        Raises:
            ExperimentError: If it cannot be read, or is wrong.
        """
        try:
            text = read_text(path)
        except OSError as error:
            raise ExperimentError(f"{path} cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise ExperimentError(f"{path} is not UTF-8 text.") from None
        return cls.parse(text, path), text

    def _check_report(self) -> None:
        """Check the report's settings."""
        require_known(
            "report.paper",
            "figure or table of the paper",
            self.report.paper,
            tuple(list_exhibits(self.game)),
        )
        if self.definition.reasons:
            known = self.measure_names
            require_known("report.measures", "measure", self.report.measures, known)
        if self.has_lineups or self.sides is not None:
            options = self.definition.options_type.model_fields
            known = tuple(dict.fromkeys((*self.seats, *options)))
            for place in ("rows", "columns", "pool"):
                given = getattr(self.report, place)
                names = [name for name in ([given] if isinstance(given, str) else given) if name]
                require_known(f"report.{place}", "seat or option", names, known)
            if both := {self.report.rows, self.report.columns} & {*self.report.pool}:
                raise ValueError(f"report.pool: {min(both)} is in rows or columns; keep one")


def _check_player(given: str | Mapping[str, Any], definition: GameType) -> Spec:
    """Parse a player; settings of a table become settings of the SPEC.

    Raises:
        ValueError: If it is not a SPEC, or a person.
    """
    if isinstance(given, str):
        text = given
    else:
        settings = dict(given)
        text = settings.pop("spec", None)
        if not isinstance(text, str):
            raise ValueError('a table needs spec = "..."')
        pairs = (
            f",{name}={str(value).lower() if isinstance(value, bool) else value}"
            for name, value in settings.items()
        )
        text += "".join(pairs)
    spec = parse_spec(text, definition)
    if spec.is_human:
        raise ValueError("people cannot sit in an experiment")
    settings = dict(spec.settings)
    changes = settings.get("pool", BUILT_IN) not in (BUILT_IN, NO_POOL)
    if changes and settings.get("learn") != "no":
        raise ValueError("the pool of a player is frozen in an experiment: add learn=no")
    return spec


def _locate[T](place: str, check: Callable[[], T]) -> T:
    """Run a check, and add the key to the message of an error.

    Raises:
        ValueError: If the check fails; the message begins with the key.
    """
    try:
        return check()
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None
