"""Average the scores of the trials of a log."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from inspect_ai.log import (
    EvalMetric,
    EvalScore,
)

from lab.analysis.stand_in_rule import apply_rule_to_figures
from lab.experiment.file import Experiment
from lab.interchange.ended_trials import EndedTrial
from lab.interchange.inspect_ai.sample import list_scores


def summarize_scores(
    trials: Sequence[EndedTrial], labels: Mapping[str, str], experiment: Experiment
) -> list[EvalScore]:
    """Compute the mean of each score in each line-up, over the games that count."""
    rule, definition = experiment.report.stand_ins, experiment.definition
    counted = [(one, apply_rule_to_figures(one.figures, rule, definition)) for one in trials]
    scored = [(trial, list_scores(figures or {})) for trial, figures in counted]
    names = dict.fromkeys(
        name for _, one in scored for name, value in one.items() if not isinstance(value, str)
    )
    return [_summarize_score(name, scored, labels) for name in names]


def _summarize_score(
    name: str,
    scored: Iterable[tuple[EndedTrial, Mapping[str, int | float | bool | str]]],
    labels: Mapping[str, str],
) -> EvalScore:
    found: dict[str, list[float]] = {}
    not_own = Counter[str]()
    unscored = 0
    for trial, scores in scored:
        value = scores.get(name)
        not_own[labels[trial.lineup]] += not trial.is_own
        if isinstance(value, str) or value is None:
            unscored += 1
        else:
            found.setdefault(labels[trial.lineup], []).append(float(value))
    metrics = {
        label: EvalMetric(
            name=label,
            group="mean",
            value=sum(some) / len(some),
            metadata={"trials": len(some), "not_own": not_own[label]},
        )
        for label, some in found.items()
    }
    return EvalScore(
        name=name,
        scorer=name,
        scored_samples=sum(map(len, found.values())),
        unscored_samples=unscored,
        metrics=metrics,
    )
