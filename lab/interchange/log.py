"""A run as a log of Inspect AI, which `inspect view` opens: one sample for each trial."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from inspect_ai.log import (
    EvalConfig,
    EvalDataset,
    EvalLog,
    EvalMetric,
    EvalResults,
    EvalScore,
    EvalSpec,
    EvalStats,
    write_eval_log,
)

from engine.export.publication import publish_spec, publish_value
from files.replacement import replace_file
from lab.analysis.stand_ins import apply_rule_to_figures
from lab.analysis.tables import Run
from lab.experiment.file import Experiment
from lab.interchange.event import build_id
from lab.interchange.sample import build_sample, list_scores, sum_usage
from lab.interchange.trial import EndedTrial, read_trials
from lab.run.lineup import OPTION, PLAYER, SPEC, Lineup


def write_log(run: Run, path: Path) -> EvalLog:
    """Write the finished and failed trials of a run as a log of Inspect AI.

    The same run gives the same log. It is built in memory.

    Args:
        run: The run, which may still be in progress.
        path: The file, whose name ends with `.eval`.

    Raises:
        RunError: If the run is damaged.
        OSError: If the file cannot be written.
    """
    log = build_log(run)
    with TemporaryDirectory() as folder:
        draft = Path(folder) / "run.eval"
        write_eval_log(log, str(draft), format="eval")
        replace_file(path, draft.read_bytes())
    return log


def build_log(run: Run) -> EvalLog:
    """Build the log of a run."""
    experiment, counts, starts = run.experiment, run.counts, run.environments
    trials = list(read_trials(run))
    calls = [call for trial in trials for call in trial.calls]
    models = sorted({call["model"] for call in calls})
    began, ended = [one["began"] for one in starts], [one["ended"] for one in starts]
    name = build_id(run.experiment_text, *began)
    return EvalLog(
        status="cancelled" if counts.left else "success",
        eval=EvalSpec(
            eval_id=name,
            run_id=name,
            task_id=build_id(run.experiment_text),
            created=began[0] if began else trials[0].finished,
            task=experiment.name,
            dataset=EvalDataset(
                name=experiment.game,
                samples=counts.trials,
                sample_ids=[trial.key for trial in trials],
            ),
            model=", ".join(models) or "none/none",
            config=EvalConfig(),
            packages=dict(starts[-1]["versions"]) if starts else {},
            metadata={
                "game": experiment.game,
                "title": experiment.definition.title,
                "players": {one: publish_spec(spec) for one, spec in experiment.specs.items()},
                "stand_ins": experiment.report.stand_ins,
            },
        ),
        results=EvalResults(
            total_samples=counts.trials,
            completed_samples=counts.done,
            scores=_summarize(trials, _label_lineups(run), experiment),
        ),
        stats=EvalStats(
            started_at=began[0] if began else "",
            completed_at=(ended[-1] or "") if ended else "",
            model_usage=sum_usage((call["model"], call) for call in calls),
            role_usage=sum_usage((call["seat"], call) for call in calls),
        ),
        samples=[build_sample(trial, experiment.specs, run.seats) for trial in trials],
    )


def _label_lineups(run: Run) -> dict[str, str]:
    """Label each line-up by what tells it apart from the others of its kind."""
    lineups = run.file.read_lineups()
    labels: dict[str, str] = {}
    for kind in {one.kind for one in lineups.values()}:
        some = {key: one for key, one in lineups.items() if one.kind == kind}
        labels |= {key: f"{kind}: {label}" for key, label in _label(some, run.seats).items()}
    return labels


def _label(lineups: Mapping[str, Lineup], seats: Sequence[str]) -> dict[str, str]:
    rows = {key: one.list_columns(seats) for key, one in lineups.items()}
    names = dict.fromkeys(name for row in rows.values() for name in row)
    varying = [name for name in names if len({str(row.get(name)) for row in rows.values()}) > 1]
    shown = [name for name in varying if not name.startswith(SPEC)]
    labels = {
        key: ", ".join(
            f"{name.removeprefix(PLAYER).removeprefix(OPTION)} {publish_value(row[name])}"
            for name in shown
            if name in row
        )
        for key, row in rows.items()
    }
    same = Counter(labels.values())
    return {
        key: label if label and same[label] == 1 else f"{label} {key[:6]}".strip()
        for key, label in labels.items()
    }


def _summarize(
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
