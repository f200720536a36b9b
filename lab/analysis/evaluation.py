"""Compute the statistics of each line-up of a run, when they are first used."""

from collections.abc import Sequence
from dataclasses import asdict
from functools import cached_property
from itertools import combinations

import pandas as pd

from engine.suggestion import explain_unknown
from engine.text import clean
from engine.wording import join_names
from lab.analysis.lineups import (
    DIMENSIONS,
    PAIRING,
    describe_dimension,
    format_value,
    label_pairings,
)
from lab.analysis.measures import Measure, list_measures
from lab.analysis.tables import Run
from lab.errors import RunError
from lab.statistics.correction import adjust_p_values
from lab.statistics.groups import measure_groups
from lab.statistics.paired import compare_paired
from lab.statistics.rates import estimate_ratio
from lab.statistics.ratings import rate_sides
from lab.statistics.survival import estimate_survival

MAX_COMPARISONS = 20_000


class Report:
    """The evaluation of a run, computed on demand."""

    def __init__(
        self, run: Run, kind: str = "match", *, beside: Run | None = None, people: str = ""
    ) -> None:
        """Read the games of a run.

        Args:
            run: The run, open.
            kind: The kind of games to measure: `match` or `replay`.
            beside: Another run, which the game's own sections may compare with this one.
            people: The study with people's answers to compare with those of players.

        Raises:
            RunError: If it has no games yet.
        """
        self.run = run
        self.beside = beside
        self.people = people
        self.experiment = run.experiment
        self.is_tournament = run.experiment.teams is not None
        if kind == "match" and run.experiment.recorded is not None:
            kind = "recorded"
        games = run.games(kind, every=self.is_tournament)
        self._names: dict[str, str] = {}
        self.games = _order_players(games, list(run.experiment.specs))
        if self.is_tournament and len(self.games):
            self.games[PAIRING] = label_pairings(self.games, run.experiment)
        if self.games.empty and not run.counts_of("item"):
            raise RunError(f"{run.path} has no finished games yet: there is nothing to report.")

    @property
    def title(self) -> str:
        """The title."""
        return clean(self.experiment.report.title or self.experiment.name)

    @property
    def question(self) -> str:
        """The research question of the experiment."""
        return clean(self.experiment.report.question, 400)

    @cached_property
    def dimensions(self) -> list[str]:
        """The columns in which line-ups differ: first seats, then options."""
        if self.is_tournament:
            options = [one for one in self.games if one.startswith("option_")]
            return [PAIRING, *(one for one in options if self.games[one].nunique() > 1)]
        seats = [name for name in self.games if name.startswith(("player_", "original_"))]
        options = [name for name in self.games if name.startswith("option_")]
        ways = [name for name in ("follow",) if name in self.games]
        varied = [one for one in (*seats, *ways, *options) if self.games[one].nunique() > 1]
        return varied or seats[:1]

    @cached_property
    def axes(self) -> tuple[str, str | None]:
        """The columns of the table of games that are the rows and columns of the matrix."""
        settings = self.experiment.report
        if self.games.empty:
            return "", None
        asked = [self._find_dimension(name) for name in (settings.rows, settings.columns) if name]
        free = [name for name in self.dimensions if name not in asked]
        rows, *rest = [*asked, *free] if settings.rows or not asked else [*free[:1], *asked]
        return rows, rest[0] if rest else None

    @cached_property
    def facets(self) -> list[str]:
        """The columns that differ within a cell; each combination has its own matrix."""
        shown = [name for name in self.axes if name]
        found: list[str] = []
        for name in self.dimensions:
            groups = self.games.groupby([*shown, *found], observed=True)[name]
            if name not in shown and groups.nunique().max() > 1:
                found.append(name)
        return found

    @cached_property
    def keys(self) -> list[str]:
        """The columns that identify line-ups: facets, rows, columns."""
        if self.games.empty:
            return []
        return [*self.facets, *(name for name in self.axes if name)]

    @cached_property
    def lineups(self) -> dict[tuple[object, ...], pd.DataFrame]:
        """The games of each line-up."""
        if self.games.empty:
            return {}
        return {
            key if isinstance(key, tuple) else (key,): rows
            for key, rows in self.games.groupby(self.keys, observed=True)
        }

    @cached_property
    def measures(self) -> list[Measure]:
        """All measures that vary, beginning with those that the experiment names."""
        if self.games.empty or self.is_tournament:
            return []  # the game's own sections show figures by player
        named = self.experiment.report.measures
        return sorted(
            list_measures(self.games, self.experiment.definition, self.run.seats),
            key=lambda one: named.index(one.name) if one.name in named else len(named),
        )

    @cached_property
    def drawn(self) -> list[Measure]:
        """The measures that are drawn by line-up: those that the experiment names.

        By default all except rates per turn, which are drawn as bars.

        Raises:
            RunError: If the experiment names an unknown measure.
        """
        known = {one.name: one for one in self.measures}
        names = self.experiment.report.measures
        constant = {
            *self.experiment.measure_names,
            self.experiment.definition.limit_reason,
            *self.experiment.definition.describe_turn_events(),
            *self.games.get("reason", pd.Series(dtype=object)).dropna(),
        }  # the same in all games
        for name in names:
            if name not in known and name not in constant:
                every = tuple(dict.fromkeys((*known, *self.experiment.measure_names)))
                raise RunError(
                    f"report.measures: {explain_unknown('measure', name, every)} Correct it in the "
                    "experiment's file, and run that: finished trials are not run again."
                )
        return [known[name] for name in names if name in known] or [
            one for one in self.measures if not one.is_per_turn
        ]

    @cached_property
    def figures(self) -> dict[str, pd.DataFrame]:
        """By measure: the estimate for each line-up."""
        return {
            one.name: measure_groups(self.games, self.keys, one.estimate) for one in self.measures
        }

    def order(self, figures: pd.DataFrame) -> pd.DataFrame:
        """Move the line-up from the index to columns, and order the rows like the games."""
        table = figures.reset_index()
        for name in self.keys:
            if isinstance(self.games[name].dtype, pd.CategoricalDtype):
                table[name] = table[name].astype(self.games[name].dtype)
        return table

    def is_curve(self) -> bool:
        """Whether the columns are a sweep of numbers, which is drawn as curves."""
        column = None if self.games.empty else self.axes[1]
        if column is None or not column.startswith("option_"):
            return False
        values = self.games[column]
        return bool(values.dtype.kind in "iuf" and values.nunique() > 2)

    def describe(self, key: Sequence[object], names: Sequence[str] | None = None) -> str:
        """Describe a line-up: `encoder glove, k 16`."""
        pairs = sorted(
            zip(self.keys if names is None else names, key, strict=True),
            key=lambda pair: [*self.dimensions, pair[0]].index(pair[0]),
        )
        return ", ".join(
            f"{self.describe_column(name)} {format_value(value)}" for name, value in pairs
        )

    def describe_column(self, column: str) -> str:
        """Name a column that identifies line-ups: `encoder and decoder` if always equal."""
        if not column.startswith("player_"):
            return describe_dimension(column)
        if column not in self._names:
            equal = [
                name
                for name in self.dimensions
                if name.startswith("player_")
                and (self.games[name].astype(str) == self.games[column].astype(str)).all()
            ]
            named = [describe_dimension(name) for name in equal or [column]]
            self._names[column] = join_names(named)
        return self._names[column]

    @cached_property
    def survival(self) -> dict[tuple[object, ...], pd.DataFrame]:
        """By line-up: the survival curve of undecided games; empty if the game has no limit."""
        definition = self.experiment.definition
        if "reason" not in self.games or not definition.limit_reason:
            return {}
        if self.games[definition.listed].nunique() < 2:
            return {}
        decided = f"decisive_{definition.unit}"
        length = self.games[definition.listed]
        if decided in self.games:  # a recorded game may stop while undecided
            length = self.games[decided].fillna(length)
        ended = self.games["reason"].notna() & (self.games["reason"] != definition.limit_reason)
        return {
            key: estimate_survival(length[rows.index], ended[rows.index])
            for key, rows in self.lineups.items()
        }

    @cached_property
    def comparisons(self) -> pd.DataFrame:
        """Paired differences of line-ups that differ only in the rows of the matrix."""
        if not self.drawn:
            return pd.DataFrame()
        found = []
        rows = self.axes[0]
        place = self.keys.index(rows)
        pairs = [
            (one, other)
            for one, other in combinations(self.lineups, 2)
            if [*one[:place], *one[place + 1 :]] == [*other[:place], *other[place + 1 :]]
        ]
        for measure in self.drawn if len(pairs) * len(self.drawn) <= MAX_COMPARISONS else []:
            for one, other in pairs:
                sides = [self.lineups[key].set_index("deal", drop=False) for key in (one, other)]
                gap = compare_paired(*(measure.value(side) for side in sides))
                rest = [name for name in self.keys if name != rows]
                where = [value for n, value in enumerate(one) if n != place]
                names = {"measure": measure.name, "first": one[place], "second": other[place]}
                found.append({**names, "where": self.describe(where, rest), **asdict(gap)})
        table = pd.DataFrame(found)
        if len(table):
            known = [None if pd.isna(p) else float(p) for p in table["p"]]
            table["p_holm"] = pd.Series(adjust_p_values(known), dtype=float)
        return table

    @cached_property
    def questions(self) -> pd.DataFrame:
        """The accuracy of answers by question, player and line-up."""
        answers = self.run.turns("question")
        if answers.empty or "right" not in answers:
            return pd.DataFrame()
        seats = [name for name in self.dimensions if name in answers]
        return measure_groups(
            answers,
            ["question", "asked", *seats],
            lambda rows: estimate_ratio(rows["right"], rows["right"].notna(), rows["deal"]),
        )

    @cached_property
    def exclusions(self) -> dict[str, int]:
        """What was left out of the figures, with counts."""
        counts, failures = self.run.counts, self.run.failures()
        every = self.run.games(every=True)
        moved = {name: every.get(name, pd.Series(dtype=int)) > 0 for name in OWN_MOVES}
        return {
            "Trials that failed": len(failures),
            "Games with moves of a stand-in": int(moved["stand_in_moves"].sum()),
            "Games with moves assisted by the operator": int(moved["assisted_moves"].sum()),
            "Trials not run yet": counts.left,
        }

    @cached_property
    def ratings(self) -> pd.DataFrame:
        """Ratings of players or sides by who scored more; empty without opponents.

        For teams, they are in the game's own sections.
        """
        if self.experiment.teams is not None:
            return pd.DataFrame()
        return rate_sides(self.games, self.run.seats)

    def _find_dimension(self, name: str) -> str:
        """Find the column of a seat or option.

        Raises:
            RunError: If the run has no such column.
        """
        for column in (f"player_{name}", f"option_{name}", f"original_{name}"):
            if column in self.games:
                return column
        known = tuple(describe_dimension(one) for one in self.games if one.startswith(DIMENSIONS))
        raise RunError(f"report: {explain_unknown('seat or option', name, known)}")


OWN_MOVES = ("stand_in_moves", "assisted_moves")


def _order_players(games: pd.DataFrame, players: Sequence[str]) -> pd.DataFrame:
    """Order the players in the columns of games as in the experiment."""
    for name in [one for one in games if one.startswith(("player_", "original_"))]:
        others = [one for one in games[name].dropna().unique() if one not in players]
        games[name] = pd.Categorical(games[name], [*players, *others])
    return games
