"""The measures of a kind of trial: how games end, how long they last, events, scores, answers."""

from collections.abc import Iterator, Sequence, Set

import numpy as np

from engine.game import GameType
from lab.analysis.measure import Games, Measure
from lab.experiment.ending_name import describe_ending
from lab.statistics.estimate import to_floats


def list_measures(
    kind: str,
    games: Games,
    definition: GameType,
    seats: Sequence[str],
    named: Sequence[str] = (),
    always: Sequence[str] = (),
) -> list[Measure]:
    """List the measures that vary in these trials, beginning with those that are named.

    Args:
        kind: The kind of trial.
        games: The finished trials of a run, of this kind.
        definition: The game in the catalog.
        seats: The names of its seats.
        named: The measures that the experiment names.
        always: The measures to list even before they vary.
    """
    if kind in OTHERS:
        return [one for one in OTHERS[kind] if one.column in games]
    if kind == "self_play":
        return list(_list_successes(games))
    reasons = {one for one in games.get("reason", ()) if isinstance(one, str)}
    every = _list_possible(definition, seats, sorted({*reasons, *definition.reasons}))
    found = [one for one in every if one.name in always or _varies(one, games, reasons)]
    places = {name: place for place, name in enumerate(named)}
    return sorted(found, key=lambda one: places.get(one.name, len(places)))


RIGHT = Measure(
    *("right", "Share of answers that are right", "right"),
    per="questions",
    unanswered="unanswered",
    is_share=True,
)
OTHERS = {
    "question": (RIGHT,),
    "item": (
        Measure("right", "Share of items: right", "right", is_share=True),
        Measure("answered", "Share of items: answered", "answered", is_share=True),
    ),
    "reading": (Measure("right", "Share of metaphors: read right", "right", is_share=True),),
}
"""The measures of trials in which no game is played."""


def _list_successes(games: Games) -> Iterator[Measure]:
    """List the shares of successful metaphors, by size of the pool."""
    for name in games:
        size = name.removeprefix("successes_")
        if size != name:
            title = f"Successes per metaphor, {size} experiences"
            yield Measure(name, title, name, per=f"metaphors_{size}", is_share=True)


def _list_possible(
    definition: GameType, seats: Sequence[str], reasons: Sequence[str]
) -> Iterator[Measure]:
    listed = definition.listed
    for reason in reasons:
        name, title = describe_ending(reason, listed)
        yield Measure(name, title, "reason", ending=reason, is_share=True)
    limit = definition.limit_reason
    yield Measure(listed, f"{listed.capitalize()} per game", listed, least=1.0, limit=limit)
    for event in definition.describe_turn_events():
        title = f"{event.replace('_', ' ').capitalize()} per {definition.unit}"
        yield Measure(f"{event}_rate", title, f"{event}_{listed}", per=listed, is_share=True)
    for name, figure in definition.describe_figures().items():
        title = name.replace("_", " ")
        if figure.kind == "share":
            yield Measure(name, f"Share of games: {title}", name, is_share=True)
        elif figure.kind == "mean":
            yield Measure(name, f"{title.capitalize()}, mean", name)
    for seat in seats[:1] if definition.is_cooperative else seats:
        title = "Score" if definition.is_cooperative else f"Score of {seat}"
        name, (least, most) = f"score_{seat}", definition.score_range
        yield Measure(name, title, name, least=least, highest=most)


def _varies(measure: Measure, games: Games, reasons: Set[str]) -> bool:
    if measure.ending:
        return measure.ending in reasons and len(reasons) > 1
    if measure.column not in games:
        return False
    values = to_floats(games[measure.column])
    if measure.per:
        return bool(np.nansum(values))
    least = 3 if measure.name.startswith("score_") else 2  # not only won or lost
    return len(np.unique(values[~np.isnan(values)])) >= least
