"""From an experiment to its trials, in a fixed order: deal by deal.

A run that is cut short has then played the same deals with every line-up.
"""

from collections.abc import Iterator
from dataclasses import asdict
from itertools import product
from typing import Any

from lab.errors import ExperimentError
from lab.experiment import Experiment
from lab.trial import Trial


def plan_trials(experiment: Experiment) -> Iterator[Trial]:
    """All trials: of each deal the matches, each followed by the trials about it.

    Raises:
        ExperimentError: If no line-up is left.
    """
    specs = experiment.specs
    tables = [
        (asdict(options), lineup)
        for options in experiment.option_variants()
        for lineup in list_lineups(experiment, experiment.definition.list_seats(options))
    ]
    if not tables:
        raise ExperimentError(
            f"{experiment.name}: lineups: no line-up is left; loosen same, only or except."
        )
    for deal in range(1, experiment.games + 1):
        common = {"game": experiment.game, "deal": deal}
        common["seed"] = f"{experiment.seed_prefix}/{deal}"
        for options, lineup in tables:
            content = {
                **common,
                "options": options,
                "players": lineup,
                "seats": {seat: specs[name] for seat, name in lineup.items()},
            }
            if experiment.on_failure != "stop":
                content["on_failure"] = experiment.on_failure
            match = Trial("match", content)
            yield match
            about = {**common, "options": options, "about": match.key, "players": lineup}
            yield from _plan_replays(experiment, about, specs)
            yield from _plan_questions(experiment, about, specs)


def list_lineups(experiment: Experiment, seats: tuple[str, ...]) -> list[dict[str, str]]:
    """Each line-up as the names of players by seat, in the order of the table."""
    asked = experiment.lineups
    choices = [(asked.fixed[seat],) if seat in asked.fixed else asked.seats[seat] for seat in seats]
    every = (dict(zip(seats, names, strict=True)) for names in product(*choices))

    def is_wanted(lineup: dict[str, str]) -> bool:
        same = all(
            len({lineup[seat] for seat in group if seat in lineup}) < 2 for group in asked.same
        )
        only = not asked.only or any(rule.items() <= lineup.items() for rule in asked.only)
        return same and only and not any(one.items() <= lineup.items() for one in asked.exclude)

    return [lineup for lineup in every if is_wanted(lineup)]


def _plan_replays(
    experiment: Experiment, about: dict[str, Any], specs: dict[str, str]
) -> Iterator[Trial]:
    sat: dict[str, str] = about["players"]
    for asked in experiment.replays:
        seats = {seat: names for seat, names in asked.seats.items() if seat in sat}
        for names in product(*seats.values()):
            new = dict(zip(seats, names, strict=True))
            if any(sat[seat] != name for seat, name in new.items()):
                content = {
                    **about,
                    "original": sat,
                    "players": {**sat, **new},
                    "seats": {seat: specs[name] for seat, name in new.items()},
                    "follow": asked.follow,
                }
                yield Trial("replay", content)


def _plan_questions(
    experiment: Experiment, about: dict[str, Any], specs: dict[str, str]
) -> Iterator[Trial]:
    sat: dict[str, str] = about["players"]
    known = {one.name: one for one in experiment.definition.list_questions()}
    for asked in experiment.questions:
        seat = known[asked.ask].seat
        for name in asked.players or (sat[seat],):
            seats = {seat: specs[name]}
            yield Trial("question", {**about, "question": asked.ask, "asked": name, "seats": seats})
