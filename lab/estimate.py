"""What a run will take, before it begins: trials, calls, tokens, cost and time."""

from collections import Counter
from dataclasses import dataclass
from math import ceil
from time import monotonic

from engine.lineup import parse_spec
from engine.options import parse_options
from engine.usage import Usage
from engine.usage_estimate import ANSWER_TOKENS, estimate_usage, multiply_usage
from lab.bundle import Task, run_task
from lab.experiment import Experiment
from lab.permits import Gates
from lab.plan import plan_trials
from lab.trial import Trial

SECONDS_PER_CALL = 2.0
"""How long a model is assumed to take for an answer."""
SAMPLE_SECONDS = 2.0
"""How long games are played to measure how long a game takes."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run is expected to take."""

    trials: Counter[str]
    """How many trials there are of each kind."""
    costly: int
    """How many of them ask models or programs."""
    usage: Usage | None
    """What models use in matches; `None` if none plays."""
    seconds: float

    def describe(self) -> list[str]:
        """Lines for people."""
        from engine.usage import format_duration, format_usage

        kinds = ", ".join(f"{count:,} {_plural(kind)}" for kind, count in self.trials.items())
        lines = [f"Trials: {self.trials.total():,} ({kinds}), {self.costly:,} with models."]
        if self.usage is not None:
            lines.append(
                f"Models, matches alone, with answers of {ANSWER_TOKENS} tokens: "
                f"{format_usage([self.usage])}."
            )
        assumed = f", if a call takes {SECONDS_PER_CALL:g} s" if self.costly else ""
        return [*lines, f"Time: about {format_duration(self.seconds)}{assumed}."]


async def estimate_run(experiment: Experiment, workers: int, at_once: int) -> Estimate:
    """Estimate a run; no model is asked.

    Args:
        experiment: What is to be run.
        workers: How many processes or workers there are.
        at_once: How many costly trials are in progress at a time.

    Raises:
        LineupError: If a model is not set up.
        ExperimentError: If no line-up is left.
    """
    trials = list(plan_trials(experiment))
    costly = [trial for trial in trials if trial.is_costly]
    first = [one for one in trials if one.kind == "match" and one.content["deal"] == 1]
    usage: Usage | None = None
    for trial in first:
        options = {name: str(value) for name, value in trial.content["options"].items()}
        definition = experiment.definition
        used = await estimate_usage(
            definition,
            parse_options(definition.options_type, options),
            {seat: parse_spec(spec) for seat, spec in trial.content["seats"].items()},
            trial.content["seed"],
        )
        if used is not None:
            usage = (usage or Usage()) + multiply_usage(used, experiment.games)
    each = await _time_match([one for one in first if not one.is_costly])
    seconds = each * (len(trials) - len(costly)) / workers
    if usage is not None:
        limits = experiment.limits_by_spec().values()
        seconds += usage.calls * SECONDS_PER_CALL / max(1, min([at_once, *limits]))
    return Estimate(Counter(one.kind for one in trials), len(costly), usage, ceil(seconds))


async def _time_match(trials: list[Trial]) -> float:
    """Seconds that a match of baselines takes, by playing some."""
    gates, started, played = Gates({}), monotonic(), 0
    for trial in trials:
        await run_task(Task(0, trial.kind, trial.text), gates)
        played += 1
        if played == 1 and len(trials) > 1:
            started, played = monotonic(), 0  # the first one loaded the word vectors
        if monotonic() - started > SAMPLE_SECONDS:
            break
    return (monotonic() - started) / max(1, played) if trials else 0.0


def _plural(kind: str) -> str:
    return f"{kind}es" if kind.endswith("ch") else f"{kind}s"
