"""Measure how the games of a run end, how long they last, events per turn, and scores."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import pandas as pd

from engine.game import GameType
from lab.analysis.seeds import average_seeds, has_seeds
from lab.experiment.ending import describe_ending
from lab.statistics.bootstrap import RESAMPLES
from lab.statistics.estimate import Estimate
from lab.statistics.rates import estimate_mean, estimate_rate


@dataclass(frozen=True)
class Measure:
    """A measure that gives a figure for each line-up."""

    name: str
    title: str
    is_share: bool
    is_per_turn: bool
    method: str
    """The method of its interval, for the methods paragraph."""
    value: Callable[[pd.DataFrame], pd.Series]
    """Computes a value for each game, for comparisons on the same deals."""
    estimate: Callable[[pd.DataFrame], Estimate]

    def format(self, value: float | None) -> str:
        """Format the figure; a dash if it is undefined."""
        if value is None or pd.isna(value):
            return "\N{EN DASH}"
        return f"{value:.3f}" if self.is_share else f"{value:.2f}"

    def format_interval(self, row: pd.Series) -> str:
        """Format the figure with its interval: `0.250 [0.174, 0.345]`."""
        if pd.isna(row["low"]):
            return self.format(row["value"])
        return (
            f"{self.format(row['value'])} [{self.format(row['low'])}, {self.format(row['high'])}]"
        )

    def format_error(self, row: pd.Series) -> str:
        """Format the figure with its standard error: `0.250 ± 0.044`."""
        if pd.isna(row["error"]):
            return self.format(row["value"])
        return f"{self.format(row['value'])} ± {self.format(row['error'])}"


def list_measures(
    games: pd.DataFrame, definition: GameType, seats: Sequence[str]
) -> Iterator[Measure]:
    """Yield the measures of these games that vary: endings, lengths, events, scores.

    Args:
        games: The table of games of a run.
        definition: The game in the catalog.
        seats: The names of its seats.
    """
    wilson = "Wilson's for shares of games"
    student = "Student's for means"
    clustered = f"a bootstrap of {RESAMPLES:,} draws of whole deals for rates per turn"
    if has_seeds(games):
        wilson = student = clustered = (
            f"a bootstrap of {RESAMPLES:,} draws of whole deals, as each deal was played with "
            f"{games['model_seed'].nunique()} model seeds"
        )
    reasons = games["reason"].dropna().unique() if "reason" in games else []
    for reason in sorted(reasons) if len(reasons) > 1 else []:
        value = partial(_is_reason, reason)
        name, title = describe_ending(str(reason), definition.listed)
        estimate = partial(_estimate, estimate_rate, value)
        yield Measure(name, title, True, False, wilson, value, estimate)
    listed = definition.listed
    if listed in games and games[listed].nunique() > 1:
        value = partial(_select_column, listed)
        title = f"{listed.capitalize()} per game"
        estimate = partial(_estimate, estimate_mean, value)
        yield Measure(listed, title, False, False, student, value, estimate)
    for event in definition.describe_turn_events():
        counted = f"{event}_{listed}"
        if counted in games and games[counted].any():
            name = f"{event}_rate"
            title = f"{event.replace('_', ' ').capitalize()} per {definition.unit}"
            value = partial(_share, counted, listed)
            estimate = partial(_estimate_ratio, counted, listed)
            yield Measure(name, title, True, True, clustered, value, estimate)
    for seat in seats:
        score = f"score_{seat}"
        if score in games and games[score].nunique() > 2:  # not only won or lost
            value, title = partial(_select_column, score), f"Score of {seat}"
            estimate = partial(_estimate, estimate_mean, value)
            yield Measure(score, title, False, False, student, value, estimate)


def _is_reason(reason: str, games: pd.DataFrame) -> pd.Series:
    """Whether games ended for this reason; missing for recorded games that stop before the end."""
    return (games["reason"] == reason).astype(float).where(games["reason"].notna())


def _select_column(name: str, games: pd.DataFrame) -> pd.Series:
    return games[name]


def _share(events: str, chances: str, games: pd.DataFrame) -> pd.Series:
    return games[events] / games[chances].where(games[chances] > 0)


def _estimate(
    estimate: Callable[[pd.Series], Estimate],
    value: Callable[[pd.DataFrame], pd.Series],
    games: pd.DataFrame,
) -> Estimate:
    values = value(games)
    if not has_seeds(games):
        return estimate(values)
    numbers = pd.to_numeric(values).astype(float)
    return average_seeds(numbers, numbers.notna().astype(float).where(numbers.notna()), games)


def _estimate_ratio(events: str, chances: str, games: pd.DataFrame) -> Estimate:
    return average_seeds(games[events].astype(float), games[chances].astype(float), games)
