"""A run as a log of Inspect AI, which `inspect view` opens: one sample for each trial."""

from pathlib import Path
from tempfile import TemporaryDirectory

from inspect_ai.log import (
    EvalConfig,
    EvalDataset,
    EvalLog,
    EvalResults,
    EvalSpec,
    EvalStats,
    write_eval_log,
)

from engine.export.redaction import redact_spec
from files.replacement import replace_file
from lab.analysis.tables import Run
from lab.interchange.ended_trials import read_trials
from lab.interchange.inspect_ai.event import build_id
from lab.interchange.inspect_ai.lineup_labels import label_lineups
from lab.interchange.inspect_ai.sample import build_sample, sum_usage
from lab.interchange.inspect_ai.score_summary import summarize_scores


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
    models = sorted({call["model"] for call in calls if call["server"]})  # and no programs
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
                "players": {one: redact_spec(spec) for one, spec in experiment.specs.items()},
                "stand_ins": experiment.report.stand_ins,
            },
        ),
        results=EvalResults(
            total_samples=counts.trials,
            completed_samples=counts.done,
            scores=summarize_scores(trials, label_lineups(run), experiment),
        ),
        stats=EvalStats(
            started_at=began[0] if began else "",
            completed_at=(ended[-1] or "") if ended else "",
            model_usage=sum_usage((call["model"], call) for call in calls),
            role_usage=sum_usage((call["seat"], call) for call in calls),
        ),
        samples=[build_sample(trial, experiment.specs, run.seats) for trial in trials],
    )
