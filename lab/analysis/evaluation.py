"""Compute the statistics of each line-up of a run, when they are first used."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import cached_property
from itertools import combinations

import pandas as pd

from engine.suggestion import explain_unknown
from engine.text import clean
from lab.analysis.lineup_columns import arrange_lineups
from lab.analysis.lineup_figures import estimate_groups
from lab.analysis.matrix_layout import Layout, describe_column
from lab.analysis.measure import Measure
from lab.analysis.measures import RIGHT, list_measures
from lab.analysis.stand_in_rule import (
    ABOUT,
    COUNTED,
    MOVED,
    NOUNS,
    Tally,
    describe_round_rule,
    describe_rule,
)
from lab.analysis.tables import Run
from lab.errors import RunError
from lab.run.lineup import PLAYER
from lab.statistics.multiple_comparisons import adjust_rows
from lab.statistics.paired import compare_paired
from lab.statistics.ratings import rate_sides
from lab.statistics.survival import estimate_survival

MAX_COMPARISONS = 20_000
WITHOUT_GAMES = ("item", "reading", "self_play")
"""Kinds of trial that a run may have in place of games."""


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
        self.kind = kind
        self.games = run.games(kind, every=self.is_tournament)
        """The games that count."""
        self.layout, self._lineups = arrange_lineups(run, kind, self.games)
        if not any(map(run.counts_of, (kind, *WITHOUT_GAMES))):
            failed = run.counts.failed
            told = (
                f" {failed:,} trials failed: parlour lab table failures says why." if failed else ""
            )
            raise RunError(
                f"{run.path} has no finished games yet: there is nothing to report.{told}"
            )

    @property
    def title(self) -> str:
        """The title."""
        return clean(self.experiment.report.title or self.experiment.name)

    @property
    def question(self) -> str:
        """The research question of the experiment."""
        return clean(self.experiment.report.question, 400)

    @property
    def pooling(self) -> str:
        """Over what the figures of any line-up are pooled by name; empty if over nothing."""
        return self.layout.describe_pooled(self._lineups)

    def add_columns(self, names: Sequence[str]) -> None:
        """Add columns of line-ups to the games."""
        for name in names:
            if name not in self.games:
                values = {key: one.get(name) for key, one in self.layout.values.items()}
                self.games[name] = self._lineups.map(values)

    @property
    def dimensions(self) -> list[str]:
        """The columns in which line-ups differ: first seats, then options."""
        return self.layout.dimensions or self.layout.keys

    @cached_property
    def axes(self) -> tuple[str, str | None]:
        """The columns of the table of games that are the rows and columns of the matrix.

        Raises:
            RunError: If the report names an unknown seat or option.
        """
        if not self.layout.values:
            return "", None
        settings = self.experiment.report
        for name in filter(None, (settings.rows, settings.columns, *settings.pool)):
            if not self.is_tournament and not self.layout.find_column(name):
                known = tuple(map(describe_column, self.layout.names))
                raise RunError(f"report: {explain_unknown('seat or option', name, known)}")
        return self.layout.row, self.layout.column or None

    @property
    def facets(self) -> list[str]:
        """The columns that differ within a cell; each combination has its own matrix."""
        return self.layout.facets

    @property
    def keys(self) -> list[str]:
        """The columns that identify line-ups: facets, rows, columns."""
        return [*self.facets, *filter(None, self.axes)]

    @cached_property
    def lineups(self) -> dict[tuple[object, ...], pd.DataFrame]:
        """The games of each line-up."""
        if self.games.empty:
            return {}
        return {
            key if isinstance(key, tuple) else (key,): rows
            for key, rows in self.games.groupby(self.keys, observed=True)
        }

    @property
    def seat_columns(self) -> list[str]:
        """The columns of seats that are not pooled, also of those whose player never varies."""
        return [
            name
            for name in self.layout.names
            if name.startswith(PLAYER) and name not in self.layout.pooled
        ]

    def find_value(self, key: Sequence[object], name: str) -> object:
        """Find the value of a column in the line-ups of a key; `None` if they differ in it."""
        known = dict(zip(self.keys, map(str, key), strict=True))
        found = {
            one.get(name)
            for one in self.layout.values.values()
            if all(str(one.get(column)) == value for column, value in known.items())
        }
        return found.pop() if len(found) == 1 else None

    @cached_property
    def tallies(self) -> dict[tuple[object, ...], Tally]:
        """The trials of each line-up that have ended, also of those of which no game counts."""
        return self._tally(self.kind, self.layout, self.keys, self.lineups)

    def _tally(
        self, kind: str, layout: Layout, keys: Sequence[str], known: Iterable[tuple[object, ...]]
    ) -> dict[tuple[object, ...], Tally]:
        """Count the trials of each group that have ended, beginning with the known groups."""
        found = {key: Tally() for key in known}
        for lineup, tally in self.run.tally_lineups(kind).items():
            key = tuple(layout.values[lineup].get(name) for name in keys)
            found[key] = found.get(key, Tally()) + tally
        return found

    @cached_property
    def measures(self) -> list[Measure]:
        """All measures that vary, beginning with those that the experiment names."""
        if self.games.empty or self.is_tournament:
            return []  # the game's own sections show figures by player
        experiment = self.experiment
        named = experiment.report.measures
        return list_measures(self.kind, self.games, experiment.definition, self.run.seats, named)

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
        """By measure: a row for each line-up, see `estimate_groups`."""
        return {
            one.name: estimate_groups(self.games, self.keys, one, self.describe_pooled)
            for one in self.measures
        }

    def describe_pooled(self, rows: pd.DataFrame) -> str:
        """Say over what the figures of some games are pooled by name; empty if over nothing."""
        return self.layout.describe_pooled(self._lineups[rows.index])

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
        return self.layout.describe(key, self.keys if names is None else names)

    def describe_column(self, column: str) -> str:
        """Name a column that identifies line-ups: `encoder and decoder` if always equal."""
        return self.layout.describe_column(column)

    @cached_property
    def survival(self) -> dict[tuple[object, ...], pd.DataFrame]:
        """By line-up: the survival curve of undecided games; empty if the game has no limit."""
        definition = self.experiment.definition
        if "reason" not in self.games or not definition.limit_reason:
            return {}
        if self.games[definition.listed].nunique() < 2:
            return {}
        known = self.games[self.games[definition.listed].notna()]  # a failed game has no length
        length = known[definition.listed].astype(float)
        for name, figure in definition.describe_figures().items():
            if figure.kind == "time" and name in known:  # a record may stop while undecided
                length = known[name].fillna(length)
        ended = known["reason"].notna() & (known["reason"] != definition.limit_reason)
        return {
            key: estimate_survival(length[some], ended[some])
            for key, rows in self.lineups.items()
            if len(some := rows.index.intersection(known.index))
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
                gap = compare_paired(
                    *(measure.rate_games(side) for side in sides), most=measure.most
                )
                rest = [name for name in self.keys if name != rows]
                where = [value for n, value in enumerate(one) if n != place]
                names = {"measure": measure.name, "first": one[place], "second": other[place]}
                known = {"where": self.describe(where, rest), **dict(zip(rest, where, strict=True))}
                found.append({**names, **known, **asdict(gap)})
        return adjust_rows(pd.DataFrame(found))

    @cached_property
    def questions(self) -> pd.DataFrame:
        """The accuracy of answers by question, player and line-up."""
        asked = self.run.games("question")
        if not self.run.counts_of("question"):
            return pd.DataFrame()
        layout, lineups = arrange_lineups(self.run, "question", asked)
        keys = list(dict.fromkeys(("question", "asked", *layout.dimensions)))
        table = estimate_groups(
            asked, keys, RIGHT, lambda rows: layout.describe_pooled(lineups[rows.index])
        )
        tallies = self._tally("question", layout, keys, table.index)
        table = table.reindex(pd.MultiIndex.from_tuples(list(tallies), names=keys))
        counts = {name: table[name].fillna(0).astype(int) for name in ("count", "unanswered")}
        return table.assign(**counts, not_own=[one.not_own for one in tallies.values()])

    def describe_stand_ins(self, kind: str = "") -> str:
        """Say how many trials of a kind have moves of stand-ins, and how they are counted.

        Args:
            kind: The kind of trial; by default that of the games.
        """
        kind = kind or self.kind
        rule, tally = self.run.stand_ins, self.run.tally(kind)
        if self.is_tournament and kind == self.kind:  # its sections count rounds
            return describe_round_rule(rule, tally.not_own, tally.finished, NOUNS[kind])
        return describe_rule(rule, kind, tally)

    @cached_property
    def exclusions(self) -> dict[str, int]:
        """What was left out of the figures, or is no move of a player, with counts."""
        counts, failures = self.run.counts, self.run.failures()
        every = self.run.games(self.kind, every=True)
        how = COUNTED[self.run.stand_ins]
        if self.is_tournament:
            how = how or ", of which only rounds with such moves are left out"
        moved = {name: every.get(name, pd.Series(dtype=int)) > 0 for name in MOVED}
        found = {
            "Trials that failed": len(failures),
            f"Games with moves of a stand-in{how}": int(moved["stand_in_moves"].sum()),
            f"Games with moves assisted by the operator{how}": int(moved["assisted_moves"].sum()),
        }
        for kind in ABOUT:
            if kind != self.kind and (tally := self.run.tally(kind)).finished:
                name = f"{NOUNS[kind].capitalize()} about games with such moves"
                found[name] = tally.not_own
        return {
            **found,
            "Trials about games that failed, not run": counts.unrunnable,
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
