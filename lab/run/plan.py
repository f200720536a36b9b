"""Plan an experiment: list its trials in a fixed order, deal by deal.

With this order, an interrupted run has played the same deals with every line-up.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

from engine.errors import OptionError, SetupError
from engine.players.seat_settings import list_settings
from engine.players.spec import parse_spec
from lab.errors import ExperimentError
from lab.experiment.file import Experiment
from lab.experiment.lineup import Teams
from lab.experiment.reference_protocol import REFERENCE
from lab.experiment.sections import Replays
from lab.papers.comet.beliefs_section import Counting
from lab.papers.comet.dealt_roles import Sides, describe_players_by_role
from lab.papers.comet.readings_section import Metaphor, plan_readings, read_metaphors
from lab.papers.comet.self_play_section import plan_self_play
from lab.papers.dixitworld.bench_section import Bench
from lab.papers.protocol import find_protocol
from lab.records.recorded_games import NOBODY, RecordedGame, read_recorded_games
from lab.run.trial import Trial

REPLACED = ", "
"""Between the seats that a replay asks anew."""
SEAT = "listener"
"""The seat that answers an item."""


def plan_trials(
    experiment: Experiment,
    *,
    data: Path,
    deals: Iterable[int] | None = None,
    most_lineups: int | None = None,
) -> Iterator[Trial]:
    """Yield all trials: for each deal the matches, each followed by the trials about it.

    Args:
        experiment: The experiment.
        data: The data folder, with recorded games.
        deals: The deals to plan, in place of all; recorded games are always planned as a whole.
        most_lineups: How many line-ups to plan at most, spread over all.

    Raises:
        ExperimentError: If recorded games cannot be read.
    """
    specs = experiment.specs
    if experiment.recorded is not None:
        yield from _plan_recorded(experiment, specs, data)
        return
    readings = experiment.readings
    plays = experiment.has_lineups or experiment.teams is not None
    asks = plays or experiment.sides or experiment.self_play or readings
    variants = experiment.list_option_variants() if asks else []
    dumped = [(options, options.model_dump()) for options in variants]
    by_seed = [(seed, _set_model_seed(specs, experiment, seed)) for seed in _list_seeds(experiment)]
    metaphors = [] if readings is None else list_metaphors(experiment.name, readings.metaphors)
    for deal in range(1, experiment.games + 1) if deals is None else deals:
        common = {"game": experiment.game, "deal": deal}
        common["seed"] = f"{experiment.seed_prefix}/{deal}"
        yield from _plan_sections(experiment, common, dumped, by_seed, metaphors)
        teams = experiment.teams
        found = (  # not a list: there may be millions
            (values, lineup)
            for options, values in dumped
            for lineup in (
                _list_lineups(experiment, options, most_lineups)
                if teams is None
                else list_team_lineups(experiment, teams, deal)
            )
        )
        for options, lineup in found:
            for seed, seeded in by_seed:
                content = {
                    **common,
                    **seed,
                    "options": options,
                    "players": lineup,
                    "seats": {seat: seeded[name] for seat, name in lineup.items()},
                }
                match = Trial("match", _add_conditions(experiment, content))
                yield match
                if experiment.replays or experiment.questions:
                    about = {**common, **seed, "options": options, "about": match.key}
                    about["players"] = lineup
                    yield from _plan_replays(experiment, about, seeded, seeded)
                    yield from _plan_questions(experiment, about, seeded)


def _plan_sections(
    experiment: Experiment,
    common: dict[str, Any],
    dumped: list[tuple[Any, dict[str, Any]]],
    by_seed: list[tuple[dict[str, int], dict[str, str]]],
    metaphors: list[Metaphor],
) -> Iterator[Trial]:
    """Yield the trials of a deal that the sections of papers ask for."""
    sides, readings = experiment.sides, experiment.readings
    variants = [options for options, _ in dumped]
    plain = [values for _, values in dumped]
    if experiment.bench is not None:
        yield from _plan_items(experiment, experiment.bench, common, experiment.specs)
    if sides is not None:
        yield from _plan_sides(experiment, sides, variants, common, by_seed)
    if readings is not None:
        yield from plan_readings(readings, metaphors, common, plain, by_seed)
    if experiment.self_play is not None:
        yield from plan_self_play(experiment.self_play, common, plain, experiment.specs)


def list_metaphors(name: str, source: str) -> list[Metaphor]:
    """List the metaphors that an experiment's players read.

    Raises:
        ExperimentError: If they cannot be read.
    """
    try:
        return read_metaphors(source)
    except (SetupError, OptionError) as error:
        raise ExperimentError(f"{name}: {error}") from None


def _list_lineups(
    experiment: Experiment,
    options: Any,  # noqa: ANN401
    most: int | None,
) -> Iterator[dict[str, str]]:
    if not experiment.has_lineups:
        return iter(())
    seats = experiment.definition.list_seats(options)
    if most is None:
        return experiment.lineups.expand(seats)
    return experiment.lineups.spread(seats, most)


def _plan_recorded(experiment: Experiment, specs: dict[str, str], data: Path) -> Iterator[Trial]:
    """Yield recorded games in place of matches, each followed by the trials about it.

    Raises:
        ExperimentError: If they cannot be read, or no player is given for a person's seat.
    """
    assert experiment.recorded is not None
    names = {spec: name for name, spec in specs.items()}
    for deal, one in enumerate(read_recorded_games(experiment, data), 1):
        sat = {seat: names.get(spec, spec) for seat, spec in one.players.items()}
        match = Trial("recorded", _describe_recorded(one, deal, sat))
        yield match
        for seed in _list_seeds(experiment):
            seeded = _set_model_seed(specs, experiment, seed)
            common = {"game": experiment.game, "deal": deal, "seed": one.seed, **seed}
            options = {**one.options, **_list_allowed(experiment)}
            about = {**common, "options": options, "about": match.key, "players": sat}
            others = {name: spec for name, spec in one.players.items() if spec not in NOBODY}
            known = seeded | {sat[seat]: spec for seat, spec in others.items()}
            yield from _plan_replays(experiment, about, seeded, known)
            yield from _plan_questions(experiment, about, known)


def _list_allowed(experiment: Experiment) -> dict[str, Any]:
    """List the options of the paper's protocol, which new players in recorded games have, too."""
    protocol = find_protocol(experiment.game)
    if experiment.protocol != REFERENCE or protocol is None:
        return {}
    return {name: experiment.options[name] for name in protocol.options}


def _describe_recorded(one: RecordedGame, deal: int, sat: dict[str, str]) -> dict[str, Any]:
    stated = {"beliefs": one.beliefs} if one.beliefs else {}
    return {
        **stated,
        "game": one.game,
        "deal": deal,
        "seed": one.seed,
        "options": one.options,
        "players": sat,
        "seats": {},
        "source": one.source,
        "journal": one.journal,
    }


def _list_seeds(experiment: Experiment) -> list[dict[str, int]]:
    """List the content that identifies each model seed; empty content if there is only one."""
    if experiment.seeds == 1:
        return [{}]
    return [{"model_seed": number} for number in range(1, experiment.seeds + 1)]


def _set_model_seed(
    specs: dict[str, str], experiment: Experiment, seed: dict[str, int]
) -> dict[str, str]:
    """Add a model seed to the SPECs of players that take one and have none."""
    if not seed:
        return specs
    found = {}
    for name, text in specs.items():
        spec = parse_spec(text, experiment.definition)
        takes = "model_seed" in list_settings(spec.kind, experiment.definition)
        has = any(setting == "model_seed" for setting, _ in spec.settings)
        new = f"{text},model_seed={seed['model_seed']}" if takes and not has else text
        found[name] = str(parse_spec(new, experiment.definition))
    return found


def list_team_lineups(experiment: Experiment, teams: Teams, deal: int) -> list[dict[str, str]]:
    """List every pair of players, and each with itself, seated as teams for a deal.

    With `rotate`, teams move by one seat from deal to deal, and about half of the pairs in a deal
    begin with the second player, so that over four deals every player has had every place, and a
    single deal favours no player.
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
    by_seed: list[tuple[dict[str, int], dict[str, str]]],
) -> Iterator[Trial]:
    """Yield every pair of players on a deal, seated by the roles that its seed deals."""
    definition = experiment.definition
    for options, (pair, (seed, specs)) in product(variants, product(sides.list_pairs(), by_seed)):
        seated = describe_players_by_role(definition, options, pair, specs, common["seed"])
        content = {**common, **seed, "options": options.model_dump(), **seated}
        yield Trial("match", _add_conditions(experiment, content))


def _add_conditions(experiment: Experiment, content: dict[str, Any]) -> dict[str, Any]:
    """Add what the experiment says of a match beside its players and options."""
    if experiment.on_failure != "stop":
        content["on_failure"] = experiment.on_failure
    beliefs = experiment.beliefs or Counting()
    if experiment.game == beliefs.game and beliefs.asks_programs(
        content["seats"].values(), experiment.specs.values()
    ):
        content["ask_programs"] = True
    return content


def _plan_items(
    experiment: Experiment, bench: Bench, common: dict[str, Any], specs: dict[str, str]
) -> Iterator[Trial]:
    """Yield the items of a bench; every player and strategy sees the cards in the same order."""
    from lab.papers.dixitworld.bench_files import open_bench  # noqa: PLC0415 - pandas, only for a bench
    from lab.papers.dixitworld.item_drawing import order_candidates  # noqa: PLC0415 - pandas, only for a bench

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
        if bench.ties != "lot":
            asked["ties"] = bench.ties
        for strategy in bench.strategies:
            for name in bench.players or experiment.players:
                yield Trial(
                    "item",
                    {
                        **asked,
                        "strategy": strategy,
                        "shown": bench.get_tier(name),
                        "asked": name,
                        "players": {SEAT: name},
                        "seats": {SEAT: specs[name]},
                    },
                )


def _plan_replays(
    experiment: Experiment, about: dict[str, Any], specs: dict[str, str], known: dict[str, str]
) -> Iterator[Trial]:
    """Yield the replays of a match, also those in which a player takes its own seat again.

    Args:
        experiment: The experiment.
        about: The content that they share.
        specs: By name: the SPECs of the experiment's players.
        known: The same, with the SPECs of the players of the match that can be asked.
    """
    sat: dict[str, str] = about["players"]
    for number, asked in enumerate(experiment.replays, 1):
        seats = {seat: names for seat, names in asked.seats.items() if seat in sat}
        for names in product(*seats.values()):
            new = dict(zip(seats, names, strict=True))
            others = _list_answering(experiment, asked, new, sat, known, number)
            content = {
                **about,
                "original": sat,
                "players": {**sat, **new},
                "seats": {**{seat: specs[name] for seat, name in new.items()}, **others},
                "replaced": REPLACED.join(seat for seat in sat if seat in new),
                "follow": asked.follow,
            }
            if experiment.on_failure != "stop":
                content["on_failure"] = experiment.on_failure
            yield Trial("replay", content)


def _list_answering(
    experiment: Experiment,
    asked: Replays,
    new: dict[str, str],
    sat: dict[str, str],
    known: dict[str, str],
    number: int,
) -> dict[str, str]:
    """List the SPECs of players that must answer again, because a seat that they answer to changed.

    Raises:
        ExperimentError: If one of them is a person, or unknown.
    """
    if not {*asked.seats} & {*experiment.definition.speaking_seats}:
        return {}
    others = {}
    for seat, name in sat.items():
        if seat in new:
            continue
        if name not in known:
            raise ExperimentError(
                f"{experiment.name}: replays.{number}.seats: what {' and '.join(new)} say is new, "
                f"and the {seat} of a recorded game cannot answer it; "
                f"name who does: seats.{seat} = [...]"
            )
        others[seat] = known[name]
    return others


def _plan_questions(
    experiment: Experiment, about: dict[str, Any], specs: dict[str, str]
) -> Iterator[Trial]:
    """Yield the questions about a match.

    Raises:
        ExperimentError: If a person would be asked.
    """
    sat: dict[str, str] = about["players"]
    known = {one.name: one for one in experiment.definition.list_questions()}
    for number, asked in enumerate(experiment.questions, 1):
        seat = known[asked.ask].seat
        context = {} if asked.context == "view" else {"context": asked.context}
        for name in asked.players or (sat[seat],):
            if name not in specs:
                raise ExperimentError(
                    f"{experiment.name}: questions.{number}.players: the {seat} of a recorded game "
                    "cannot be asked any more; name who answers in its place"
                )
            seats = {seat: specs[name]}
            content = {**about, "question": asked.ask, "asked": name, "seats": seats, **context}
            yield Trial("question", content)
