"""Count the trials of a plan, and take an excerpt of a plan that is too long to list."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from pathlib import Path

from engine.players.spec import parse_spec
from lab.experiment.file import Experiment
from lab.run.plan import list_metaphors, plan_trials
from lab.run.stratified_sample import draw_sample
from lab.run.trial import Trial

MOST_LISTED = 100_000
"""Maximum number of trials of a plan that is listed as a whole; 27 million would take 3 GB."""
MOST_DEALS = 64
"""Maximum number of deals in an excerpt."""
MOST_LINEUPS = 128
"""Maximum number of line-ups in an excerpt, for each set of options."""


@dataclass(frozen=True)
class PlanSize:
    """The number of trials of a plan by kind, and trials to estimate the others from."""

    counts: Counter[str]
    """By kind: all trials."""
    costly: Counter[str]
    """By kind: the trials that ask models or programs."""
    trials: list[Trial]
    """All trials, or an excerpt: some deals of some line-ups, with all trials about them."""

    @cached_property
    def listed(self) -> list[Trial]:
        """The costly trials among `trials`."""
        return [trial for trial in self.trials if trial.is_costly]

    @cached_property
    def _listed_counts(self) -> Counter[str]:
        return Counter(trial.kind for trial in self.listed)

    def weigh(self, kind: str) -> float:
        """For how many costly trials of its kind a listed one stands."""
        return self.costly[kind] / self._listed_counts[kind]


def measure_plan(experiment: Experiment, data: Path) -> PlanSize:
    """Count the trials of a plan exactly, in constant memory, and list them if they are few.

    Raises:
        ExperimentError: If recorded games cannot be read.
    """
    if experiment.recorded is not None:
        trials = list(plan_trials(experiment, data=data))
        return PlanSize(*_count_trials(trials), trials)
    counts, costly = _count_plan(experiment, data)
    if counts.total() <= MOST_LISTED:
        return PlanSize(counts, costly, list(plan_trials(experiment, data=data)))
    return PlanSize(counts, costly, _list_excerpt(experiment, counts.total(), data))


def count_plan(experiment: Experiment, data: Path) -> int:
    """Count the trials of a plan without recorded games, in constant memory."""
    return _count_plan(experiment, data)[0].total()


def _list_excerpt(experiment: Experiment, total: int, data: Path) -> list[Trial]:
    """List the trials of some deals and line-ups, about `MOST_LISTED` at most."""
    on_deal = ceil(total / experiment.games)
    most = MOST_LINEUPS
    if experiment.has_lineups:
        variants = [
            experiment.definition.list_seats(one) for one in experiment.list_option_variants()
        ]
        every = [experiment.lineups.count(seats) for seats in variants]
        of_each = ceil(on_deal / sum(every))
        most = max(1, min(most, MOST_LISTED // (MOST_DEALS * of_each * len(variants))))
        on_deal = min(on_deal, sum(min(one, most) for one in every) * of_each)
    size = max(1, min(MOST_DEALS, MOST_LISTED // on_deal))
    deals = sorted(
        {1, *draw_sample(range(1, experiment.games + 1), size)}
    )  # pools are of the first
    return list(plan_trials(experiment, data=data, deals=deals, most_lineups=most))


def _count_plan(experiment: Experiment, data: Path) -> tuple[Counter[str], Counter[str]]:
    """Count all and the costly trials by kind.

    Every deal has as many, except that teams move from deal to deal, and that pools are only of
    the first deals.
    """
    counts, costly = Counter[str](), Counter[str]()
    by_arithmetic = experiment.has_lineups and not (experiment.replays or experiment.questions)
    period = sum(map(len, experiment.teams.seats)) if experiment.teams is not None else 1
    for deal in range(1, min(period, experiment.games) + 1):
        deals = len(range(deal, experiment.games + 1, period))
        found = plan_trials(
            experiment, data=data, deals=[deal], most_lineups=0 if by_arithmetic else None
        )
        every, asking = _count_trials(found)
        pools = experiment.self_play.pools if experiment.self_play is not None else None
        first = {"self_play": pools}
        if (readings := experiment.readings) is not None:
            first["reading"] = len(list_metaphors(experiment.name, readings.metaphors))
        for kind in every:
            times = min(deals, first.get(kind) or deals)
            counts[kind] += every[kind] * times
            costly[kind] += asking[kind] * times
    if by_arithmetic:
        matches, asking_matches = _count_matches(experiment)
        counts["match"] += matches
        costly["match"] += asking_matches
    return counts, +costly


def _count_trials(trials: Iterable[Trial]) -> tuple[Counter[str], Counter[str]]:
    counts, costly = Counter[str](), Counter[str]()
    for trial in trials:
        counts[trial.kind] += 1
        costly[trial.kind] += trial.is_costly
    return counts, +costly


def _count_matches(experiment: Experiment) -> tuple[int, int]:
    """Count all and the costly matches of line-ups, as there may be millions on each deal."""
    own = {name for name, spec in experiment.specs.items() if not parse_spec(spec).is_external}
    matches = asking = 0
    for options in experiment.list_option_variants():
        seats = experiment.definition.list_seats(options)
        found = experiment.lineups.count(seats)
        matches += found
        asking += found - experiment.lineups.count(seats, own)
    times = experiment.games * experiment.seeds
    return matches * times, asking * times
