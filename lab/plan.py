"""From an experiment to its trials, in a fixed order: deal by deal.

A run that is cut short has then played the same deals with every line-up.
"""

from collections.abc import Iterator
from dataclasses import asdict
from itertools import combinations_with_replacement, product
from typing import Any

from lab.errors import ExperimentError
from lab.experiment import Bench, Experiment, Teams
from lab.trial import Trial
from lab.undercover.sections import Sides, plan_self_play, seat_by_role

SEAT = "listener"
"""The seat of whoever answers an item."""


def plan_trials(experiment: Experiment) -> Iterator[Trial]:
    """All trials: of each deal the matches, each followed by the trials about it.

    Raises:
        ExperimentError: If no line-up is left.
    """
    specs = experiment.specs
    sides, self_play = experiment.sides, experiment.self_play
    plays = experiment.has_lineups or experiment.teams is not None
    variants = experiment.option_variants() if plays or sides or self_play else []
    tables = [
        (asdict(options), lineup)
        for options in variants
        for lineup in list_lineups(experiment, experiment.definition.list_seats(options))
    ]
    if plays and experiment.teams is None and not tables:
        raise ExperimentError(
            f"{experiment.name}: lineups: no line-up is left; loosen same, only or except."
        )
    for deal in range(1, experiment.games + 1):
        common = {"game": experiment.game, "deal": deal}
        common["seed"] = f"{experiment.seed_prefix}/{deal}"
        if experiment.bench is not None:
            yield from _plan_items(experiment, experiment.bench, common, specs)
        if sides is not None:
            yield from _plan_sides(experiment, sides, variants, common, specs)
        if self_play is not None:
            plain = [asdict(options) for options in variants]
            yield from plan_self_play(self_play, common, plain, specs)
        found = (
            tables
            if experiment.teams is None
            else [
                (asdict(options), lineup)
                for options in variants
                for lineup in list_team_lineups(experiment, experiment.teams, deal)
            ]
        )
        for options, lineup in found:
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
    if not experiment.has_lineups:
        return []
    choices = [(asked.fixed[seat],) if seat in asked.fixed else asked.seats[seat] for seat in seats]
    every = (dict(zip(seats, names, strict=True)) for names in product(*choices))

    def is_wanted(lineup: dict[str, str]) -> bool:
        same = all(
            len({lineup[seat] for seat in group if seat in lineup}) < 2 for group in asked.same
        )
        only = not asked.only or any(rule.items() <= lineup.items() for rule in asked.only)
        return same and only and not any(one.items() <= lineup.items() for one in asked.exclude)

    return [lineup for lineup in every if is_wanted(lineup)]


def list_team_lineups(experiment: Experiment, teams: Teams, deal: int) -> list[dict[str, str]]:
    """Every pair of players, and each with itself, with the seats that their teams have in a deal.

    With `rotate` teams move on by one seat from deal to deal, and of the pairs of a deal about half
    begin with the second player, so that over four deals everybody has had every place, and that
    even one deal favours nobody.
    """
    names = teams.players or tuple(experiment.players)
    order = [seat for team in teams.seats for seat in team]
    found = []
    for (first, one), (second, other) in combinations_with_replacement(enumerate(names), 2):
        if first == second and not teams.self_play:
            continue
        shift = deal - 1 + (len(order) // 2) * ((second - first) % 2 == 0) if teams.rotate else 0
        moved = {seat: order[(place + shift) % len(order)] for place, seat in enumerate(order)}
        sat = {
            moved[seat]: name
            for name, team in zip((one, other), teams.seats, strict=True)
            for seat in team
        }
        found.append({seat: sat[seat] for seat in order})
    return found


def _plan_sides(
    experiment: Experiment,
    sides: Sides,
    variants: list[Any],
    common: dict[str, Any],
    specs: dict[str, str],
) -> Iterator[Trial]:
    """Every pair of players on a deal, seated by the roles that its seed deals."""
    definition = experiment.definition
    for options in variants:
        for pair in sides.list_pairs():
            seated = seat_by_role(definition, options, pair, specs, common["seed"])
            content = {**common, "options": asdict(options), **seated}
            if experiment.on_failure != "stop":
                content["on_failure"] = experiment.on_failure
            yield Trial("match", content)


def _plan_items(
    experiment: Experiment, bench: Bench, common: dict[str, Any], specs: dict[str, str]
) -> Iterator[Trial]:
    """The items of a bench: each player and strategy sees the cards in the same order."""
    from lab.dixit.bench import open_bench, order_candidates

    opened = open_bench(bench.items)
    opened.open_deck()
    for item in opened.items:
        if item.tier not in bench.tiers:
            continue
        asked = {
            **common,
            "bench": opened.hash,
            "deck": opened.deck,
            "fingerprint": opened.fingerprint,
            "item": item.id,
            "tier": item.tier,
            "clue": item.clue,
            "target": item.target,
            "candidates": list(order_candidates(item, common["seed"])),
            "tries": bench.tries,
        }
        for strategy in bench.strategies:
            for name in bench.players or experiment.players:
                yield Trial(
                    "item",
                    {
                        **asked,
                        "strategy": strategy,
                        "shown": bench.shown_to(name),
                        "asked": name,
                        "players": {SEAT: name},
                        "seats": {SEAT: specs[name]},
                    },
                )


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
