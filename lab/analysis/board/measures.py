"""List the measures that a matrix can show."""

from collections.abc import Iterator, Sequence

from engine.text import clean
from lab.analysis.board.cell import BoardMeasure, Cell
from lab.experiment.ending import describe_ending
from lab.experiment.file import Experiment


def list_measures(experiment: Experiment, kind: str, cells: Sequence[Cell]) -> list[BoardMeasure]:
    """List the measures of these cells, beginning with those of the report."""
    named = experiment.report.measures
    found = {one.name: one for one in _find_measures(experiment, kind, cells)}
    return sorted(
        found.values(),
        key=lambda one: (
            named.index(one.name) if one.name in named else len(named),
            one.name != "right",
        ),
    )


def _find_measures(
    experiment: Experiment, kind: str, cells: Sequence[Cell]
) -> Iterator[BoardMeasure]:
    definition = experiment.definition
    listed, unit = definition.listed, definition.unit
    columns = dict.fromkeys(name for cell in cells for name in cell.sums)
    if "right" in columns and "questions" in columns:
        yield BoardMeasure("right", "Share of answers that are right", "", "right", "questions")
        return
    events = definition.describe_turn_events()
    rates = {f"{event}_{listed}": f"{event}_rate" for event in events}
    reasons = dict.fromkeys(reason for cell in cells for reason in cell.reasons if reason)
    if kind == "match":
        other = {listed, *rates.values()}
        named = (one for one in experiment.report.measures if one not in other)
        reasons |= dict.fromkeys(one for one in named if not one.startswith("score_"))
        columns |= {listed: None}
    for reason in reasons:
        name, title = describe_ending(reason, listed)
        yield BoardMeasure(name, title, reason=reason)
    for name in columns:
        title = clean(name, 60).replace("_", " ")
        if name == listed:
            yield BoardMeasure(name, f"{listed.capitalize()} per game", column=name)
        elif name in rates:
            event = rates[name].removesuffix("_rate").replace("_", " ").capitalize()
            yield BoardMeasure(rates[name], f"{event} per {unit}", "", name, listed)
        elif name.startswith("score_"):
            seat = title.removeprefix("score ")
            if any(cell.sums[name] != cell.squares[name] for cell in cells):  # not only won or lost
                yield BoardMeasure(name, f"Score of {seat}", column=name)
        elif all(cell.sums[name] == cell.squares[name] for cell in cells):
            yield BoardMeasure(name, f"Share: {title}", column=name, is_yes_or_no=True)
        else:
            yield BoardMeasure(name, f"{title.capitalize()}, mean", column=name)
