"""What a run will take, before it begins: trials, calls, tokens, cost and time."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from pathlib import Path
from random import Random
from time import monotonic

from engine.games.catalog import find
from engine.options import parse_options
from engine.usage import Usage
from engine.usage_estimate import ANSWER_TOKENS, estimate_usage, scale_usage
from lab.bundle import Task, run_task
from lab.experiment import Experiment
from lab.kinds.item import estimate_item
from lab.kinds.self_play import estimate_self_play
from lab.permits import Gates
from lab.plan import plan_trials
from lab.run_file import RunFile
from lab.trial import Trial

SECONDS_PER_CALL = 2.0
"""How long a model is assumed to take for an answer."""
SAMPLE_SECONDS = 2.0
"""How long games are played to measure how long a game takes."""
SAMPLE_MATCHES = 64
"""How many matches baselines play at most to estimate what models will use."""
SAMPLE_ITEMS = 2_000
"""How many items are looked at most to estimate what models will use."""
SAMPLE_SELF_PLAYS = 4
"""How many growths of a pool are looked at most to estimate what models will use."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run is expected to take."""

    trials: Counter[str]
    """How many trials there are of each kind."""
    costly: int
    """How many of them ask models or programs."""
    usage: Usage | None
    """What models use; `None` if none is asked, or nothing is known yet."""
    seconds: float
    sample: int = 0
    """How many finished trials it is based on; 0 for games that baselines played in their place."""
    unknown: tuple[str, ...] = ()
    """Kinds of trial that ask models, and that it leaves out: none of them is finished yet."""

    def describe(self) -> list[str]:
        """Lines for people."""
        from engine.usage import format_duration, format_usage

        kinds = ", ".join(
            f"{count:,} {_name_kind(kind, count)}" for kind, count in self.trials.items()
        )
        lines = [f"Trials: {self.trials.total():,} ({kinds}), {self.costly:,} with models."]
        if self.usage is not None:
            how = f"with answers of {ANSWER_TOKENS} tokens"
            if self.sample:
                how = f"by what {self.sample:,} finished trials took"
            lines.append(f"Models, {how}: {format_usage([self.usage])}.")
        if self.unknown:
            kinds = " and ".join(_name_kind(kind, 2) for kind in self.unknown)
            lines.append(f"Not counted: {kinds}, of which none is finished. Run a sample: --part.")
        assumed = f", if a call takes {SECONDS_PER_CALL:g} s" if self.costly else ""
        return [*lines, f"Time: about {format_duration(self.seconds)}{assumed}."]


async def estimate_run(
    experiment: Experiment, workers: int, at_once: int, run: Path | None = None
) -> Estimate:
    """Estimate a whole run; no model is asked.

    Kinds of trial of which the run file has finished some are estimated by what those took; others
    as `ESTIMATES` says, by games that baselines play in the place of models.

    Args:
        experiment: What is to be run.
        workers: How many processes or workers there are.
        at_once: How many costly trials are in progress at a time.
        run: The run file, if there is one.

    Raises:
        LineupError: If a model is not set up.
        ExperimentError: If no line-up is left.
    """
    trials = list(plan_trials(experiment))
    costly = [trial for trial in trials if trial.is_costly]
    kinds = Counter(trial.kind for trial in costly)
    measured = _measure_finished(run)
    usage: Usage | None = None
    for kind, count in kinds.items():
        found = None
        if kind in measured:
            finished, used = measured[kind]
            found = scale_usage(used, count / finished)
        elif kind in ESTIMATES:
            found = await _estimate_kind(kind, [one for one in costly if one.kind == kind])
        if found is not None:
            usage = (usage or Usage()) + found
    cheap = [one for one in trials if one.kind == "match" and not one.is_costly]
    each = await _time_match(draw_sample(cheap, SAMPLE_MATCHES))
    seconds = each * (len(trials) - len(costly)) / workers
    if usage is not None:
        limits = experiment.limits_by_spec().values()
        seconds += usage.calls * SECONDS_PER_CALL / max(1, min([at_once, *limits]))
    unknown = tuple(kind for kind in kinds if kind not in measured and kind not in ESTIMATES)
    sample = sum(finished for kind, (finished, _) in measured.items() if kind in kinds)
    counts = Counter(one.kind for one in trials)
    return Estimate(counts, len(costly), usage, ceil(seconds), sample, unknown)


def draw_sample(trials: Sequence[Trial], size: int) -> list[Trial]:
    """Draw one trial at random from each of so many equal parts of the plan.

    All deals are in it, and no line-up is left out because its place in the plan recurs. The same
    plan has the same sample.
    """
    size, rng = min(size, len(trials)), Random(0)
    ends = [len(trials) * part // max(size, 1) for part in range(size + 1)]
    return [trials[rng.randrange(*part)] for part in pairwise(ends)]


async def _estimate_kind(kind: str, trials: Sequence[Trial]) -> Usage | None:
    """What all trials of a kind use, by a sample of them; `None` if they ask no model."""
    size, estimate = ESTIMATES[kind]
    sampled = draw_sample(trials, size)
    known = [one for trial in sampled if (one := await estimate(trial)) is not None]
    return scale_usage(sum(known, Usage()), len(trials) / len(sampled)) if known else None


async def _estimate_match(trial: Trial) -> Usage | None:
    definition = find(trial.content["game"])
    options = {name: str(value) for name, value in trial.content["options"].items()}
    return await estimate_usage(
        definition,
        parse_options(definition.options_type, options),
        trial.specs,
        trial.content["seed"],
    )


def _measure_finished(run: Path | None) -> dict[str, tuple[int, Usage]]:
    """By kind: how many costly trials are finished, and what they used."""
    if run is None or not run.is_file():
        return {}
    with RunFile(run) as run_file:
        return run_file.sum_usage_by_kind()


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


def _name_kind(kind: str, count: int) -> str:
    name = {"recorded": "recorded game", "self_play": "self-play"}.get(kind, kind)
    return name if count == 1 else f"{name}es" if name.endswith("ch") else f"{name}s"


ESTIMATES: Mapping[str, tuple[int, Callable[[Trial], Awaitable[Usage | None]]]] = {
    "match": (SAMPLE_MATCHES, _estimate_match),
    "item": (SAMPLE_ITEMS, estimate_item),
    "self_play": (SAMPLE_SELF_PLAYS, estimate_self_play),
}
"""By kind: how many trials are looked at most, and what one of them will use before any has run."""
